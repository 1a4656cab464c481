import { QueryClient } from '@tanstack/svelte-query'
import { browser } from '$app/environment'

/** Creates one `QueryClient` per request on the server, and one in the browser. */
export function load() {
  // On the server, only `load` functions send requests.
  const queries = { staleTime: 10_000, enabled: browser }
  return { queryClient: new QueryClient({ defaultOptions: { queries } }) }
}
