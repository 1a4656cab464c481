/** How long a change may stay unnoticed, in milliseconds. Runs without events are noticed up to ten seconds after they were due. */
const unnoticedFor = 15_000

interface SeenHeight {
  readonly height: number
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * Knows up to which block a mirror contains all changes.
 *
 * A response only says that its rows are at least as new as its block. Changes in the same block can still be missing in other
 * rows, until their events have arrived. So the mirror is complete up to the block that the node had reached some time ago, but only
 * if there are no stale rows.
 */
export function createHeights() {
  /** When each height was first seen, oldest first. */
  let seen: SeenHeight[] = []
  let complete: number | null = null
  let oldest: number | null = null
  /** The lowest and highest block of the responses since `loadStarted`. */
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  let isLoading = false
  /** The block that all rows must have reached, because earlier events were missed. 0 if they have. */
  let required = 0
  /** Whether events arrive, but the block at which they began is still unknown. */
  let isConnecting = false

  const newest = () => seen.at(-1)?.height ?? 0

  return {
    responseArrived(height: number | null): void {
      if (height === null) return
      lowest = Math.min(lowest, height)
      highest = Math.max(highest, height)
      if (height <= newest()) return
      seen.push({ height, at: Date.now() })
      // `settled` only needs the last height that is old enough.
      while (isOldEnough(seen[1])) seen.shift()
    },

    loadStarted(): void {
      isLoading = true
      lowest = Number.POSITIVE_INFINITY
      highest = 0
    },

    /** Until the height of the node is known, earlier events may have been missed. */
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

    /** A gateway has sent all rows. It includes all changes before the request, although it reports an earlier block. */
    gatewayResponded(): void {
      required = 0
    },

    /** Whether rows may miss changes from before the connection. */
    get isBehind() {
      return isConnecting || required > 0
    },

    /** All rows were read since `loadStarted`. Returns false if some of them may be older than before, because a node lags behind. */
    loadSucceeded(): boolean {
      isLoading = false
      if (!Number.isFinite(lowest)) {
        // The node doesn't report heights.
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

    /** No rows are stale, and events arrive. */
    settled(): void {
      if (required > 0) return
      const known = seen.findLast(isOldEnough)
      if (complete !== null && known) complete = Math.max(complete, known.height)
    },

    /** The block up to which the mirror contains all changes. */
    get complete() {
      return complete
    },
    /** The highest block of any response. No row is newer. */
    get newest() {
      return newest()
    },
    /** Returns whether the mirror has recorded all changes after a block. */
    covers: (height: number) => oldest !== null && height >= oldest && height <= newest(),
  }
}

function isOldEnough(seen: SeenHeight | undefined): boolean {
  return seen !== undefined && seen.at <= Date.now() - unnoticedFor
}
