import type { BlockTime, Flow } from '@flow-query/core'
import { type FlowStatus, toMilliseconds } from '@flow-query/core'
import { finish, sortInSteps } from '@flow-query/core/parts/collection'
import { blockMilliseconds, clockTime, graceOf, statusOnceOver, statusUntilOver } from '@flow-query/core/parts/runs'

/**
 * Returns the flows whose history must be read to know their health, in an order that finds problems early.
 *
 * Lists of flows don't contain outcomes, so finding all failing flows of a chain requires one request per flow. The order is:
 *
 * - Active flows, soonest next run first. After every four of them, one flow that stopped before its end time, most recent end first
 * - Completed flows, newest first
 *
 * Flows that haven't started yet are not included.
 *
 * @example
 * const queue = healthQueue(flows, time)
 * const { data } = useFlowsHealth({ flows: queue.slice(0, 500) })
 * const worst = data.filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
 */
export function healthQueue(flows: readonly Flow[], time: BlockTime): Flow[] {
  const now = blockMilliseconds(time)
  return allInQueue(flows, time).filter(flow => timesOf(flow).startTime <= now)
}

/**
 * Returns the flows that run again or that ended at most `endedWithin` milliseconds ago, in the order of {@link healthQueue}.
 */
export function recentHealthQueue(flows: readonly Flow[], time: BlockTime, endedWithin: number): Flow[] {
  const now = blockMilliseconds(time)
  // The last run of an ended flow is the one at its `execTime`.
  const isRecent = ({ execTime, overTime }: FlowTimes) => overTime > now || execTime >= now - endedWithin
  return allInQueue(flows, time).filter(flow => isRecent(timesOf(flow)))
}

function allInQueue(flows: readonly Flow[], time: BlockTime): Flow[] {
  const { running, stopped, completed } = finish(summarizeFlowsInSteps(flows, time))
  return mixed(running, stopped).concat(completed)
}

export interface FlowsSummary {
  status: Record<FlowStatus, number>
  /** The earliest block time at which a status changes without new data, in milliseconds since 1970. */
  nextStatusChange: number | null
  /** The ten flows that ran last according to their schedules. */
  newest: Flow[]
  /** The active flows and those that haven't started yet, soonest next run first. */
  running: Flow[]
  /** The flows that stopped before their end time, most recent end first. */
  stopped: Flow[]
  /** The completed flows, most recent end first. */
  completed: Flow[]
}

/**
 * Computes the numbers and lists of an overview page, in steps of about a millisecond. Each flow object is parsed only once, so the next
 * summary takes less time.
 *
 * @example
 * const steps = summarizeFlowsInSteps(flows, time)
 * let step = steps.next()
 * while (!step.done) {
 *   await scheduler.yield()
 *   step = steps.next()
 * }
 * console.log(step.value.status.active, step.value.newest[0]?.label)
 */
export function* summarizeFlowsInSteps(flows: readonly Flow[], time: BlockTime): Generator<void, FlowsSummary, void> {
  const now = blockMilliseconds(time)
  const count = { scheduled: 0, active: 0, completed: 0, stopped: 0 }
  const running: FlowTimes[] = []
  const stopped: FlowTimes[] = []
  const completed: FlowTimes[] = []
  const newest: LastRun[] = []
  let nextChange = Number.POSITIVE_INFINITY
  for (const [row, flow] of flows.entries()) {
    if (row % flowsPerStep === 0) yield
    const times = timesOf(flow)
    const { startTime, execTime, previousRun, overTime, onceOver } = times
    const status = statusUntilOver(now, startTime, overTime) ?? onceOver
    count[status]++
    if (status === 'active' || status === 'scheduled') running.push(times)
    else if (status === 'stopped') stopped.push(times)
    else completed.push(times)
    if (status === 'active') addRun(newest, { flow, at: previousRun })
    else if (status !== 'scheduled') addRun(newest, { flow, at: execTime })
    for (const change of [startTime, overTime]) if (change > now && change < nextChange) nextChange = change
  }
  const runningFlows = flowsOf(yield* sortInSteps(running, soonestFirst))
  yield
  const stoppedFlows = flowsOf(yield* sortInSteps(stopped, newestEndFirst))
  yield
  const completedFlows = flowsOf(yield* sortInSteps(completed, newestEndFirst))
  yield
  return {
    status: count,
    nextStatusChange: Number.isFinite(nextChange) ? nextChange : null,
    newest: flowsOf(newest),
    running: runningFlows,
    stopped: stoppedFlows,
    completed: completedFlows,
  }
}

function flowsOf(items: readonly { flow: Flow }[]): Flow[] {
  return items.map(({ flow }) => flow)
}

interface LastRun {
  flow: Flow
  at: number
}

const maxNewest = 10

function addRun(newest: LastRun[], run: LastRun): void {
  const oldest = newest[maxNewest - 1]?.at ?? 0
  if (run.at <= oldest) return
  newest.push(run)
  newest.sort((one, other) => other.at - one.at)
  newest.length = Math.min(newest.length, maxNewest)
}

const flowsPerStep = 200

/** Times are in milliseconds since 1970, and 0 if they are invalid. */
interface FlowTimes {
  flow: Flow
  startTime: number
  execTime: number
  /** 0 if the schedule has no earlier run. */
  previousRun: number
  overTime: number
  onceOver: 'completed' | 'stopped'
}

/** A refetch keeps the objects of unchanged flows, so each flow of a large chain is parsed only once. */
const knownTimes = new WeakMap<Flow, FlowTimes>()

function timesOf(flow: Flow): FlowTimes {
  const known = knownTimes.get(flow)
  if (known) return known
  const startTime = clockTime(flow.startTime) || 0
  const execTime = clockTime(flow.execTime) || 0
  const previousRun = execTime - toMilliseconds(flow.interval)
  const times: FlowTimes = {
    flow,
    startTime,
    execTime,
    previousRun: startTime < previousRun && previousRun < execTime ? previousRun : 0,
    overTime: execTime + graceOf(flow),
    onceOver: statusOnceOver(flow),
  }
  knownTimes.set(flow, times)
  return times
}

function soonestFirst(one: FlowTimes, other: FlowTimes): number {
  return (one.execTime || never) - (other.execTime || never)
}

const never = Number.MAX_SAFE_INTEGER

function newestEndFirst(one: FlowTimes, other: FlowTimes): number {
  return other.execTime - one.execTime
}

const runningPerStopped = 4

/** Mixes flows that have stopped into the running ones, because the order of the next runs doesn't find them. */
function mixed(running: readonly Flow[], stopped: readonly Flow[]): Flow[] {
  const order: Flow[] = []
  let group = 0
  for (let start = 0; start < running.length; start += runningPerStopped) {
    order.push(...running.slice(start, start + runningPerStopped), ...stopped.slice(group, group + 1))
    group++
  }
  return order.concat(stopped.slice(group))
}
