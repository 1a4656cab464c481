import type { Part } from './dependencies.js'
import type { RawResponse } from './upstream.js'

/** A change of the chain, such as the run of a flow. */
export interface PastChange {
  /** The block of the change. */
  readonly height: number
  /** The number of the last request that was sent before the gateway learned about the change. */
  readonly lastRequest: number
}

/** The block and the request of a response. They show whether it contains a change. */
export interface ResponseOrigin {
  readonly raw: Pick<RawResponse, 'height'>
  readonly requestNumber: number
}

/**
 * Remembers the last change of each part.
 *
 * A response is compared with a change by block height, because nodes report the height of each response. So a response from a node
 * that lags behind is recognized, and the order in which responses arrive doesn't matter. If a proxy removes the height, a response
 * only counts as newer than a change if it was requested later.
 */
export function createPastChanges() {
  const lastChanges = new Map<Part, PastChange>()
  let requests = 0
  return {
    /** Numbers a request. */
    nextRequest: () => ++requests,
    /** Returns a change that the gateway learns about now. */
    at: (height: number): PastChange => ({ height, lastRequest: requests }),
    add(part: Part, change: PastChange): void {
      const known = lastChanges.get(part)
      if (!known || change.height >= known.height) lastChanges.set(part, change)
    },
    /** Returns whether a response with these parts misses a change of one of them. */
    areMissingIn(response: ResponseOrigin, parts: readonly Part[]): boolean {
      return parts.some(part => {
        const change = lastChanges.get(part)
        return change !== undefined && !contains(response, change)
      })
    },
  }
}

/** Returns whether a node sent the response after the change. */
export function contains({ raw: { height }, requestNumber }: ResponseOrigin, change: PastChange): boolean {
  return height === undefined ? requestNumber > change.lastRequest : height >= change.height
}
