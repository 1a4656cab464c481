import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type FlowMirror, mirrorFlows } from '@flow-query/core/mirror'
import { isBech32 } from '@flow-query/core/parts/decode'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientNetwork } from '../limits/network.js'
import { sendProblem } from '../problems.js'
import { acceptedEncoding } from '../reads/encodings.js'
import { isKnown } from '../reads/reply.js'
import { within } from '../within.js'
import { type Snapshot, Snapshots } from './snapshots.js'

const longestLoad = 8_000
const longestSettling = 5_000
const longestArgument = 256

export interface CollectionsSettings {
  client: FlowClient
  chainId: () => string | undefined
  signal: AbortSignal
}

export function addCollections(app: FastifyInstance, { client, chainId, signal }: CollectionsSettings): void {
  let loading: Promise<Loaded> | undefined

  async function start(): Promise<Loaded> {
    const mirror = mirrorFlows(client, { signal })
    await mirror.ready
    const name = chainId()
    if (name === undefined) throw new Error('no node reports the ID of its chain')
    return { mirror, chainId: name, snapshots: new Snapshots(mirror, name) }
  }

  function load(): Promise<Loaded> {
    loading ??= start().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }

  app.get('/flow-query/collection', async (request, reply) => {
    const wanted = parametersOf(request)
    if (!wanted) return sendProblem(reply, 400, 3, 'invalid request: owner, since or chain is malformed')
    const loaded = await within(longestLoad, load()).catch(() => undefined)
    if (!loaded) {
      reply.header('retry-after', '5')
      return sendProblem(reply, 503, 14, 'the collection is still being loaded')
    }
    const isSettled = await loaded.mirror.settled(longestSettling)
    const snapshot = select(loaded, wanted, isSettled)
    if (!snapshot) return sendProblem(reply, 404, 5, 'the owner has no flows')
    return send(request, reply, snapshot)
  })
}

interface Loaded {
  readonly mirror: FlowMirror
  readonly chainId: string
  readonly snapshots: Snapshots
}

interface Parameters {
  readonly owner: string | undefined
  readonly since: number | undefined
  readonly chain: string | undefined
}

function parametersOf({ url }: FastifyRequest): Parameters | undefined {
  const given = new URLSearchParams(url.split('?')[1])
  const [owner, since, chain] = ['owner', 'since', 'chain'].map(name => given.get(name) || undefined)
  if ([owner, since, chain].some(text => text !== undefined && text.length > longestArgument)) return undefined
  if (owner !== undefined && !isBech32(owner)) return undefined
  if (since !== undefined && !/^\d{1,15}$/.test(since)) return undefined
  return { owner, since: since === undefined ? undefined : Number(since), chain }
}

function select(
  { chainId, snapshots }: Loaded,
  { owner, since, chain }: Parameters,
  isSettled: boolean,
): Snapshot | undefined {
  // A height without its chain could belong to another chain.
  const changes = since !== undefined && chain === chainId ? snapshots.changes(since, owner, isSettled) : undefined
  return changes ?? (owner === undefined ? snapshots.ofChain(isSettled) : snapshots.ofOwner(owner, isSettled))
}

async function send(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<FastifyReply> {
  const { header, etag, body } = snapshot
  // CDNs can cache a snapshot that isn't current, because clients request the changes since the snapshot anyway.
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': header.isCurrent ? 'public, no-cache' : 'public, max-age=60',
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return sendProblem(reply, 406, 3, 'the encodings of collections are br, gzip and identity')
  const encoded = await body(encoding, clientNetwork(request)).catch(error => {
    if (isFlowQueryError(error, 'rateLimited')) return undefined
    throw error
  })
  if (!encoded) return sendProblem(reply.header('retry-after', '5'), 503, 8, 'too many collections are being encoded')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('application/x-ndjson').send(encoded)
}
