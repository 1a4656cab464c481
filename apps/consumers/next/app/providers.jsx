'use client'

import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from './client'

export function Providers({ children }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } }))
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>{children}</FlowQueryProvider>
    </QueryClientProvider>
  )
}
