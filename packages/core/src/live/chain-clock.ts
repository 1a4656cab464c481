import { ChainHead } from '../chain-head.js'
import { chainTime } from '../chain-time.js'
import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { blockMilliseconds, defaultGrace } from '../status.js'
import type { ChainTime } from '../types.js'
import type { CachedQuery, LiveQueryClient } from './cache.js'
import { parseHeight } from './frames.js'

const readInterval = 15_000
const longestDrift = 5_000

export interface LiveData {
  areFlowsStale: () => boolean
  markDue: (from: number, to: number) => void
  signal: AbortSignal
}

interface ArrivedBlock {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly arrivedAt: number
  readonly drift: number
}

/**
 * If the cached block were newer than a flow, the flow would look as if it were over. So the block is read first, and written to the
 * cache once no observed flow is stale. After a gap between two blocks, all flows that were due in between are read first.
 */
export class ChainClock {
  readonly #client: FlowClient
  readonly #queryClient: LiveQueryClient
  readonly #data: LiveData
  readonly #head = new ChainHead()
  #unwritten: ChainTime | undefined
  #newest: ArrivedBlock | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(client: FlowClient, queryClient: LiveQueryClient, data: LiveData) {
    this.#client = client
    this.#queryClient = queryClient
    this.#data = data
  }

  /**
   * Returns the time of the newest block plus the time since it arrived, in milliseconds since 1970. The clock of the device can be
   * wrong, so it only counts while no block is known.
   */
  now(): number {
    return this.#newest ? this.#newest.time + performance.now() - this.#newest.arrivedAt : Date.now()
  }

  /** Reads the newest block if none is known, and after the device was suspended. */
  async synchronize(): Promise<void> {
    if (this.#newest && Math.abs(drift() - this.#newest.drift) < longestDrift) return
    if (!this.#wasJustRead()) await this.#read()
  }

  /** Keeps the observed time of the chain up to date. */
  async update(): Promise<void> {
    const query = this.#observed()
    if (!query || this.#reading) return
    const shown = query.state.data as ChainTime | undefined
    const read = this.#unwritten
    if (read && !this.#data.areFlowsStale()) {
      if (!shown || blockMilliseconds(read) > blockMilliseconds(shown) || read.readAt > shown.readAt)
        this.#queryClient.setQueryData(query.queryKey, read, { updatedAt: read.readAt })
      this.#unwritten = undefined
    }
    if (!this.#unwritten && !this.#data.areFlowsStale() && !this.#wasJustRead()) await this.#read()
  }

  #wasJustRead(): boolean {
    return performance.now() - this.#readAt < readInterval
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readNewest().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readNewest(): Promise<void> {
    const { markDue, signal } = this.#data
    const shown = this.#observed()?.state.data as ChainTime | undefined
    this.#readAt = performance.now()
    try {
      let newest = await this.#readBlock()
      // After a long pause, or if the chain was reset, a second response must confirm the block.
      if (this.#head.isContradicted) newest = await this.#readBlock()
      // Behind a load balancer, a node can lag behind or report a wrong block.
      if (!newest || !this.#head.isCurrent) return
      const time = blockMilliseconds(newest)
      const before = shown ? blockMilliseconds(shown) : (this.#newest?.time ?? Number.POSITIVE_INFINITY)
      this.#newest = { time, arrivedAt: performance.now(), drift: drift() }
      if (time - before > defaultGrace) markDue(before - defaultGrace, time)
      this.#unwritten = newest
    } catch (error) {
      if (!signal.aborted && !isFlowQueryError(error)) throw error
    }
  }

  /** Returns undefined if the node reports an impossible height. */
  async #readBlock(): Promise<ChainTime | undefined> {
    const block = await chainTime(this.#client, {}, { signal: this.#data.signal })
    const height = parseHeight(block.height)
    if (height === undefined) return undefined
    this.#head.observe({ height, time: blockMilliseconds(block) })
    return block
  }

  #observed(): CachedQuery | undefined {
    return this.#queryClient
      .getQueryCache()
      .findAll({ queryKey: ['flow-query', this.#client.scope, 'chainTime'] })
      .find(query => isNewest(query) && query.isActive())
  }
}

/** Changes when the clock of the device is set, and while the device is suspended, because only one of the two clocks continues. */
function drift(): number {
  return Date.now() - performance.now()
}

/** Filters queries here, because the cache of a mirror ignores filters. */
function isNewest({ queryKey: [, , name, args] }: CachedQuery): boolean {
  return name === 'chainTime' && typeof args === 'object' && args !== null && !('height' in args)
}
