import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { checkInteger, type FlowQueryError } from '../errors.js'
import type { LiveStatus } from './connection.js'
import type { FlowEvent } from './frames.js'
import { listen } from './listen.js'
import { createPolling } from './polling.js'
import { createRefetching, type LiveQueryClient } from './refetching.js'
import { everything, flowsAndHistories, touchedBy } from './touched.js'

export interface LiveFlowsOptions {
  /** Milliseconds between two rounds of asking everything again, while there is no connection and the page is visible. */
  fallbackInterval?: number | undefined
  /** Called with the present status before `liveFlows` returns, then with each new one. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Ends it: nothing is called or asked any more. */
  signal: AbortSignal
}

/** Milliseconds in which the frames of a block come: they are one round. */
const gathering = 10

const followed = new WeakMap<LiveQueryClient, WeakMap<FlowClient, Following>>()

/** How it stands where nothing is followed: on a server, and before a component is mounted. */
export const notLive: LiveStatus = { state: 'stopped', error: null }

/**
 * Keeps what a cache of TanStack Query holds of a chain as it is on the chain.
 *
 * An event touches its flow, the histories of that flow where it ran, the lists that hold it and, where it is a new one,
 * those that miss it. What is looked at is asked again, at most once a block; the rest is marked as stale. After the
 * connection has come about, what was read before is asked once more, as something may have happened in between: of the
 * first connection flows, lists and histories, later all. What was read at a height stays.
 *
 * Any number of calls for the same client and cache are one; the shortest `fallbackInterval` of them counts. Without `rpc`
 * the state is `polling` where there is one, and `stopped` where there is none; also, with an error, where `rpc` is no URL
 * or there is no WebSocket.
 *
 * @throws {FlowQueryError} `argument` for a `fallbackInterval` that is no positive integer
 */
export function liveFlows(client: FlowClient, cache: LiveQueryClient, options: LiveFlowsOptions): void {
  if (options.fallbackInterval !== undefined) checkInteger('fallbackInterval', options.fallbackInterval, 1)
  if (options.signal.aborted) return
  const clients = followed.get(cache) ?? new WeakMap<FlowClient, Following>()
  followed.set(cache, clients)
  const following = clients.get(client) ?? follow(client, cache, () => clients.delete(client))
  clients.set(client, following)
  following.join(options)
}

interface Following {
  join: (follower: LiveFlowsOptions) => void
}

function follow(client: FlowClient, cache: LiveQueryClient, onStop: () => void): Following {
  const followers = new Set<LiveFlowsOptions>()
  const listening = new AbortController()
  const refetching = createRefetching(client, cache)
  const polling = createPolling(refetching.poll)
  let gathered: FlowEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let connections = 0
  let live = notLive
  let told = live

  function gather(events: FlowEvent[]): void {
    for (const { height } of events) refetching.saw(height)
    gathered.push(...events)
    timer ??= setTimeout(() => {
      const round = gathered
      forget()
      refetching.touch(touchedBy(round), Math.max(...round.map(event => event.height)))
    }, gathering)
  }

  function forget(): void {
    clearTimeout(timer)
    timer = undefined
    gathered = []
  }

  function onStatus(status: LiveStatus): void {
    live = status
    if (status.state === 'reconnecting') refetching.restart()
    if (status.state === 'connected') {
      forget()
      refetching.touch(connections++ ? everything : flowsAndHistories, Number.POSITIVE_INFINITY)
    }
    settle()
  }

  /** Polls, and tells, as things now stand. */
  function settle(newcomer?: LiveFlowsOptions): void {
    const interval = Math.min(...[...followers].map(follower => follower.fallbackInterval ?? Number.POSITIVE_INFINITY))
    polling.every(live.state === 'connected' ? Number.POSITIVE_INFINITY : interval)
    const state = live.state === 'stopped' && Number.isFinite(interval) ? 'polling' : live.state
    const changed = state !== told.state || live.error !== told.error
    told = { ...live, state }
    const status = told
    for (const follower of changed ? [...followers] : [newcomer])
      if (follower && followers.has(follower)) safely(() => follower.onStatus?.(status))
  }

  function leave(follower: LiveFlowsOptions): void {
    followers.delete(follower)
    if (followers.size) settle()
    // Where one page follows another, the last leaves just before the next comes, which then has missed nothing.
    else queueMicrotask(() => followers.size || stop())
  }

  function stop(): void {
    listening.abort()
    polling.stop()
    refetching.stop()
    forget()
    onStop()
  }

  try {
    if (client.rpc) listen(client, listening.signal, { onEvents: gather, onStatus })
  } catch (error) {
    live = { state: 'stopped', error: error as FlowQueryError }
  }
  return {
    join(follower) {
      followers.add(follower)
      follower.signal.addEventListener('abort', () => leave(follower), { once: true })
      settle(follower)
    },
  }
}
