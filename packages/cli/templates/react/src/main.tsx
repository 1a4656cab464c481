import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { client } from './client'
import './style.css'

const queryClient = new QueryClient()

createRoot(document.querySelector('#app') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <FlowQueryProvider client={client}>
      <App />
    </FlowQueryProvider>
  </QueryClientProvider>,
)
