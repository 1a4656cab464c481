import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import type { LiveStatus } from '@flow-query/core/live'
import { nodeNames } from '@flow-query/core/parts/request'
import type { FastifyInstance } from 'fastify'
import { ChainGuard } from './chain/guard.js'
import { addCollections } from './collections/collections.js'
import type { EventLimits } from './events/clients.js'
import { addEvents } from './events/events.js'
import type { GatewayEvents } from './events/source.js'
import { limitRequests } from './limits/limits.js'
import { limitUnsentBodies } from './limits/slow-clients.js'
import { measureEventLag } from './operations/event-lag.js'
import { createFailureLog } from './operations/failures.js'
import { registerHealth } from './operations/health.js'
import { logRequests } from './operations/log.js'
import { createGatewayMetrics, measureRequests } from './operations/metrics.js'
import type { ChainOptions } from './options.js'
import { sendErrorsLikeNodes } from './problems.js'
import type { ReadsObserver } from './reads/observer.js'
import { addReads } from './reads/reads.js'
import { gatewayHeader } from './reads/reply.js'
import { shareResponses } from './redis/shared-responses.js'

const longestFirstConnection = 3_000

export interface MountedGateway {
  readonly metrics: ReturnType<typeof createGatewayMetrics>
  readonly unreachable: readonly string[]
  readonly stopAdvertising: () => void
  readonly isStopping: () => boolean
  readonly closeClients: (code: number, reason: string) => void
  readonly closeUpstream: () => void
}

export async function mountGateway(
  app: FastifyInstance,
  options: ChainOptions,
  limits?: Partial<EventLimits>,
): Promise<MountedGateway> {
  const rpcs = [options.rpc ?? []].flat()
  const stopped = new AbortController()
  let isStopping = false
  const metrics = createGatewayMetrics()
  const failures = createFailureLog(app.log)
  await addHooks(app, options, metrics)

  const shared =
    options.redis === undefined
      ? undefined
      : shareResponses(options.redis, () => guard.chainId, {
          onFailure: reason => {
            metrics.redisFailed()
            failures.failed('redis', `Redis failed, so this gateway sends all its requests to the nodes: ${reason}`)
          },
          onSuccess: () => void failures.works('redis', 'Redis works again'),
        })
  // The nodes of the list belong to one chain. The name only appears in cache keys of the client, which the gateway doesn't use.
  const client = createFlowClient({
    ...options,
    chainId: 'chain',
    versions: [v1, v1beta1],
    rpc: undefined,
    fetch: fetchWithoutRedirects(options),
  })
  const { settings } = client
  const lcds = nodeNames(settings.endpoints.map(({ url }) => url))
  const guard = new ChainGuard({
    settings,
    lcds,
    rpcs,
    log: app.log,
    onRefused: metrics.nodeRefused,
    onReplaced: options.onFatal ?? throwUncaught,
  })
  const { events, closeClients } = addEvents(app, {
    rpc: rpcs,
    WebSocket: options.WebSocket,
    accept: (host, report) => guard.checkRpc(host, report),
    limits,
    observer: metrics,
  })
  function closeUpstream(): void {
    stopped.abort()
    events.close()
    shared?.close()
  }
  const reads = addReads(app, {
    client,
    events,
    guard,
    cacheBytes: options.cacheBytes,
    shared,
    signal: stopped.signal,
    observer: observerOf(metrics, lcds, failures),
  })
  events.listen({ onEvents: () => {}, onStatus: status => reportStatus(app, metrics, failures, status) })
  measureEventLag(events, metrics.eventsArrived)
  addCollections(app, {
    client: createInternalClient(options, reads.fetch, events),
    chainId: () => guard.chainId,
    signal: stopped.signal,
  })
  registerHealth(app, {
    hasNode: () => guard.isAnyLcdUp(),
    problems: () => guard.problems,
    hasCache: () => reads.size.entries > 0,
    isStopping: () => isStopping,
  })

  let unreachable: string[]
  try {
    unreachable = await guard.start()
    events.open()
    await events.attempted(longestFirstConnection)
    guard.throwIfRefused()
  } catch (error) {
    closeUpstream()
    throw error
  }
  return {
    metrics,
    unreachable,
    stopAdvertising: () => {
      isStopping = true
    },
    isStopping: () => isStopping,
    closeClients,
    closeUpstream,
  }
}

/** Returns a client whose requests go through the cache. */
function createInternalClient(
  options: ChainOptions,
  fetch: typeof globalThis.fetch,
  events: GatewayEvents,
): FlowClient {
  const lcd = 'http://gateway.internal'
  return createFlowClient({ ...options, lcd, versions: [v1, v1beta1], retries: 0, fetch, rpc: undefined, events })
}

/** A redirect could lead to any address. */
function fetchWithoutRedirects({ fetch = globalThis.fetch }: ChainOptions): typeof globalThis.fetch {
  return (url, init) => fetch(url, { ...init, redirect: 'manual' })
}

async function addHooks(
  app: FastifyInstance,
  { requestsPerMinute = 0 }: ChainOptions,
  metrics: MountedGateway['metrics'],
): Promise<void> {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header(gatewayHeader, '1')
    done()
  })
  logRequests(app)
  measureRequests(app, metrics)
  sendErrorsLikeNodes(app)
  limitUnsentBodies(app)
  await limitRequests(app, { requestsPerMinute })
}

function observerOf(
  metrics: MountedGateway['metrics'],
  names: ReadonlyMap<string, string>,
  failures: ReturnType<typeof createFailureLog>,
): ReadsObserver {
  return {
    onRead: (query, result) => result !== 'error' && metrics.cacheResult(query, result),
    onUpstream: ({ url, status, durationMs }) =>
      metrics.upstreamRequest(names.get(url) ?? url, status || null, durationMs / 1_000),
    onFailure: (url, { shortMessage }) => failures.failed(url, `a node failed: ${shortMessage}`),
  }
}

function reportStatus(
  app: FastifyInstance,
  metrics: MountedGateway['metrics'],
  failures: ReturnType<typeof createFailureLog>,
  { state, error }: LiveStatus,
): void {
  metrics.upstreamConnected(state === 'connected')
  // The stack of a network error has no information.
  if (error) {
    failures.failed('events', `no events arrive, because ${error.shortMessage}`)
    return
  }
  const hasRecovered = state === 'connected' && failures.works('events', 'events arrive again')
  if (!hasRecovered) app.log.info(`events: ${state}`)
}

function throwUncaught(error: Error): void {
  queueMicrotask(() => {
    throw error
  })
}
