import { chainTime, type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { parseHeight } from '@flow-query/core/internal'
import type { NodeState } from '../evaluate.js'

export interface NodeWatch {
  /** Returns `newChain` if the chain was restarted, which shows in a much lower height. */
  readonly check: (signal: AbortSignal) => Promise<'newChain' | undefined>
  readonly state: () => NodeState
  readonly blockTime: () => number | null
  readonly age: () => number
}

const silentAfter = 120_000
const furthestAhead = 300_000
const largestLag = 1_000

/** Returns whether the chain was restarted. A node that only lags behind is at most 1,000 blocks behind. */
export function isNewChain(knownHeight: number, height: number): boolean {
  return height + largestLag < knownHeight
}

/** @throws {FlowQueryError} `node` if the node reports an impossible height */
export async function readNewestBlock(
  client: FlowClient,
  signal?: AbortSignal,
): Promise<{ height: number; blockTime: number }> {
  const time = await chainTime(client, {}, { signal })
  const height = parseHeight(time.height)
  if (height !== undefined) return { height, blockTime: Date.parse(time.block) }
  throw new FlowQueryError('node', `The node reports the impossible block height ${time.height}`, { retryable: true })
}

export function createNodeWatch(client: FlowClient, clock: () => number, elapsed: () => number): NodeWatch {
  let newest: { height: number; blockTime: number; arrivedAt: number; arrived: number } | undefined
  let checked: number | undefined
  let answered = 0
  let isSupported = true
  let hasAnswered = false
  let lag: number | null = null
  let error: FlowQueryError | null = null
  let unreachableSince: number | null = null

  return {
    async check(signal) {
      checked = elapsed()
      let isNew = false
      try {
        const block = await readNewestBlock(client, signal)
        lag = clock() - block.blockTime
        isNew = newest !== undefined && isNewChain(newest.height, block.height)
        // An older block comes from another node behind the same URL.
        if (!newest || isNew || block.height > newest.height)
          newest = { ...block, arrivedAt: clock(), arrived: elapsed() }
        isSupported = true
      } catch (reason) {
        signal.throwIfAborted()
        if (!isFlowQueryError(reason)) throw reason
        isSupported = reason.kind !== 'unsupported' && reason.kind !== 'notFound'
        if (isSupported) {
          error = reason
          unreachableSince ??= clock()
          return undefined
        }
      }
      hasAnswered = true
      answered = elapsed()
      error = null
      unreachableSince = null
      return isNew ? 'newChain' : undefined
    },
    state() {
      const isSilent = newest !== undefined && answered - newest.arrived >= silentAfter
      return {
        height: newest ? String(newest.height) : null,
        blockTime: newest?.blockTime ?? null,
        unreachableSince,
        silentSince: isSilent && unreachableSince === null ? (newest?.arrivedAt ?? null) : null,
        lag,
        error,
      }
    },
    blockTime() {
      if (!isSupported || !newest) return hasAnswered ? clock() : null
      return Math.min(newest.blockTime, clock() + furthestAhead)
    },
    age: () => (checked === undefined ? Number.POSITIVE_INFINITY : elapsed() - checked),
  }
}
