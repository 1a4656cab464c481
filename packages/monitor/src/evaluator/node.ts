import { chainTime, type FlowClient, FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { ChainHead, parseHeight, type ReportedBlock } from '@flow-query/core/parts/events'
import type { NodeState } from '../evaluate.js'

export interface NodeWatch {
  /** Reads the newest block. Returns `reset` if the chain was reset since the last check. */
  readonly check: (signal: AbortSignal) => Promise<'reset' | undefined>
  /** Whether the next check must decide which block is the newest one. */
  readonly isDoubtful: () => boolean
  /**
   * Whether the last response is the newest block. Otherwise, the node lags behind or contradicts itself, so its other responses
   * can also be wrong.
   */
  readonly isCurrent: () => boolean
  readonly state: () => NodeState
  readonly blockTime: () => number | null
  readonly age: () => number
}

const silentAfter = 120_000
const furthestAhead = 300_000
/** A block is read again if its time has advanced by this much more than the clock. */
const longestJump = 30_000
const mostReads = 3

/** @throws {FlowQueryError} `node` if the node reports an impossible height */
export async function readNewestBlock(client: FlowClient, signal?: AbortSignal): Promise<ReportedBlock> {
  const time = await chainTime(client, {}, { signal })
  const height = parseHeight(time.height)
  if (height !== undefined) return { height, time: Date.parse(time.block) }
  throw new FlowQueryError('node', `The node reports the impossible block height ${time.height}`, { retryable: true })
}

export function createNodeWatch(client: FlowClient, clock: () => number, elapsed: () => number): NodeWatch {
  const head = new ChainHead()
  /** The newest block that was not contradicted by a second response. */
  let believed: { block: ReportedBlock; at: number; elapsed: number } | undefined
  let checked: number | undefined
  let answered = 0
  let isSupported = true
  let hasAnswered = false
  let isCurrent = true
  let isDecided = false
  /** How many checks in a row have ended with a time that is too far ahead of the believed one. */
  let jumps = 0
  let lag: number | null = null
  let error: FlowQueryError | null = null
  let unreachableSince: number | null = null

  /** Reads again if one response is not enough to know the newest block. */
  async function readNewest(signal: AbortSignal): Promise<'reset' | undefined> {
    let found: 'reset' | undefined
    for (let reads = 1; ; reads++) {
      found = head.observe(await readNewestBlock(client, signal)) ?? found
      isCurrent = head.isCurrent
      isDecided = !hasJumped() && (reads === 1 ? !head.isDoubtful : isCurrent)
      if (isDecided || reads === mostReads) break
    }
    jumps = isCurrent && hasJumped() ? jumps + 1 : 0
    isDecided ||= jumps > 1
    if (isDecided && head.newest) believe(head.newest)
    else isCurrent = false
    lag = believed && isDecided && !head.isDoubtful ? clock() - believed.block.time : null
    return found
  }

  function hasJumped(): boolean {
    if (!believed || !head.newest) return false
    return head.newest.time - believed.block.time > elapsed() - believed.elapsed + longestJump
  }

  function believe(block: ReportedBlock): void {
    if (believed?.block !== block) believed = { block, at: clock(), elapsed: elapsed() }
  }

  function silentSince(): number | null {
    return believed && answered - believed.elapsed >= silentAfter ? believed.at : null
  }

  return {
    async check(signal) {
      checked = elapsed()
      let found: 'reset' | undefined
      try {
        found = await readNewest(signal)
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
    isDoubtful: () => isSupported && (head.isDoubtful || !isCurrent),
    isCurrent: () => !isSupported || isCurrent,
    state() {
      const isKnown = unreachableSince === null && isDecided && !head.isDoubtful
      return {
        height: believed ? String(believed.block.height) : null,
        blockTime: believed?.block.time ?? null,
        confirmedBlock: head.established ?? null,
        unreachableSince,
        silentSince: isKnown ? silentSince() : null,
        lag,
        error,
      }
    },
    blockTime() {
      if (!isSupported || !believed) return hasAnswered ? clock() : null
      return Math.min(believed.block.time, clock() + furthestAhead)
    },
    age: () => (checked === undefined ? Number.POSITIVE_INFINITY : elapsed() - checked),
  }
}
