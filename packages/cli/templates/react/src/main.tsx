import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connect, firstOwner } from './client'
import './style.css'

const client = await connect()
const queryClient = new QueryClient()

createRoot(document.querySelector('#app') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <FlowQueryProvider client={client}>
      <App firstOwner={firstOwner} />
    </FlowQueryProvider>
  </QueryClientProvider>,
)
