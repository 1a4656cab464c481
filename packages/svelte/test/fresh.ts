/** No answer is stale while a test runs. */
export const fresh = { queries: { staleTime: Number.POSITIVE_INFINITY } }
