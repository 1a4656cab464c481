import { QueryClient } from '@tanstack/svelte-query'
import { browser } from '$app/env'

/** One for each visitor: on the server for a request, in the browser once. */
export function load() {
  // A server waits for what is loaded, and for nothing else.
  const queries = { staleTime: 10_000, enabled: browser }
  return { queryClient: new QueryClient({ defaultOptions: { queries } }) }
}
