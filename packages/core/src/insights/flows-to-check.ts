import { clockTime, toMilliseconds } from '../convert.js'
import { blockMilliseconds, flowStatus, graceOf, statusOnceOver, statusUntilOver } from '../status.js'
import type { BlockTime, Flow } from '../types.js'
import { finish, sortInSteps } from './steps.js'

/**
 * Returns the flows whose history must be read to know their health, in an order that finds problems early.
 *
 * Lists of flows don't contain outcomes, so finding all failing flows of a chain takes one request per flow. The order is:
 *
 * - Active flows and flows that stopped before their end time. They alternate between weekly, daily, hourly and more frequent
 *   schedules, so the first few hundred flows include all kinds.
 * - Completed flows, newest first
 *
 * Flows that haven't started yet are not included. The order doesn't change when a flow runs, so you can check more and more flows
 * from the start of the list without repeating requests.
 *
 * @example
 * const candidates = flowsToCheck(flows, time)
 * const { data } = useFlowsHealth({ flows: candidates.slice(0, 500) })
 * const worst = data.filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
 */
export function flowsToCheck(flows: readonly Flow[], time: BlockTime): Flow[] {
  return finish(flowsToCheckInSteps(flows, time))
}

/** Returns the flows of `flowsToCheck`, without those that ended longer ago than `endedWithin` milliseconds. */
export function recentFlowsToCheck(flows: readonly Flow[], time: BlockTime, endedWithin: number): Flow[] {
  const earliest = blockMilliseconds(time) - endedWithin
  // The last run of an ended flow is the one at its `execTime`.
  const isRecent = (flow: Flow) => flowStatus(flow, time) === 'active' || clockTime(flow.execTime) >= earliest
  return flowsToCheck(flows, time).filter(isRecent)
}

/**
 * Returns the same flows as {@link flowsToCheck}, but computes them in steps of about a millisecond.
 *
 * @example
 * const steps = flowsToCheckInSteps(flows, time)
 * let step = steps.next()
 * while (!step.done) {
 *   await scheduler.yield()
 *   step = steps.next()
 * }
 * const candidates = step.value
 */
export function* flowsToCheckInSteps(flows: readonly Flow[], time: BlockTime): Generator<void, Flow[], void> {
  const now = blockMilliseconds(time)
  const stopped: Facts[] = []
  const completed: Facts[] = []
  const active = shortestIntervals.map((): Facts[] => [])
  for (const [row, flow] of flows.entries()) {
    if (row % flowsPerStep === 0) yield
    const facts = factsOf(flow)
    const { startTime, overTime, schedule, onceOver } = facts
    const status = statusUntilOver(now, startTime, overTime) ?? onceOver
    if (status === 'active') active[schedule]?.push(facts)
    else if (status === 'stopped') stopped.push(facts)
    else if (status === 'completed') completed.push(facts)
  }
  const first = alternate([...active, yield* sortInSteps(stopped, newestEndFirst)])
  yield
  return [...first, ...(yield* sortInSteps(completed, newestEndFirst))].map(({ flow }) => flow)
}

/** A step takes about a millisecond, because each flow is parsed. */
const flowsPerStep = 200

interface Facts {
  flow: Flow
  startTime: number
  execTime: number
  overTime: number
  schedule: number
  onceOver: 'completed' | 'stopped'
}

/** A refetch keeps the objects of unchanged flows, so each flow of a large chain is parsed only once. */
const knownFacts = new WeakMap<Flow, Facts>()

function factsOf(flow: Flow): Facts {
  const known = knownFacts.get(flow)
  if (known) return known
  const interval = toMilliseconds(flow.interval) || 0
  const execTime = clockTime(flow.execTime)
  const facts: Facts = {
    flow,
    startTime: clockTime(flow.startTime),
    execTime,
    overTime: execTime + graceOf(flow),
    schedule: shortestIntervals.findIndex(shortest => interval >= shortest),
    onceOver: statusOnceOver(flow),
  }
  knownFacts.set(flow, facts)
  return facts
}

const shortestIntervals = [604_800_000, 86_400_000, 3_600_000, 0]

function newestEndFirst(one: Facts, other: Facts): number {
  return (other.execTime || 0) - (one.execTime || 0)
}

function alternate<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const items: Item[] = []
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let index = 0; index < longest; index++) {
    for (const list of lists) {
      const item = list[index]
      if (item !== undefined) items.push(item)
    }
  }
  return items
}
