import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowClient } from '@flow-query/core'
import { encodeSnapshot } from '@flow-query/core/internal'
import { type FlowMirror, mirrorFlows } from '@flow-query/core/mirror'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Events } from '../events/events.js'
import { readChainId } from '../reads/chain-id.js'
import { chosenEncoding, isKnown, sendProblem } from '../reads/reply.js'
import { createSnapshots, type Snapshot, type Snapshots } from './snapshots.js'

/** How long a request waits for the first load of all flows, and for the changes of the last events, in milliseconds. */
const longestLoad = 8_000
const longestSettling = 5_000
/** Milliseconds between checks whether the mirror has reconnected. */
const reconnectInterval = 20
/** The longest accepted argument, in characters. */
const longestArgument = 256

export interface CollectionsSettings {
  /** Reads through the cache of the gateway, and receives the events of the chain. */
  client: FlowClient
  /** Reads through the cache. The origin of the URL doesn't matter. */
  fetch: typeof globalThis.fetch
  /** The events of the chain, which clients receive too. */
  events: Pick<Events, 'listen'>
  /** Aborting the signal ends all requests and connections. */
  signal: AbortSignal
}

/** The part of the gateway that serves collections. */
export interface Collections {
  /** Drops all flows, because the nodes belong to another chain now. The next request loads the flows of that chain. */
  readonly drop: () => void
}

/**
 * Adds the route of collections: all flows of the chain or of an owner in one compressed response, or only those that have changed
 * since a block. `flowCollectionQueryOptions` reads it.
 *
 * The first request loads all flows into memory, and events keep them up to date. If they take too long to load, the status is 503,
 * and clients read pages.
 */
export function addCollections(
  app: FastifyInstance,
  { client, fetch, events, signal }: CollectionsSettings,
): Collections {
  let loading: Promise<Loaded> | undefined
  let closing = new AbortController()
  let hasEvents = false

  events.listen({
    onEvents: () => {},
    onStatus({ state }) {
      hasEvents = state === 'connected'
    },
  })

  function load(): Promise<Loaded> {
    loading ??= start(closing)
    return loading
  }

  function drop(): void {
    closing.abort()
    closing = new AbortController()
    loading = undefined
  }

  async function start(controller: AbortController): Promise<Loaded> {
    const mirror = mirrorFlows(client, { signal: AbortSignal.any([signal, controller.signal]) })
    try {
      const [chainId] = await Promise.all([readChainId(fetch), mirror.ready])
      return { mirror, chainId, snapshots: createSnapshots(mirror, chainId), settled: () => settled(mirror) }
    } catch (error) {
      if (controller === closing) drop()
      throw error
    }
  }

  async function settled(mirror: FlowMirror): Promise<boolean> {
    const deadline = Date.now() + longestSettling
    // After an interruption, the mirror can reconnect later than other clients. Until then, it doesn't know that it lost events.
    const isConnected = () => ['connected', 'silent'].includes(mirror.status.live)
    while (hasEvents && !isConnected()) {
      if (Date.now() >= deadline) return false
      await sleep(reconnectInterval)
    }
    return mirror.settled(deadline - Date.now())
  }

  app.get('/flow-query/collection', async (request, reply) => {
    const wanted = parametersOf(request)
    if (!wanted) return sendProblem(reply, 400, 3, 'invalid request: owner, since or chain is malformed')
    const loaded = await within(longestLoad, load())
    if (!loaded) {
      reply.header('retry-after', '5')
      return sendProblem(reply, 503, 14, 'the collection is still being loaded')
    }
    const isSettled = await loaded.settled()
    const snapshot = select(loaded, wanted, isSettled)
    if (!snapshot) return sendProblem(reply, 404, 5, 'the owner has no flows')
    return send(request, reply, snapshot)
  })

  return { drop }
}

interface Loaded {
  readonly mirror: FlowMirror
  readonly chainId: string
  readonly snapshots: Snapshots
  /** Waits until the changes of all events so far have been read. Resolves to false if that takes too long. */
  readonly settled: () => Promise<boolean>
}

interface Parameters {
  readonly owner: string | undefined
  /** The height and the chain of the flows that the client already has. */
  readonly since: number | undefined
  readonly chain: string | undefined
}

/** Nodes ignore unknown and repeated parameters, and so does the gateway. Undefined if a parameter is invalid. */
function parametersOf({ url }: FastifyRequest): Parameters | undefined {
  const given = new URLSearchParams(url.split('?')[1])
  const [owner, since, chain] = ['owner', 'since', 'chain'].map(name => given.get(name) || undefined)
  if ([owner, since, chain].some(text => text !== undefined && text.length > longestArgument)) return undefined
  if (since !== undefined && !/^\d{1,15}$/.test(since)) return undefined
  return { owner, since: since === undefined ? undefined : Number(since), chain }
}

function select(
  { chainId, snapshots }: Loaded,
  { owner, since, chain }: Parameters,
  isSettled: boolean,
): Snapshot | undefined {
  // Without a chain, the height could belong to any chain.
  const changes = since !== undefined && chain === chainId ? snapshots.changes(since, owner, isSettled) : undefined
  return changes ?? (owner === undefined ? snapshots.ofChain(isSettled) : snapshots.ofOwner(owner, isSettled))
}

async function send(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<FastifyReply> {
  const { header, etag, flows, body } = snapshot
  // A snapshot that isn't current can be cached by CDNs, because clients request the changes since then anyway.
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': header.isCurrent ? 'public, no-cache' : 'public, max-age=60',
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('application/x-ndjson')
  const encoding = chosenEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(Readable.from(encodeSnapshot(header, flows)))
  return reply.header('content-encoding', encoding).send(await body(encoding))
}

/** Returns undefined if the promise takes too long or fails. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise.catch(() => undefined), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
