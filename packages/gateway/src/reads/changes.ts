import type { RawResponse } from '../raw-response.js'
import type { Part } from './dependencies.js'

export interface PastChange {
  readonly height: number
  readonly lastRequest: number
}

export interface ResponseOrigin {
  readonly raw: Pick<RawResponse, 'height'>
  readonly requestNumber: number
}

/** A response is compared with a change by block height, because nodes report the height of each response. */
export function createPastChanges() {
  const lastChanges = new Map<Part, PastChange>()
  let requests = 0
  return {
    nextRequest: () => ++requests,
    at: (height: number): PastChange => ({ height, lastRequest: requests }),
    add(part: Part, change: PastChange): void {
      const known = lastChanges.get(part)
      if (!known || change.height >= known.height) lastChanges.set(part, change)
    },
    areMissingIn(response: ResponseOrigin, parts: readonly Part[]): boolean {
      return parts.some(part => {
        const change = lastChanges.get(part)
        return change !== undefined && !contains(response, change)
      })
    },
  }
}

export function contains({ raw: { height }, requestNumber }: ResponseOrigin, change: PastChange): boolean {
  return height === undefined ? requestNumber > change.lastRequest : height >= change.height
}
