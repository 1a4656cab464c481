import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import type { LiveStatus } from '@flow-query/core/live'
import { words } from './words.js'

/** Milliseconds between two rounds of asking everything again, where no connection tells what happens. */
export const pollInterval = 15_000

/** What this file needs to know of a query of TanStack Query. */
interface QueryState {
  state: { data: unknown; error: unknown; dataUpdatedAt: number; errorUpdatedAt: number }
}

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

/** How a page stands with its node, in a word or two: `ago` is when the last answer came. */
export function liveText({ state }: LiveState, { state: connection }: LiveStatus, ago: string): string {
  if (state === 'idle') return ''
  if (state !== 'ok') return words.live[state]
  return connection === 'connected' || connection === 'reconnecting' ? words.live[connection] : words.live.ok(ago)
}

/** Whether an error means that the node is not there or not well, rather than that it answered "no". */
export function isOutage(error: unknown): boolean {
  return outages[errorKind(error)]
}

const outages: Readonly<Record<FlowQueryErrorKind | 'other', boolean>> = {
  argument: false,
  notFound: false,
  unsupported: false,
  tooLarge: false,
  rateLimited: true,
  node: true,
  network: true,
  timeout: true,
  decode: true,
  other: true,
}

/** The kind of an error, as the words have it. */
export function errorKind(error: unknown): FlowQueryErrorKind | 'other' {
  return isFlowQueryError(error) ? error.kind : 'other'
}
