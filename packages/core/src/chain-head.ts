/** A block that a node reported as its newest one. */
export interface ReportedBlock {
  readonly height: number
  /** Milliseconds since 1970, or NaN if the node doesn't report the time. */
  readonly time: number
}

const mostBlocksAtOnce = 100
const shortestBlockTime = 100
const longestPause = 900_000
/** Several wrong responses in a row must not replace all confirmed blocks. */
const mostConfirmed = 6
const mostResponsesForReset = 10

/**
 * Decides which block is the newest one that can be believed, and whether the chain was reset. The local clock decides nothing.
 *
 * A single response proves nothing, because it can come from a node that lags behind or that reports a wrong height:
 *
 * - A block that is lower and earlier than the newest one comes from a node that lags behind, unless two such blocks in a row
 *   continue the confirmed block. Then the newest block was wrong.
 * - Any other block that doesn't continue the newest one is doubtful until the next response continues it. This also applies
 *   to a block that is far ahead.
 * - The chain was reset if two responses in a row are lower and later than all confirmed blocks. Otherwise, the newest block was
 *   wrong. Each time that such a response was refuted by the next one, one more response is needed, because a load balancer may
 *   have a wrong node.
 */
export class ChainHead {
  #newest: ReportedBlock | undefined
  #previous: ReportedBlock | undefined
  #confirmed: readonly ReportedBlock[] = []
  #responsesForReset = 2
  /** How many of the last responses in a row continue a chain that was reset. */
  #resetResponses = 0

  get newest(): ReportedBlock | undefined {
    return this.#newest
  }

  /** The last block that the next response has continued. */
  get confirmed(): ReportedBlock | undefined {
    return this.#confirmed.at(-1)
  }

  /** A block from a while ago, which a few wrong responses in a row can't have replaced. */
  get established(): ReportedBlock | undefined {
    return this.#confirmed[0]
  }

  /** Whether another response is needed to know which block is the newest one. */
  get isDoubtful(): boolean {
    const isFirst = this.#confirmed.length === 0 && this.#previous === this.#newest
    return isFirst || this.isContradicted
  }

  /** Whether the last response and the newest block can't both be right. */
  get isContradicted(): boolean {
    return this.#contradicts(this.#previous)
  }

  /** Whether the last response is the newest block, and not from a node that lags behind. */
  get isCurrent(): boolean {
    return this.#newest !== undefined && this.#previous !== undefined && isEqual(this.#newest, this.#previous)
  }

  /** Call this once per request, because two parts of one response must not confirm each other. */
  observe(block: ReportedBlock): 'reset' | undefined {
    const newest = this.#newest
    const previous = this.#previous
    this.#previous = block
    if (!newest) {
      this.#newest = block
    } else if (continues(newest, block)) {
      if (previous && isEqual(previous, newest)) this.#confirm(newest)
      this.#newest = block
    } else if (this.#contradicts(block)) {
      return this.#compare(newest, previous && this.#contradicts(previous) ? previous : undefined, block)
    } else if (this.confirmed && previous && continues(this.confirmed, previous) && continues(previous, block)) {
      this.#confirm(previous)
      this.#newest = block
    }
    this.#refuteReset()
    return undefined
  }

  #compare(newest: ReportedBlock, first: ReportedBlock | undefined, second: ReportedBlock): 'reset' | undefined {
    const isContinued = first !== undefined && continues(first, second)
    const wasReset = this.#wasResetBefore(second)
    if (!wasReset) this.#refuteReset()
    else this.#resetResponses = isContinued ? this.#resetResponses + 1 : 1
    if (isContinued && this.#wasResetBefore(first) === wasReset) {
      if (wasReset && this.#resetResponses < this.#responsesForReset) return undefined
      this.#resetResponses = 0
      if (wasReset) this.#responsesForReset = 2
      this.#confirm(first)
      this.#newest = second
      return wasReset ? 'reset' : undefined
    }
    // If the chain has halted, no later block can confirm its last one.
    const isLater = second.height > newest.height && !(second.time < newest.time)
    if (first && isEqual(first, second) && (isLater || this.#confirmed.length === 0)) this.#newest = second
    return undefined
  }

  #confirm(block: ReportedBlock): void {
    const earlier = this.#confirmed.filter(({ height, time }) => height < block.height && !(time > block.time))
    this.#confirmed = [...earlier, block].slice(-mostConfirmed)
  }

  #refuteReset(): void {
    if (this.#resetResponses > 0) this.#responsesForReset = Math.min(this.#responsesForReset + 1, mostResponsesForReset)
    this.#resetResponses = 0
  }

  #contradicts(block: ReportedBlock | undefined): boolean {
    if (!block || !this.#newest) return false
    // The first block can be wrong too, so an older one counts until the first block is confirmed.
    return this.#confirmed.length > 0 ? !isUpTo(this.#newest, block) : !isEqual(this.#newest, block)
  }

  #wasResetBefore(block: ReportedBlock): boolean {
    return this.#confirmed.length > 0 && this.#confirmed.every(known => isReset(known, block))
  }
}

/**
 * The highest block that two responses in a row have reached, for responses that contain a height without a time. A higher block
 * is not believed, because a single response can be wrong.
 */
export class SupportedHeight {
  #highest = 0
  #previous = 0

  get highest(): number {
    return this.#highest
  }

  /** Call this once per response. */
  observe(height: number): void {
    this.#highest = Math.max(this.#highest, Math.min(this.#previous, height))
    this.#previous = height
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

/** A lagging node reports an earlier block. The same block always has the same time. */
function isUpTo(known: ReportedBlock, block: ReportedBlock): boolean {
  return isEqual(known, block) || (block.height < known.height && !(block.time > known.time))
}

function isEqual(one: ReportedBlock, other: ReportedBlock): boolean {
  return one.height === other.height && Object.is(one.time, other.time)
}
