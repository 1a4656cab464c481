import type { FlowQueryKey } from './keys.js'

interface Fetched<Data> {
  queryKey: FlowQueryKey
  queryFn: (context: never) => Promise<Data>
  staleTime?: unknown
}

type Fetch = <Data>(options: Fetched<Data>) => Promise<Data>

/** TanStack Query 5.102 renamed `fetchQuery` to `query`, and version 6 removes the old name. */
export function fetchQuery<Data>(queryClient: object, options: Fetched<Data>): Promise<Data> {
  const methods = queryClient as { query?: Fetch; fetchQuery?: Fetch }
  const fetch = methods.query ?? methods.fetchQuery
  if (!fetch)
    throw new TypeError(
      'This version of TanStack Query has neither `query` nor `fetchQuery`. Install version 5.80 or later.',
    )
  return fetch.call(queryClient, options) as Promise<Data>
}

/** Never rejects. The cache contains the error. */
export async function prefetchQuery(queryClient: object, options: Fetched<unknown>): Promise<void> {
  await fetchQuery(queryClient, options).catch(() => {})
}
