import { liveStarts } from '../cache/live-start.js'
import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { checkInteger, type FlowQueryError } from '../errors.js'
import type { FlowEvent, LiveStatus } from '../events.js'
import { type ChainQuery, chainQueries, holdsFlows, type LiveQueryClient } from './cache.js'
import { createChainClock } from './chain-clock.js'
import { changesFrom } from './changes.js'
import { createPolling } from './polling.js'
import { createRefetch } from './refetch/refetch.js'
import { eventsOf } from './rpc-events.js'
import { createMissedRuns, flowsDueBetween } from './runs/missed-runs.js'
import { accountInterval } from './stale/accounts.js'
import { createStale } from './stale/stale.js'

export interface LiveFlowsOptions {
  /**
   * The polling interval in milliseconds. Observed queries are refetched at this interval while no events arrive and the page is
   * visible. No polling by default.
   */
  fallbackInterval?: number | undefined
  /** Called with the current status before `liveFlows` returns, and whenever the status changes. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Aborting the signal stops all callbacks and requests. */
  signal: AbortSignal
}

/** The status on the server, and before a component mounts. */
export const initialLiveStatus: LiveStatus = { state: 'stopped', error: null }

const liveCaches = new WeakMap<LiveQueryClient, WeakMap<FlowClient, LiveCache>>()

/**
 * Keeps the cached data of a chain up to date in TanStack Query.
 *
 * A changed flow is fetched once and written into all queries that contain it.
 *
 * If a response doesn't contain an announced change, the LCD lags behind the RPC, so the data is requested again after 5, 10, 20
 * and 40 seconds. Not every run emits an event, so an observed flow is also fetched when its run is 5, 10, 20, 40 and 80 seconds late.
 * If a request fails, the query's `error` is set, and the request is retried after ten seconds.
 *
 * No event announces a transfer or a grant, so balances, permissions and channels are also refetched every 30
 * seconds, at most four at a time.
 *
 * Queries with a `height` never change.
 *
 * Calls with the same client and cache share one connection and the shortest `fallbackInterval`. Without a usable `rpc` and
 * WebSocket, the state is `polling` if there is a `fallbackInterval`, and otherwise `stopped`.
 *
 * @example
 * liveFlows(client, queryClient, { fallbackInterval: 10_000, signal })
 *
 * @throws {FlowQueryError} with kind `argument` if `fallbackInterval` is not a positive integer
 */
export function liveFlows(client: FlowClient, queryClient: LiveQueryClient, options: LiveFlowsOptions): void {
  if (options.fallbackInterval !== undefined) checkInteger('fallbackInterval', options.fallbackInterval, 1, 10_000)
  if (options.signal.aborted) return
  if (!client.rpc && options.fallbackInterval === undefined) warnAboutRpc()
  const ofClients = liveCaches.get(queryClient) ?? new WeakMap<FlowClient, LiveCache>()
  liveCaches.set(queryClient, ofClients)
  const liveCache = ofClients.get(client) ?? createLiveCache(client, queryClient, () => ofClients.delete(client))
  ofClients.set(client, liveCache)
  liveCache.join(options)
}

/** Bundlers replace this variable, like in TanStack Query, so that production builds don't contain the warning. */
declare const process: { env: { NODE_ENV?: string } }
let hasWarned = false

function warnAboutRpc(): void {
  if (process.env.NODE_ENV === 'production' || hasWarned) return
  hasWarned = true
  console.warn(
    'flow-query: Nothing updates live, because the client has no `rpc`. Set it in `createFlowClient`, or set `fallbackInterval` to poll.',
  )
}

export interface LiveCache {
  join: (user: LiveFlowsOptions) => void
  isStale: () => boolean
}

/** Frames within this many milliseconds are handled together, because a block can cause several. */
const frameInterval = 10
/** If more flows than this were due while the chain had stopped, all data is refetched. */
const mostDueReads = 100
const dueInterval = 5_000

