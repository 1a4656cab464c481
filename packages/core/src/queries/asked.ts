/**
 * Of queries that are being fetched, and of which not all has been asked for yet: up to which flow it has. By their keys, which
 * are one object from the query to its function.
 */
const askedUpTo = new WeakMap<readonly unknown[], () => number>()

/** Tells of a query how far it has been asked for, until the returned function is called. */
export function tellAsked(queryKey: readonly unknown[], upTo: () => number): () => void {
  askedUpTo.set(queryKey, upTo)
  return () => {
    if (askedUpTo.get(queryKey) === upTo) askedUpTo.delete(queryKey)
  }
}

/** The id of the last flow that may have been asked for by now, 0 for none; undefined where all of the query has. */
export function askedSoFar(queryKey: readonly unknown[]): number | undefined {
  return askedUpTo.get(queryKey)?.()
}
