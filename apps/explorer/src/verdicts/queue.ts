import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { type FlowsSummary, summarizeFlowsInSteps } from '@flow-query/insights'
import { isPaused } from '../collection/collection'
import type { Steps } from '../steps/steps'
import { isRestoring } from '../storage/restoring'
import { maxOtherFlows } from './owners-flows'

/** The loaded flows of a chain or an owner. */
export type LoadedFlows = Pick<FlowCollection, 'complete' | 'loaded' | 'total'> & { flows: readonly Flow[] }

/** The flows that a page can check, in the order in which it checks them. Each check requires requests. */
export interface CheckQueue {
  flows: readonly Flow[]
  /** Whether the queue contains all flows. Until they are loaded, it contains some of them. */
  complete: boolean
  /** The flows of the queue that run again, if they are checked soonest first. */
  running?: readonly Flow[]
  /** All flows of the owners. Undefined if some are not loaded. */
  all?: readonly Flow[]
  /**
   * The maximum number of an owner's other flows that a check includes. If all flows are checked soonest first, it is 0, because no
   * other flow spends money before the flows that are already checked.
   */
  maxOtherFlows?: number
  /** Whether all flows have the same owner. They share facts, so the verdicts of all checked flows are known together. */
  isOneOwner?: boolean
  /** The number of loaded flows that the queue is a sample of, if the chain is too large to load. */
  sampleOf?: number
  /** Whether all checks must wait until the flows are loaded, because the queue may change until then. */
  isLoading?: boolean
}

/** The queue before any flow is loaded. */
export const unloadedQueue: CheckQueue = { flows: [], complete: false, isLoading: true }

interface QueueOptions {
  /** All flows of the chain or the owner, if only some of them are checked. */
  all?: readonly Flow[]
  /** The summary of the flows, if it is known. */
  summary?: FlowsSummary
}

/**
 * Returns the queue of a page. The flows that run next come first, so that the first failures in a list are the next ones. Some flows that
 * stopped last are checked early, because each of them requires a single request. Two of them come first, because no other verdicts are
 * known as soon.
 */
export function* createQueue(
  loaded: LoadedFlows,
  time: BlockTime,
  { all = loaded.flows, summary }: QueueOptions = {},
): Steps<CheckQueue> {
  const { flows, complete } = loaded
  if (isRestoring(loaded) || (!complete && !isPaused(loaded))) return unloadedQueue
  if (complete) {
    const sorted = summary ?? (yield* summarizeFlowsInSteps(flows, time))
    const { running } = sorted
    return {
      flows: inQueue(sorted),
      running,
      complete,
      all,
      maxOtherFlows: flows.length === all.length ? 0 : maxOtherFlows,
      isOneOwner: flows.every(({ owner }) => owner === flows[0]?.owner),
    }
  }
  // The chain is too large to load, so only its newest flows are known.
  const newest = flows.slice(loaded.loaded)
  const sorted = yield* summarizeFlowsInSteps(newest, time)
  return { flows: inQueue(sorted).slice(0, sampledFlows), complete, sampleOf: newest.length }
}

/** The number of flows that are checked if the chain is too large to load. */
export const sampledFlows = 16

const stoppedFirst = 2
const runningBeforeStopped = 12
const stoppedEarly = 8

function inQueue({ running, stopped, completed }: FlowsSummary): Flow[] {
  return [
    ...stopped.slice(0, stoppedFirst),
    ...running.slice(0, runningBeforeStopped),
    ...stopped.slice(stoppedFirst, stoppedEarly),
    ...running.slice(runningBeforeStopped),
    ...stopped.slice(stoppedEarly),
    ...completed,
  ]
}

/** Returns the first flow that isn't checked. Undefined if all are checked, or if the flows aren't checked soonest first. */
export function firstUnchecked(running: CheckQueue['running'], checked: ReadonlySet<string>): Flow | undefined {
  return running?.find(({ id }) => !checked.has(id))
}
