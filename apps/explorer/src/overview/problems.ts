import { formatCount, formatNumber } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'

/** When the problem of a flow hurts next. */
export type ProblemGroup = 'hour' | 'today' | 'week' | 'later' | 'failing' | 'stopped'

export const groupNames: Readonly<Record<ProblemGroup, string>> = {
  hour: 'Next hour',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  failing: 'Failing already',
  stopped: 'Stopped',
}

/** The flows that need attention. Each flow is in one of the lists. */
export interface Problems {
  /** Flows that will fail or stop for good, soonest first. */
  expected: readonly FlowVerdict[]
  /** Flows that fail but don't stop, worst first. */
  failing: readonly FlowVerdict[]
  /** Flows that have ended with a failure or were stopped, most recent end first. */
  stopped: readonly FlowVerdict[]
}

/** @param worst the flows that need attention, worst first */
export function problemsOf(worst: readonly FlowVerdict[]): Problems {
  const kinds = { expected: [] as FlowVerdict[], failing: [] as FlowVerdict[], stopped: [] as FlowVerdict[] }
  for (const verdict of worst) kinds[kindOf(verdict)].push(verdict)
  kinds.expected.sort((one, other) => failureTime(one) - failureTime(other))
  return kinds
}

function kindOf({ state }: FlowVerdict): keyof Problems {
  if (state === 'willFail' || state === 'willStop') return 'expected'
  return state === 'ended' ? 'stopped' : 'failing'
}

/** Returns the group of a flow that needs attention. */
function groupOf(verdict: FlowVerdict, now: number): ProblemGroup {
  const kind = kindOf(verdict)
  if (kind !== 'expected') return kind
  const time = failureTime(verdict)
  return timedGroups.find(group => time < endOf(group, now)) ?? 'later'
}

const timedGroups = ['hour', 'today', 'week', 'later'] as const

/** Returns when the time of a group ends, in milliseconds since 1970. Groups without a time have no end. */
export function endOf(group: ProblemGroup, now: number): number {
  if (group === 'hour') return now + hour
  if (group === 'today') return new Date(now).setHours(24, 0, 0, 0)
  return group === 'week' ? now + 7 * 24 * hour : Number.POSITIVE_INFINITY
}

const hour = 3_600_000

function failureTime({ failure }: FlowVerdict): number {
  return Date.parse(failure?.at ?? '')
}

/** Divides rows into groups, in the order of the groups, and keeps the order of the rows. */
export function groupRows(rows: readonly FlowVerdict[], now: number): [ProblemGroup, FlowVerdict[]][] {
  const groups = new Map<ProblemGroup, FlowVerdict[]>()
  for (const row of rows) {
    const group = groupOf(row, now)
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  const order = Object.keys(groupNames) as ProblemGroup[]
  return order.flatMap(group => {
    const rows = groups.get(group)
    return rows ? [[group, rows]] : []
  })
}

/**
 * Returns the number of flows in each group. Flows that the list shows are counted where it shows them, because it keeps rows in their
 * places while the problems of flows change.
 */
export function countsOf(
  { expected, failing, stopped }: Problems,
  shown: readonly FlowVerdict[],
  now: number,
): ReadonlyMap<ProblemGroup, number> {
  const ids = new Set(shown.map(({ flow }) => flow.id))
  const others = [...expected, ...failing, ...stopped].filter(({ flow }) => !ids.has(flow.id))
  return new Map(groupRows([...shown, ...others], now).map(([group, rows]) => [group, rows.length]))
}

/** Whether the flows of a group are listed by the time of their next failure. */
export function isTimed(group: ProblemGroup): boolean {
  return group !== 'failing' && group !== 'stopped'
}

interface Progress {
  checked: number
  /** Null if only the newest flows are loaded. */
  total: number | null
  /** Whether the first checks have finished. */
  isSorted: boolean
  /** If the flows are checked soonest first, the time up to which the list is complete, such as `14:20`. */
  until: string | null
}

/** The worst news of a page. `at` is the time of the next failure, which follows the text. */
export interface Headline {
  text: string
  at: string | null
}

/** Returns the worst news: the next failures, the flows that are failing, or that no failures are expected. */
export function headlineOf({ expected, failing }: Problems, { checked, total, isSorted, until }: Progress): Headline {
  const isComplete = checked === total
  const countOf = (count: number) =>
    isComplete ? formatCount(count, 'flow') : `${formatNumber(count)} of ${formatCount(checked, 'checked flow')}`
  const [next] = expected
  if (next) {
    const text = `${countOf(expected.length)} will fail`
    return { text: expected.length === 1 ? text : `${text}, the next`, at: next.failure?.at ?? null }
  }
  if (!isSorted) return { text: 'Checking the next runs…', at: null }
  if (failing.length > 0)
    return { text: `${countOf(failing.length)} ${failing.length === 1 ? 'is' : 'are'} failing`, at: null }
  if (isComplete) return { text: 'No failures expected', at: null }
  return { text: `No failures expected ${until === null ? 'so far' : `until ${until}`}`, at: null }
}
