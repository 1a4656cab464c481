import { describeError } from '@flow-query/format'
import { createFlowClient, FlowQueryProvider, useFlow } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'

const queryClient = new QueryClient()
const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', rpc: 'http://127.0.0.1:1317' })

export default function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>
        <Label id={14} />
      </FlowQueryProvider>
    </QueryClientProvider>
  )
}

function Label({ id }: { id: number }) {
  const { data, error } = useFlow({ id })
  return <p>{data?.label ?? describeError(error) ?? 'Loading'}</p>
}