export function createLiveCache(client: FlowClient, queryClient: LiveQueryClient, onStop: () => void): LiveCache {
  const users = new Set<LiveFlowsOptions>()
  const listening = new AbortController()
  const stale = createStale(client)
  const refetch = createRefetch(client, queryClient, stale)
  const polling = createPolling(poll)
  const dueChecks = createPolling(() => void checkDueFlows())
  const accountChecks = createPolling(pollAccounts)
  let gathered: FlowEvent[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  let hasConnected = false
  let started = () => {}
  let connection = initialLiveStatus
  let shown = initialLiveStatus

  const queries = () => chainQueries(client, queryClient)
  const missedRuns = createMissedRuns(client, queries)
  const updateChainTime = createChainClock(client, queryClient, {
    areFlowsStale: () => isAnyStale(query => query.cached.isActive() && holdsFlows(query)),
    markDue,
    signal: listening.signal,
  })

  function onEvents(events: readonly FlowEvent[]): void {
    if (connection.state === 'silent') setConnection({ state: 'connected', error: null })
    gathered = gathered.concat(events)
    gathering ??= setTimeout(() => {
      const round = gathered
      dropGathered()
      missedRuns.eventsArrived(round)
      applyEvents(round)
    }, frameInterval)
  }

  function applyEvents(events: readonly FlowEvent[]): void {
    stale.apply(changesFrom(events), queries())
    refetch.schedule()
  }

  function dropGathered(): void {
    clearTimeout(gathering)
    gathering = undefined
    gathered = []
  }

  function onStatus(status: LiveStatus): void {
    if (status.state !== 'connecting') started()
    if (status.state === 'connected') {
      dropGathered()
      missedRuns.connected()
      stale.connected(queries(), !hasConnected)
      refetch.schedule()
      hasConnected = true
    } else {
      stale.disconnected()
      if (connection.state === 'connected') refetch.confirmFresh()
    }
    setConnection(status)
  }

  function setConnection(status: LiveStatus): void {
    connection = status
    update()
  }

  function update(newcomer?: LiveFlowsOptions): void {
    const intervals = [...users].flatMap(({ fallbackInterval }) => fallbackInterval ?? [])
    const interval = intervals.length > 0 ? Math.min(...intervals) : undefined
    polling.every(connection.state === 'connected' ? undefined : interval)
    const isOpen = connection.state === 'connected' || connection.state === 'silent'
    dueChecks.every(isOpen ? dueInterval : undefined)
    accountChecks.every(isOpen ? accountInterval : undefined)

    const state = connection.state === 'stopped' && interval !== undefined ? 'polling' : connection.state
    const hasChanged = state !== shown.state || connection.error !== shown.error
    const status = { ...connection, state }
    shown = status
    for (const user of hasChanged ? [...users] : [newcomer])
      if (user && users.has(user)) safely(() => user.onStatus?.(status))
  }

  function poll(): void {
    // While flows are stale, the time isn't written.
    void updateChainTime()
    stale.polled(queries())
    readDueRuns()
  }

  function pollAccounts(): void {
    stale.accountsPolled(queries())
    refetch.schedule()
  }

  function readDueRuns(): void {
    applyRuns(missedRuns.takeDue())
    refetch.schedule()
  }

  async function checkDueFlows(): Promise<void> {
    void updateChainTime()
    readDueRuns()
    if (connection.state !== 'connected') return
    const isSilent = await missedRuns.isNodeSilent(listening.signal)
    if (isSilent && connection.state === 'connected') setConnection({ state: 'silent', error: null })
  }

  function applyRuns(ids: Iterable<string>): void {
    const changes = [...ids].flatMap(id => [
      { kind: 'flow', id, certainty: 'possible' } as const,
      { kind: 'newest', query: { name: 'flowHistory', id }, certainty: 'possible' } as const,
      { kind: 'accounts', id, owner: null, certainty: 'possible' } as const,
    ])
    if (changes.length > 0) stale.apply(changes, queries())
  }

  function markDue(from: number, to: number): void {
    const due = new Set(queries().flatMap(query => flowsDueBetween(query, from, to).map(({ id }) => id)))
    if (due.size > mostDueReads) stale.connected(queries(), false)
    else applyRuns(due)
    refetch.schedule()
  }

  function isAnyStale(isIncluded: (query: ChainQuery) => boolean): boolean {
    return gathered.length > 0 || [...stale.queries(), ...queries().filter(stale.isBusy)].some(isIncluded)
  }

  function leave(user: LiveFlowsOptions): void {
    users.delete(user)
    if (users.size > 0) update()
    // When one page replaces another, the last user leaves just before the next one arrives.
    else queueMicrotask(() => users.size > 0 || stop())
  }

  function stop(): void {
    listening.abort()
    started()
    for (const checks of [polling, dueChecks, accountChecks]) checks.every(undefined)
    refetch.stop()
    dropGathered()
    onStop()
  }

  try {
    const events = eventsOf(client)
    if (events) {
      started = liveStarts(queryClient, client.scope)
      events.listen({ onEvents, onStatus }, listening.signal)
    }
  } catch (error) {
    started()
    connection = { state: 'stopped', error: error as FlowQueryError }
  }
  return {
    join(user) {
      users.add(user)
      user.signal.addEventListener('abort', () => leave(user), { once: true })
      update(user)
    },
    isStale: () => isAnyStale(() => true),
  }
}
