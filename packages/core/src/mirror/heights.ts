const unnoticedFor = 15_000

interface SeenHeight {
  readonly height: number
  readonly at: number
}

/**
 * Knows up to which block a mirror contains all changes: up to the block that the node had reached some time ago, if no row is stale.
 * A response only says that its rows are at least as new as its block.
 */
export function createHeights() {
  let seen: SeenHeight[] = []
  let complete: number | null = null
  let oldest: number | null = null
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  let isLoading = false
  /** The block that all rows must have reached, because earlier events were missed. 0 if they have. */
  let required = 0
  let isConnecting = false

  const newest = () => seen.at(-1)?.height ?? 0

  return {
    responseArrived(height: number | null): void {
      if (height === null) return
      lowest = Math.min(lowest, height)
      highest = Math.max(highest, height)
      if (height <= newest()) return
      seen.push({ height, at: Date.now() })
      while (isOldEnough(seen[1])) seen.shift()
    },

    loadStarted(): void {
      isLoading = true
      lowest = Number.POSITIVE_INFINITY
      highest = 0
    },

    connectionChanged(isConnected: boolean): void {
      isConnecting = isConnected
    },

    /** Events before this block were missed. Returns whether all rows must be read again. */
    require(height: number): boolean {
      isConnecting = false
      // The remaining responses of a running load can be older too.
      required = isLoading || lowest < height ? height : 0
      return required > 0
    },

    /** A gateway includes all changes before the request, although it reports an earlier block. */
    gatewayResponded(): void {
      required = 0
    },

    get isBehind() {
      return isConnecting || required > 0
    },

    /** Returns false if some rows may be older than before, because a node lags behind. */
    loadSucceeded(): boolean {
      isLoading = false
      if (!Number.isFinite(lowest)) {
        required = 0
        return true
      }
      const isReset = complete !== null && highest < complete
      if (isReset) {
        seen = [{ height: highest, at: Date.now() }]
        complete = null
        oldest = null
      }
      if (lowest < required || (complete !== null && lowest < complete)) return false
      required = 0
      complete = lowest
      oldest ??= lowest
      return true
    },

    settled(): void {
      if (required > 0) return
      const known = seen.findLast(isOldEnough)
      if (complete !== null && known) complete = Math.max(complete, known.height)
    },

    get complete() {
      return complete
    },
    get newest() {
      return newest()
    },
    covers: (height: number) => oldest !== null && height >= oldest && height <= newest(),
  }
}

function isOldEnough(seen: SeenHeight | undefined): boolean {
  return seen !== undefined && seen.at <= Date.now() - unnoticedFor
}
