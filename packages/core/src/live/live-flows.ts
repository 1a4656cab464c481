import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { checkInteger, type FlowQueryError } from '../errors.js'
import { type ChainQuery, chainQueries, type LiveQueryClient } from './cache.js'
import type { LiveStatus } from './connection.js'
import { dueFlows } from './due.js'
import type { FlowEvent } from './frames.js'
import { listen } from './listen.js'
import { createPolling } from './polling.js'
import { createRefresher } from './refresh.js'
import { rowsOf } from './rows.js'
import { touch, touchAll, touchFlows } from './touch.js'

export interface LiveFlowsOptions {
  /** Milliseconds between two rounds of asking everything again, while no events come and the page is visible. */
  fallbackInterval?: number | undefined
  /** Called with the present status before `liveFlows` returns, then with each new one. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Ends it: nothing is called or asked any more. */
  signal: AbortSignal
}

/** How it stands where nothing is live: on a server, and before a component is mounted. */
export const notLive: LiveStatus = { state: 'stopped', error: null }

const liveCaches = new WeakMap<LiveQueryClient, WeakMap<FlowClient, LiveCache>>()

/**
 * Keeps what a cache of TanStack Query holds of a chain as it is on the chain.
 *
 * A flow that changed is asked for once, and its answer is written into its own query and into every row of every list and
 * collection that holds it; all other rows stay the same objects. A history asks for its newest page, a list for a new flow
 * likewise. Nothing is asked for that nobody looks at: it is brought up to date when somebody does. An answer that does not
 * show what was told, as of an LCD that lags behind its RPC, is asked for once more, a block later. A flow on the page that
 * is due, and of which nothing is told within five seconds, is asked for, as events get lost and some nodes tell none.
 * Where the node does not answer, data stays, has the error beside it, and is asked for again ten seconds later.
 *
 * After the connection has come about, what was read before is asked once more, as something may have happened in between:
 * of the first connection flows, lists and histories, later all; so is what comes into the cache of a server or a store. What
 * was read at a height stays.
 *
 * Any number of calls for the same client and cache are one; the shortest `fallbackInterval` of them counts. Without `rpc`
 * the state is `polling` where there is one, and `stopped` where there is none; also, with an error, where `rpc` is no URL
 * or there is no WebSocket.
 *
 * @example
 * liveFlows(client, queryClient, { fallbackInterval: 10_000, signal })
 *
 * @throws {FlowQueryError} `argument` for a `fallbackInterval` that is no positive integer
 */
export function liveFlows(client: FlowClient, queryClient: LiveQueryClient, options: LiveFlowsOptions): void {
  if (options.fallbackInterval !== undefined) checkInteger('fallbackInterval', options.fallbackInterval, 1)
  if (options.signal.aborted) return
  const ofClients = liveCaches.get(queryClient) ?? new WeakMap<FlowClient, LiveCache>()
  liveCaches.set(queryClient, ofClients)
  const liveCache = ofClients.get(client) ?? createLiveCache(client, queryClient, () => ofClients.delete(client))
  ofClients.set(client, liveCache)
  liveCache.join(options)
}

interface LiveCache {
  join: (user: LiveFlowsOptions) => void
}

/** Milliseconds in which the frames of a block come: they are one round. */
const frameInterval = 10
/** Milliseconds between two looks for flows that should have run. */
const dueInterval = 5_000
/** How many flows have to run without an event, and none to come, until the node counts as silent. */
const silentAfter = 3

