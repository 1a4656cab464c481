import cors from '@fastify/cors'
import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { changesFrom } from '@flow-query/core/live'
import { checkSilence } from '@flow-query/core/parts/events'
import { createDueRuns } from '@flow-query/core/parts/runs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChainGuard } from '../chain/guard.js'
import type { GatewayEvents } from '../events/source.js'
import { clientNetwork } from '../limits/network.js'
import { withoutPrefix } from '../paths.js'
import { sendProblem } from '../problems.js'
import { responseOf } from '../raw-response.js'
import type { SharedResponses } from '../redis/shared-responses.js'
import { ResponseCache } from './cache.js'
import type { CachedRead } from './entries.js'
import { createInternalFetch } from './internal.js'
import type { ReadsObserver } from './observer.js'
import { Reader } from './read.js'
import { exposedHeaders, requestedHeight, sendEntry, sendError } from './reply.js'
import { createRoutes, simulatePath } from './routes.js'
import { NodeUpstream } from './upstream.js'

export interface ReadsSettings {
  client: FlowClient
  events: GatewayEvents
  guard: ChainGuard
  cacheBytes: number | undefined
  /** Aborted when the gateway closes. */
  signal: AbortSignal
  shared?: SharedResponses | undefined
  observer?: Partial<ReadsObserver> | undefined
}

export interface Reads {
  readonly size: { readonly entries: number; readonly bytes: number }
  readonly fetch: typeof fetch
}

const longestSimulation = 262_144

export function addReads(app: FastifyInstance, settings: ReadsSettings): Reads {
  const { client, events, guard, cacheBytes = 256_000_000, signal, shared, observer = {} } = settings
  const allowed = createRoutes(client.settings.service)
  const dueRuns = createDueRuns()
  const cache = new ResponseCache(cacheBytes, dueRuns)
  const upstream = new NodeUpstream(client, guard, height => cache.isPossible(height), observer)
  const reader = new Reader(cache, upstream, shared)
  let isCheckingSilence = false

  followEvents(cache, events, signal)

  app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST'],
    allowedHeaders: ['content-type', 'if-none-match', 'x-cosmos-block-height'],
    exposedHeaders: exposedHeaders.join(', '),
    maxAge: 86_400,
  })

  // Most responses are in the cache. They are sent without waiting for a promise, which would take as long as everything else here.
  app.get('/*', (request, reply) => {
    const found = allowed(withoutPrefix(request.raw.url ?? '', app.prefix))
    if (!found) return reply.callNotFound()
    request.readQuery = found.query
    const height = requestedHeight(request)
    if (height === null) return sendProblem(reply, 400, 3, 'invalid height header: must be a block height')
    const cachedRead: CachedRead = height === undefined ? found : { ...found, height }
    const entry = cache.get(cachedRead)
    if (!entry || !cache.isFresh(entry)) return readAndSend(cachedRead, request, reply)
    observer.onRead?.(found.query, 'hit')
    return sendEntry(request, reply, entry, cache.isBehind(entry))
  })

  const read: Reader['read'] = async (...request) => {
    const response = await reader.read(...request)
    if (dueRuns.suspects().length > 0) void reportSilence()
    return response
  }

  /** Releases before 0.9.3 send no events, so their clients must poll. */
  async function reportSilence(): Promise<void> {
    if (isCheckingSilence) return
    isCheckingSilence = true
    try {
      if (await checkSilence(client, dueRuns)) await events.silent()
    } finally {
      isCheckingSilence = false
    }
  }

  async function readAndSend(cachedRead: CachedRead, request: FastifyRequest, reply: FastifyReply) {
    const response = await read(cachedRead, clientNetwork(request))
    observer.onRead?.(cachedRead.query, response.kind === 'error' ? 'error' : response.result)
    if (response.kind === 'error') return sendError(reply, response.error, response.raw)
    const { entry, isStale } = response
    await sendEntry(request, reply, entry, isStale || cache.isBehind(entry))
    return reply
  }

  addSimulations(app, upstream)
  // The response of a node to an unknown path or method.
  app.setNotFoundHandler((_, reply) => sendProblem(reply, 501, 12, 'Not Implemented'))

  return {
    fetch: createInternalFetch(allowed, read, upstream, cache),
    get size() {
      return cache.size
    },
  }
}

/** The body is forwarded unchanged. */
function addSimulations(app: FastifyInstance, upstream: NodeUpstream): void {
  app.register(async simulations => {
    simulations.removeAllContentTypeParsers()
    simulations.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    simulations.post(simulatePath, { bodyLimit: longestSimulation }, async (request, reply) => {
      try {
        const { raw } = await upstream.read(
          { query: 'flowDryRun', target: simulatePath, body: String(request.body) },
          { address: clientNetwork(request) },
        )
        return reply.header('cache-control', 'no-store').code(raw.status).type(raw.contentType).send(raw.body)
      } catch (error) {
        if (!isFlowQueryError(error)) throw error
        return sendError(reply, error, responseOf(error))
      }
    })
  })
}

const heightInterval = 5_000
/** If an event is this many blocks later than anything before it, the node must confirm its height. */
const longestJump = 100

function followEvents(cache: ResponseCache, events: GatewayEvents, signal: AbortSignal): void {
  /** Counts the connections, so that a late response about an earlier one is ignored. */
  let connections = 0
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(nextAttempt), { once: true })

  /** Events of later blocks than this height can't have been missed, because the subscriptions are older. */
  async function readHeight(connection: number): Promise<void> {
    try {
      const height = await events.height()
      if (connection === connections) cache.connected(height)
    } catch {
      if (connection !== connections || signal.aborted) return
      nextAttempt = setTimeout(() => connection === connections && void readHeight(connection), heightInterval).unref()
    }
  }

  async function confirmEvents(connection: number): Promise<void> {
    const height = await events.height().catch(() => undefined)
    if (height !== undefined && connection === connections) cache.limitEvents(height)
  }

  events.listen({
    onEvents(found) {
      const expected = cache.reached + longestJump
      for (const event of found) cache.apply(changesFrom([event]), event.height)
      if (found.some(({ height }) => height > expected)) void confirmEvents(connections)
    },
    onStatus({ state }) {
      connections++
      cache.disconnected()
      if (state !== 'connected') return
      cache.subscribed()
      void readHeight(connections)
    },
  })
}
