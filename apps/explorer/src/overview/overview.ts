import { type BlockTime, type Flow, type FlowHistoryPage, toDate } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { type FlowsSummary, summarizeFlowsInSteps } from '@flow-query/insights'
import type { Steps } from '../steps/steps'
import { type CheckQueue, createQueue } from '../verdicts/queue'

/** The content of the overview page that depends on all flows. `newest` are the flows that ran last. */
export interface FlowsOverview extends Pick<FlowsSummary, 'status' | 'newest' | 'nextStatusChange'> {
  queue: CheckQueue
  /** The number of stopped flows that have no rule for stopping, so the chain stopped them. */
  unplannedStops: number
}

/** The number of rows in a short list of the overview page. */
const shortList = 8

/** Computes the overview page. `time` is the newest block, which determines the status of the flows. */
export function* overviewOf(loaded: FlowCollection, time: BlockTime): Steps<FlowsOverview> {
  const summary = yield* summarizeFlowsInSteps(loaded.flows, time)
  const { status, nextStatusChange } = summary
  const newest = summary.newest.slice(0, shortList)
  const unplannedStops = summary.stopped.filter(flow => !hasStopRule(flow)).length
  const queue = yield* createQueue(loaded, time, { summary })
  return { status, newest, nextStatusChange, queue, unplannedStops }
}

function hasStopRule({ configuration, conditions }: Flow): boolean {
  // If both are set, neither applies.
  const stopsAfterRun = configuration.stopOnSuccess !== configuration.stopOnFailure
  const isStoppedByOthers = conditions.stopOnSuccessOf.length > 0 || conditions.stopOnFailureOf.length > 0
  return stopsAfterRun || isStoppedByOthers || configuration.stopOnTimeout
}

export interface NewestRuns {
  flow: Flow
  /** Undefined while they are loading. */
  page: FlowHistoryPage | undefined
}

/** Sorts flows by their newest runs as soon as all runs are loaded, because runs can start late. */
export function sortByNewestRun(flows: readonly Flow[], pages: readonly NewestRuns['page'][]): NewestRuns[] {
  const rows = flows.map((flow, index) => ({ flow, page: pages[index] }))
  if (rows.some(({ page }) => !page)) return rows
  return rows.sort((one, other) => newestTime(other) - newestTime(one))
}

function newestTime({ page }: NewestRuns): number {
  return toDate(page?.history[0]?.actualExecTime ?? '')?.getTime() ?? 0
}
