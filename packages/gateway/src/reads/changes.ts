import { SupportedHeight } from '@flow-query/core/parts/events'
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

/**
 * Compares responses with changes. Nodes report the block height of each response, and events contain the height of each change.
 *
 * A single height can be wrong. A height that is above the last event is therefore not compared with events, and a height that no
 * other response has reached is not compared at all. Such a response contains all changes that were known when it was requested.
 */
export class PastChanges {
  readonly #lastChanges = new Map<Part, PastChange>()
  #requests = 0
  #announced = 0
  #responses = new SupportedHeight()

  /** The newest block that can be believed. */
  get reached(): number {
    return Math.max(this.#announced, this.#responses.highest)
  }

  nextRequest(): number {
    return ++this.#requests
  }

  at(height: number): PastChange {
    return { height, lastRequest: this.#requests }
  }

  /** The node of the events has reported that this is its newest block. */
  connected(height: number): void {
    this.#announced = height
    // The chain may have been reset to a lower height.
    this.#responses = new SupportedHeight()
  }

  /** Events arrive in the order of their blocks, so if an event is from an earlier block, the height of the last one was wrong. */
  eventArrived(height: number): void {
    this.#announced = height
  }

  /** The height of the last event was wrong if the node has not reached it. */
  limitEvents(height: number): void {
    this.#announced = Math.min(this.#announced, height)
  }

  responseArrived(height: number | undefined): void {
    if (height !== undefined) this.#responses.observe(height)
  }

  add(part: Part, change: PastChange): void {
    const known = this.#lastChanges.get(part)
    if (!known || change.height >= known.height || known.height > this.reached) this.#lastChanges.set(part, change)
  }

  areMissingIn(response: ResponseOrigin, parts: readonly Part[]): boolean {
    return parts.some(part => {
      const change = this.#lastChanges.get(part)
      return change !== undefined && !this.contains(response, change)
    })
  }

  contains({ raw: { height }, requestNumber }: ResponseOrigin, change: PastChange): boolean {
    if (height !== undefined && change.height <= this.reached) {
      if (height < change.height) return false
      // A node that always reports too high heights supports itself, but no event does.
      const isAnnounced = change.height <= this.#announced
      if (height <= (isAnnounced ? this.#announced : this.reached)) return true
    }
    return requestNumber > change.lastRequest
  }
}
