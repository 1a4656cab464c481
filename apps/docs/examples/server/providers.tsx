'use client'

import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from './client'

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } }))
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>{children}</FlowQueryProvider>
    </QueryClientProvider>
  )
}
