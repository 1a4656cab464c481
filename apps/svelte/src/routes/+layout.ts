import { QueryClient } from '@tanstack/svelte-query'

/** Drawn in the browser alone: any server of files will do. */
export const ssr = false

export function load() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        // The chain in the page answers offline too, and an LCD may be on this machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return { queryClient }
}
