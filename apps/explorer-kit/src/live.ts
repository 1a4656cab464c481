import { type Flow, type FlowHistoryEntry, type FlowQueryErrorKind, isFlowQueryError, toDate } from '@flow-query/core'

/** Milliseconds between two questions. */
const due = 2_000
const failing = 4_000
const usual = 8_000
const seldom = 20_000

/** After this long, an execution can be read; when it is later than `patience`, it will not come. */
const blockTime = 1_500
const patience = 60_000

/** What this file needs to know of a query of TanStack Query. */
interface QueryState {
  state: { data: unknown; error: unknown; dataUpdatedAt: number; errorUpdatedAt: number }
}

/**
 * Milliseconds until a query should be asked again, as TanStack Query's `refetchInterval` takes it: shortly after the
 * next execution that its data tells of, else every few seconds; seldom where little can change.
 */
export function pollInterval({ state: { data, error } }: QueryState, now: number = Date.now()): number {
  if (error) return isOutage(error) ? failing : seldom
  const { runs, pages, changes } = contents(data, now)
  const soonest = Math.min(...runs.filter(time => time > now - patience))
  const wait = soonest + blockTime - now
  // Each page of a list is asked again, so a long list is asked less often.
  return Math.max(pages * 1_000, Math.min(wait > 0 ? wait : due, changes ? usual : seldom))
}

/** When something in a query's data is expected to run, how many pages it has, and whether it may change otherwise. */
function contents(data: unknown, now: number): { runs: number[]; pages: number; changes: boolean } {
  const flow = (data ?? {}) as Partial<Flow>
  if (flow.execTime) return { runs: [timeOf(flow.execTime)], pages: 1, changes: timeOf(flow.execTime) > now - patience }
  const { pages } = (data ?? {}) as { pages?: { flows?: Flow[]; history?: FlowHistoryEntry[] }[] }
  const flows = pages?.flatMap(page => page.flows ?? []) ?? []
  const history = pages?.[0]?.history
  return {
    runs: [...flows.map(flow => timeOf(flow.execTime)), ...(history ? [expectedRun(history)] : [])],
    pages: pages?.length ?? 1,
    changes: data === undefined || pages !== undefined,
  }
}

/** When the next execution is to be expected after those that were read newest first: after the same time again. */
function expectedRun([newest, before]: FlowHistoryEntry[]): number {
  const [last, previous] = [newest, before].map(entry => timeOf(entry?.scheduledExecTime ?? ''))
  return last && previous ? last + Math.max(last - previous, due) : 0
}

const timeOf = (time: string) => toDate(time)?.getTime() ?? 0

/** How a page stands with its node. Times are milliseconds since 1970, 0 for never. */
export interface LiveState {
  /** `idle`: the page asks nothing. */
  state: 'idle' | 'waiting' | 'ok' | 'failing'
  /** When the last answer came. */
  answeredAt: number
  /** Since when the oldest of what is shown could not be renewed; 0 where all of it could, or nothing is shown. */
  staleSince: number
  /** Why there is no answer now. */
  error: unknown
}

export const idle: LiveState = { state: 'idle', answeredAt: 0, staleSince: 0, error: null }

/** How a page stands with its node, from the queries that it shows and from how it stood; the same object while nothing changes. */
export function liveState(queries: readonly QueryState[], before: LiveState): LiveState {
  const states = queries.map(query => query.state)
  const failed = states.filter(({ error }) => error && isOutage(error))
  // A query without data forgets its error while it tries again.
  const tries = states.some(({ data, error, errorUpdatedAt }) => errorUpdatedAt > 0 && data === undefined && !error)
  const stillFailing = before.state === 'failing' && tries
  const answers = states.map(({ error, dataUpdatedAt, errorUpdatedAt }) =>
    error && !isOutage(error) ? errorUpdatedAt : dataUpdatedAt,
  )
  const answeredAt = Math.max(0, ...answers)
  const stale = failed.filter(({ data }) => data !== undefined).map(({ dataUpdatedAt }) => dataUpdatedAt)
  const next: LiveState = {
    state: failed.length || stillFailing ? 'failing' : answeredAt ? 'ok' : states.length ? 'waiting' : 'idle',
    answeredAt,
    staleSince: stale.length ? Math.min(...stale) : 0,
    error: failed[0]?.error ?? (stillFailing ? before.error : null),
  }
  const same = (Object.keys(next) as (keyof LiveState)[]).every(name => next[name] === before[name])
  return same ? before : next
}

/** Whether an error means that the node is not there or not well, rather than that it answered "no". */
export function isOutage(error: unknown): boolean {
  return !/argument|notFound|unsupported|tooLarge/.test(errorKind(error))
}

/** The kind of an error, as the words have it. */
export function errorKind(error: unknown): FlowQueryErrorKind | 'other' {
  return isFlowQueryError(error) ? error.kind : 'other'
}
