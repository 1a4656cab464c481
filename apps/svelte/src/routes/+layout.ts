import { QueryClient } from '@tanstack/svelte-query'

/** The explorer is rendered in the browser only, so that any static file server can host it. */
export const ssr = false

export function load() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        // The embedded chain and nodes on localhost work offline too.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return { queryClient }
}
