import { QueryClient } from '@tanstack/svelte-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // The embedded chain and nodes on localhost work offline too.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
