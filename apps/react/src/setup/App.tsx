import { createFlowClient, FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { FlowLabel } from './FlowLabel.tsx'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', rpc: 'http://127.0.0.1:1317' })
const queryClient = new QueryClient()

export default function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>
        <FlowLabel />
      </FlowQueryProvider>
    </QueryClientProvider>
  )
}
