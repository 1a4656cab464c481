const starting = new WeakMap<object, Map<string, Promise<void>>>()

/** Registers a live cache that is connecting for the first time. Call the returned function when it has connected or failed. */
export function liveStarts(queryClient: object, scope: string): () => void {
  const ofScopes = starting.get(queryClient) ?? new Map<string, Promise<void>>()
  starting.set(queryClient, ofScopes)
  let resolve = () => {}
  const started = new Promise<void>(resolveStart => {
    resolve = resolveStart
  })
  ofScopes.set(scope, started)
  return () => {
    if (ofScopes.get(scope) === started) ofScopes.delete(scope)
    resolve()
  }
}

export function liveStart(queryClient: object, scope: string): Promise<void> | undefined {
  return starting.get(queryClient)?.get(scope)
}
