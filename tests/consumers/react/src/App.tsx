import { type FlowClient, FlowQueryProvider, useFlow } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'

const queryClient = new QueryClient()

export const App = ({ client }: { client: FlowClient }) => (
  <QueryClientProvider client={queryClient}>
    <FlowQueryProvider client={client}>
      <Label id={1} />
    </FlowQueryProvider>
  </QueryClientProvider>
)

function Label({ id }: { id: number }) {
  const { data, error } = useFlow({ id })
  return <p>{data?.label ?? error?.message ?? 'Loading'}</p>
}
