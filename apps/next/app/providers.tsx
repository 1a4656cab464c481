'use client'

import { FlowQueryProvider } from '@flow-query/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Address, createClient } from './client'

/** Creates both clients for one user, on the server and in the browser. */
export function Providers({ address, children }: { address: Address; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } }))
  const [client] = useState(() => createClient(address))
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>{children}</FlowQueryProvider>
    </QueryClientProvider>
  )
}