function createLiveCache(client: FlowClient, queryClient: LiveQueryClient, onStop: () => void): LiveCache {
  const users = new Set<LiveFlowsOptions>()
  const listening = new AbortController()
  const refresher = createRefresher(client, queryClient, { onMissedEvent, onGiven })
  const polling = createPolling(poll)
  const lookingForDue = createPolling(askForDue)
  /** By flow, the due time that an event has told of, or that was asked about. */
  const settled = new Map<string, string>()
  let gathered: FlowEvent[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  let hasConnected = false
  let missedEvents = 0
  let connection = notLive
  let shown = notLive

  function onEvents(events: readonly FlowEvent[]): void {
    missedEvents = 0
    if (connection.state === 'silent') setConnection({ state: 'connected', error: null })
    gathered.push(...events)
    gathering ??= setTimeout(() => {
      const round = gathered
      dropGathered()
      settleDue(round)
      touch(round, refresher, client, queryClient)
    }, frameInterval)
  }

  function dropGathered(): void {
    clearTimeout(gathering)
    gathering = undefined
    gathered = []
  }

  function onStatus(status: LiveStatus): void {
    if (status.state === 'connected') {
      dropGathered()
      missedEvents = 0
      if (hasConnected) touchAll(refresher, client, queryClient)
      else touchFlows(refresher, client, queryClient)
      hasConnected = true
    } else if (connection.state === 'connected') refresher.wasLive()
    setConnection(status)
  }

  function setConnection(status: LiveStatus): void {
    connection = status
    settle()
  }

  /** Polls, and tells, as things now stand. */
  function settle(newcomer?: LiveFlowsOptions): void {
    const intervals = [...users].flatMap(({ fallbackInterval }) => fallbackInterval ?? [])
    const interval = intervals.length > 0 ? Math.min(...intervals) : undefined
    polling.every(connection.state === 'connected' ? undefined : interval)
    lookingForDue.every(takesEvents() ? dueInterval : undefined)

    const state = connection.state === 'stopped' && interval !== undefined ? 'polling' : connection.state
    const hasChanged = state !== shown.state || connection.error !== shown.error
    const status = { ...connection, state }
    shown = status
    for (const user of hasChanged ? [...users] : [newcomer])
      if (user && users.has(user)) safely(() => user.onStatus?.(status))
  }

  /** Asks what is looked at, and is not being asked. */
  function poll(): void {
    for (const query of chainQueries(client, queryClient)) {
      if (!query.cached.isActive() || query.cached.state.fetchStatus !== 'idle') continue
      // All of a chain is too much to ask again and again.
      if (query.name === 'flowCollection') refresher.newestChanged(query, 'perhaps')
      else refresher.allChanged(query, 'perhaps')
    }
    askForDue()
  }

  function askForDue(): void {
    const shown = chainQueries(client, queryClient).filter(({ cached }) => cached.isActive())
    const due = [...dueFlows(shown, Date.now())].filter(([id, execTime]) => settled.get(id) !== execTime)
    for (const [id, execTime] of due) settled.set(id, execTime)
    if (due.length > 0) refresher.flowsChanged(new Map(due.map(([id]) => [id, () => 'due'])))
  }

  /** The time of a flow's last run stays where it is: nobody need ask about it. */
  function settleDue(events: readonly FlowEvent[]): void {
    const executed = new Set(events.flatMap(({ type, id }) => (type === 'executed' && id !== null ? [id] : [])))
    for (const query of chainQueries(client, queryClient))
      for (const { id, execTime } of rowsOf(query, executed)) settled.set(id, execTime)
  }

  /** A flow ran, and nobody told. */
  function onMissedEvent(id: string): void {
    for (const query of chainQueries(client, queryClient))
      if (query.name === 'flowHistory' && query.args.id === id) refresher.newestChanged(query, 'perhaps')
    missedEvents++
    if (missedEvents >= silentAfter && connection.state === 'connected') setConnection({ state: 'silent', error: null })
  }

  /** What happened between its answer and now, no mark tells. Before a connection that is so of everything. */
  function onGiven(query: ChainQuery): void {
    if (takesEvents() && query.name.startsWith('flow')) refresher.allChanged(query, 'perhaps')
  }

  function takesEvents(): boolean {
    return connection.state === 'connected' || connection.state === 'silent'
  }

  function leave(user: LiveFlowsOptions): void {
    users.delete(user)
    if (users.size > 0) settle()
    // Where one page follows another, the last leaves just before the next comes, which then has missed nothing.
    else queueMicrotask(() => users.size > 0 || stop())
  }

  function stop(): void {
    listening.abort()
    polling.every(undefined)
    lookingForDue.every(undefined)
    refresher.stop()
    dropGathered()
    onStop()
  }

  try {
    if (client.rpc) listen(client, listening.signal, { onEvents, onStatus })
  } catch (error) {
    connection = { state: 'stopped', error: error as FlowQueryError }
  }
  return {
    join(user) {
      users.add(user)
      user.signal.addEventListener('abort', () => leave(user), { once: true })
      settle(user)
    },
  }
}
