/** A block that a node reported as its newest one. */
export interface ReportedBlock {
  readonly height: number
  /** Milliseconds since 1970, or NaN if the node doesn't report the time. */
  readonly time: number
}

const mostBlocksAtOnce = 100
const shortestBlockTime = 100
const longestPause = 900_000

/**
 * Decides which block is the newest one that can be believed, and whether the chain was reset. The local clock decides nothing.
 *
 * A single response proves nothing, because it can come from a node that lags behind or that reports a wrong height:
 *
 * - A block that is lower and earlier than the newest one comes from a node that lags behind.
 * - Any other block that doesn't continue the newest one is doubtful until the next response continues it. This also applies
 *   to a block that is far ahead.
 * - The chain was reset if both responses are lower and later than a block that two responses had confirmed. Otherwise, the
 *   newest block was wrong.
 */
export class ChainHead {
  #newest: ReportedBlock | undefined
  #confirmed: ReportedBlock | undefined
  #previous: ReportedBlock | undefined

  get newest(): ReportedBlock | undefined {
    return this.#newest
  }

  /** The last block that the next response has continued. */
  get confirmed(): ReportedBlock | undefined {
    return this.#confirmed
  }

  /** Whether another response is needed to know which block is the newest one. */
  get isDoubtful(): boolean {
    const isFirst = this.#confirmed === undefined && this.#previous === this.#newest
    return isFirst || this.#contradicts(this.#previous)
  }

  /** Call this once per request, because two parts of one response must not confirm each other. */
  observe(block: ReportedBlock): 'reset' | undefined {
    const newest = this.#newest
    const previous = this.#previous
    this.#previous = block
    if (!newest) {
      this.#newest = block
    } else if (continues(newest, block)) {
      if (previous && isEqual(previous, newest)) this.#confirmed = newest
      this.#newest = block
    } else if (previous && this.#contradicts(previous) && this.#contradicts(block)) {
      return this.#compare(newest, previous, block)
    }
    return undefined
  }

  #compare(newest: ReportedBlock, first: ReportedBlock, second: ReportedBlock): 'reset' | undefined {
    const wasReset = this.#wasResetBefore(second)
    if (continues(first, second) && this.#wasResetBefore(first) === wasReset) {
      this.#confirmed = first
      this.#newest = second
      return wasReset ? 'reset' : undefined
    }
    // If the chain halts after a long pause, no later block can confirm its last one.
    if (isEqual(first, second) && second.height > newest.height) this.#newest = second
    return undefined
  }

  #contradicts(block: ReportedBlock | undefined): boolean {
    if (!block || !this.#newest) return false
    // The first block can be wrong too, so an older one counts until the first block is confirmed.
    return this.#confirmed ? !isUpTo(this.#newest, block) : !isEqual(this.#newest, block)
  }

  #wasResetBefore(block: ReportedBlock): boolean {
    return this.#confirmed !== undefined && isReset(this.#confirmed, block)
  }
}

/** Returns whether a chain with the block `known` must have been reset to reach `block`. Both blocks must be confirmed. */
export function isReset(known: ReportedBlock, block: ReportedBlock): boolean {
  return block.height < known.height && block.time > known.time
}

function continues(known: ReportedBlock, block: ReportedBlock): boolean {
  const blocks = block.height - known.height
  const time = block.time - known.time
  if (Number.isNaN(time)) return blocks > 0 && blocks <= mostBlocksAtOnce
  return blocks > 0 && blocks <= mostBlocksAtOnce + time / shortestBlockTime && time >= 0 && time <= longestPause
}

function isUpTo(known: ReportedBlock, block: ReportedBlock): boolean {
  return block.height <= known.height && !(block.time > known.time)
}

function isEqual(one: ReportedBlock, other: ReportedBlock): boolean {
  return one.height === other.height && one.time === other.time
}
