import type { FlowClient } from '../client.js'
import { checkInteger } from '../errors.js'
import type { LiveQueryClient } from './cache.js'
import { LiveCache } from './live-cache.js'
import type { LiveFlowsOptions } from './live-users.js'

const liveCaches = new WeakMap<LiveQueryClient, WeakMap<FlowClient, LiveCache>>()

/**
 * Keeps the cached data of a chain up to date in TanStack Query.
 *
 * A changed flow is fetched once and written into all queries that contain it.
 *
 * If a response doesn't contain an announced change, the LCD lags behind the RPC. The data is then requested again after 5, 10, 20
 * and 40 seconds. Not every run emits an event. So an observed flow is also fetched when its run is 5, 10, 20, 40 and 80 seconds late.
 * The time of the newest block decides when a run is late, because the clock of the device can be wrong.
 * If a request fails, the query's `error` is set, and the request is retried after ten seconds.
 *
 * No event announces a transfer or a grant. So balances, permissions and channels are also refetched every 30 seconds, at most four at
 * a time. No event announces that a node responds again, so all observed queries of the chain with a temporary error are refetched,
 * too, even while there is no connection.
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
  const liveCache = ofClients.get(client) ?? new LiveCache(client, queryClient, () => ofClients.delete(client))
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
