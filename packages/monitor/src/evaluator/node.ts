import { chainTime, type FlowClient, type FlowQueryError, isFlowQueryError } from '@flow-query/core'
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

export function createNodeWatch(client: FlowClient, clock: () => number, elapsed: () => number): NodeWatch {
  let newest: { height: bigint; blockTime: number; arrivedAt: number; arrived: number } | undefined
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
      let isNewChain = false
      try {
        const time = await chainTime(client, {}, { signal })
        const block = { height: BigInt(time.height), blockTime: Date.parse(time.block) }
        lag = clock() - block.blockTime
        isNewChain = newest !== undefined && block.height + BigInt(largestLag) < newest.height
        // An older block comes from another node behind the same URL.
        if (!newest || isNewChain || block.height > newest.height)
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
      return isNewChain ? 'newChain' : undefined
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
