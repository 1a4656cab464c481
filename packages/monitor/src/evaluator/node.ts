import { chainTime, type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { ChainHead, parseHeight, type ReportedBlock } from '@flow-query/core/parts/events'
import type { NodeState } from '../evaluate.js'

export interface NodeWatch {
  /** Reads the newest block. Returns `reset` if the chain was reset since the last check. */
  readonly check: (signal: AbortSignal) => Promise<'reset' | undefined>
  /** Whether the next check must decide which block is the newest one. */
  readonly isDoubtful: () => boolean
  readonly state: () => NodeState
  readonly blockTime: () => number | null
  readonly age: () => number
}

const silentAfter = 120_000
const furthestAhead = 300_000

/** @throws {FlowQueryError} `node` if the node reports an impossible height */
export async function readNewestBlock(client: FlowClient, signal?: AbortSignal): Promise<ReportedBlock> {
  const time = await chainTime(client, {}, { signal })
  const height = parseHeight(time.height)
  if (height !== undefined) return { height, time: Date.parse(time.block) }
  throw new FlowQueryError('node', `The node reports the impossible block height ${time.height}`, { retryable: true })
}

export function createNodeWatch(client: FlowClient, clock: () => number, elapsed: () => number): NodeWatch {
  const head = new ChainHead()
  let newestArrived: { at: number; elapsed: number } | undefined
  let checked: number | undefined
  let answered = 0
  let isSupported = true
  let hasAnswered = false
  let lag: number | null = null
  let error: FlowQueryError | null = null
  let unreachableSince: number | null = null

  function observe(block: ReportedBlock): 'reset' | undefined {
    const before = head.newest
    const found = head.observe(block)
    if (head.newest !== before) newestArrived = { at: clock(), elapsed: elapsed() }
    lag = head.newest && !head.isDoubtful ? clock() - head.newest.time : null
    return found
  }

  function silentSince(): number | null {
    return newestArrived && answered - newestArrived.elapsed >= silentAfter ? newestArrived.at : null
  }

  return {
    async check(signal) {
      checked = elapsed()
      let found: 'reset' | undefined
      try {
        found = observe(await readNewestBlock(client, signal))
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
      return found
    },
    isDoubtful: () => isSupported && head.isDoubtful,
    state() {
      const isKnown = unreachableSince === null && !head.isDoubtful
      return {
        height: head.newest ? String(head.newest.height) : null,
        blockTime: head.newest?.time ?? null,
        confirmedBlock: head.confirmed ?? null,
        unreachableSince,
        silentSince: isKnown ? silentSince() : null,
        lag,
        error,
      }
    },
    blockTime() {
      if (!isSupported || !head.newest) return hasAnswered ? clock() : null
      return Math.min(head.newest.time, clock() + furthestAhead)
    },
    age: () => (checked === undefined ? Number.POSITIVE_INFINITY : elapsed() - checked),
  }
}
