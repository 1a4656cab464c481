/**
 * Watches a query cache, or the queries of an observer. All changes within a few frames cause one call of the listener, because a page with
 * hundreds of queries causes thousands of changes.
 */
export function watchChanges(
  source: { subscribe: (listener: () => void) => () => void },
  listener: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = source.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, 50)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
