import type { LiveStatus } from '@flow-query/core/live'
import { errorKind, isOutage } from '../node/errors'

/** The polling interval without a live connection, in milliseconds. */
export const pollInterval = 15_000

/** The part of a TanStack Query `Query` that this file reads. */
interface QueryState {
  queryKey: readonly unknown[]
  state: { data: unknown; error: unknown; dataUpdatedAt: number; errorUpdatedAt: number }
}

/** Whether the node responds to the page's queries. Times are in milliseconds since 1970. */
export interface LiveState {
  /** `idle` if the page has no queries. */
  state: 'idle' | 'waiting' | 'ok' | 'failing'
  /** The time of the last response, or 0 before the first one. */
  answeredAt: number
  /** The time of the oldest data whose refetch failed, or 0 if all data is up to date. */
  staleSince: number
  /** The error of a failing query, or null. */
  error: unknown
}

export const idle: LiveState = { state: 'idle', answeredAt: 0, staleSince: 0, error: null }

/**
 * Summarizes the active queries of a page. Returns `before` if nothing has changed.
 *
 * @param before the previous result
 * @param chain the scope of the client
 */
export function liveState(queries: readonly QueryState[], before: LiveState, chain: string): LiveState {
  const states = queries
    .filter(query => isPageQuery(query, chain))
    .map(query => (hasNoAnswer(query.state.data) ? { ...query.state, ...unanswered } : query.state))
  const failed = states.filter(({ error }) => error && isOutage(error))
  // A query without data has no `error` during a retry.
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

/**
 * Excludes simulations, the query for the chain's ID, and queries of other chains. They can fail while the node answers the queries of the
 * page.
 */
function isPageQuery({ queryKey: [prefix, scope, name] }: QueryState, chain: string): boolean {
  return prefix === 'flow-query' && scope === chain && name !== 'flowDryRun'
}

const unanswered = { data: undefined, dataUpdatedAt: 0 }

/** Whether the data is a collection without any loaded page. Core caches such a collection so that loading can continue. */
function hasNoAnswer(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('flows' in data) || !('complete' in data)) return false
  return Array.isArray(data.flows) && data.flows.length === 0 && data.complete === false
}

/** Describes the page's connection. `ago` is the time since the last response. */
export function liveText(
  { state, error: problem }: LiveState,
  { state: connection, error }: LiveStatus,
  isHalted: boolean,
  ago: string,
): string {
  if (state === 'idle') return ''
  if (state === 'waiting') return 'Waiting for the node'
  if (state === 'failing') return isOtherServer(problem) ? 'Not an Intento node' : 'No response'
  if (isHalted) return 'No new blocks'
  if (connection === 'connected') return 'Live'
  if (connection !== 'reconnecting') return `Updated ${ago}`
  return errorKind(error) === 'rateLimited' ? `Updated ${ago} (connection limit reached)` : 'Reconnecting'
}

function isOtherServer(error: unknown): boolean {
  const kind = errorKind(error)
  return kind === 'notANode' || kind === 'decode'
}
