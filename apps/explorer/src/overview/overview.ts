import { type BlockTime, type Flow, type FlowHistoryPage, toDate } from '@flow-query/core'
import {
  countFlows,
  type FlowCollection,
  type FlowCounts,
  filterAndSortFlows,
  prepareFlows,
} from '@flow-query/core/collection'
import { type UpcomingRun, upcomingRuns } from '@flow-query/core/insights'
import { type CheckOrder, type LoadedFlows, orderChecks } from '../attention/checks'
import type { Filters } from '../flows/filters'
import { type FoundFlows, findFlows } from '../search/find-flows'
import type { Steps } from '../steps/steps'
import { type UpcomingChart, upcomingChart } from './runs-per-slot'

/** The content of the overview page that depends on all flows. */
export interface FlowsOverview {
  flows: readonly Flow[]
  counts: FlowCounts
  /** The owners with the most flows. */
  owners: (readonly [owner: string, flows: number])[]
  /** The flows that ran last, newest first. */
  newest: readonly Flow[]
  /** The flows that will run, soonest first. */
  running: readonly Flow[]
  /** The upcoming runs of the next hour and day. */
  hour: UpcomingChart
  day: UpcomingChart
  checks: CheckOrder
}

/** The number of rows in a short list of the overview page. */
const shortList = 8

/**
 * Computes the overview page.
 *
 * @param time the newest block, which determines the status of the flows
 * @param minute the start of the charts
 */
export function* overviewOf(loaded: LoadedFlows, time: BlockTime, minute: number): Steps<FlowsOverview> {
  const { flows } = loaded
  yield* prepareFlows(flows, { sort: 'lastRun' })
  const counts = countFlows(flows, time)
  yield
  const newest = filterAndSortFlows(flows, { sort: 'lastRun', descending: true }, time).slice(0, shortList)
  yield
  const running = runningFlows(flows, counts, time)
  return {
    flows,
    counts,
    owners: Array.from(counts.owner)
      .sort(([, one], [, other]) => other - one)
      .slice(0, shortList),
    newest,
    running,
    hour: yield* upcomingChart(running, minute, hour, 60),
    day: yield* upcomingChart(running, minute, 24 * hour, 48),
    checks: yield* orderChecks(loaded, running, time),
  }
}

/** A flow and its newest runs. */
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

const hour = 3_600_000

/** The content of an owner's page that depends on all flows. */
export interface OwnedFlows extends FoundFlows {
  counts: FlowCounts
  checks: CheckOrder
}

export function* ownedFlows(collection: FlowCollection, filters: Filters, time: BlockTime): Steps<OwnedFlows> {
  const { flows, complete } = collection
  const found = yield* findFlows(collection, filters, time)
  yield* prepareFlows(flows, { sort: 'nextRun' })
  const counts = countFlows(flows, time)
  const running = runningFlows(flows, counts, time)
  // The newest flows are checked first, because the list shows them first.
  const newestFirst = { flows: [...flows].reverse(), complete }
  return { ...found, counts, checks: yield* orderChecks(newestFirst, running, time) }
}

/** Returns the active and scheduled flows, soonest first. */
function runningFlows(flows: readonly Flow[], { status }: FlowCounts, time: BlockTime): Flow[] {
  // Flows that won't run come last.
  return filterAndSortFlows(flows, { sort: 'nextRun' }, time).slice(0, status.active + status.scheduled)
}

/** Returns the next runs of flows that are sorted by their next run. It reads only the first flows. */
export function nextRuns(running: readonly Flow[], time: BlockTime, limit: number): UpcomingRun[] {
  const from = Date.parse(time.block)
  // The next run of a late flow can come after many others.
  const late = running.findIndex(({ execTime }) => Date.parse(execTime) >= from)
  return upcomingRuns(running.slice(0, (late < 0 ? running.length : late) + limit), time, { limit })
}
