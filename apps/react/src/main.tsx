import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { client } from './node'
import './style.css'

const queryClient = new QueryClient()
const root = document.getElementById('root')

if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <FlowQueryProvider client={client}>
          <App />
        </FlowQueryProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
