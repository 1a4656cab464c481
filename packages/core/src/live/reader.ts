import { createFlowClient, type FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import type { FlowEvent, FlowEventSource, LiveStatus } from '../events.js'
import { sleep, withTimeout } from '../request/deadline.js'
import { parseHeight } from './frames.js'
import { eventsOf } from './rpc-events.js'

const delays = [250, 500, 1_000, 2_000, 4_000]

const heightTimeout = 10_000

interface ReaderObserver {
  readonly onHeight: (height: number | null) => void
  readonly onEvent: (height: number) => void
  readonly onConnection: (isConnected: boolean) => void
  /** Called after events began to arrive, with the newest block of the node, or with 0 if the node doesn't report it. */
  readonly onNodeHeight: (height: number) => void
}

/**
 * Returns a client for the same chain. Its responses include all events that arrived before the request. Events are
 * missed while there is no connection, so later responses include all blocks that the node of the events had at the reconnect.
 *
 * Behind a load balancer, the node that responds can lag behind the node that sends events. A server recognizes such a
 * response by its height, which CORS hides from pages.
 */
export function createReader(
  client: FlowClient,
  signal: AbortSignal,
  { onHeight, onEvent, onConnection, onNodeHeight }: Partial<ReaderObserver> = {},
): FlowClient {
  const { scope, rpc, WebSocket, events, settings } = client
  const { endpoints, chains: _, onResponse, ...options } = settings
  /** The block of the newest change of a row or history, by the end of its path. */
  const changed = new Map<string, number>()
  let reached = 0
  let connectedAt = 0
  /** Counts the connections, so that a late response about an earlier one is ignored. */
  let connections = 0

  const onEvents = (events: readonly FlowEvent[]) => {
    for (const { type, id, height } of events) {
      // Events arrive in the order of their blocks, so a lower height shows that the one before was wrong.
      reached = height
      onEvent?.(height)
      if (id === null) continue
      changed.set(`flow/${id}`, height)
      if (type !== 'created' && type !== 'updated') changed.set(`flow-history/${id}`, height)
    }
  }
  // Forgets the heights, because the chain may have been reset to a lower height.
  const followStatus =
    (source: FlowEventSource) =>
    ({ state }: LiveStatus) => {
      changed.clear()
      reached = 0
      connectedAt = 0
      connections++
      onConnection?.(state === 'connected')
      if (state === 'connected') void followNode(source, connections)
    }
  async function followNode(source: FlowEventSource, connection: number): Promise<void> {
    // If the node doesn't report its height, it counts as current.
    const height = (await heightOfNode(source)) ?? 0
    if (connection !== connections || signal.aborted) return
    connectedAt = height
    onNodeHeight?.(height)
  }
  function heightOfNode(source: FlowEventSource): Promise<number | undefined> {
    const timeoutError = () => new Error('the node did not report its height')
    return withTimeout(heightTimeout, signal, timeoutError, () => source.height()).catch(() => undefined)
  }
  let source: FlowEventSource | undefined
  try {
    source = eventsOf(client)
    source?.listen({ onEvents, onStatus: followStatus(source) }, signal)
  } catch (error) {
    if (!isFlowQueryError(error, 'argument')) throw error
    // `liveFlows` gets the same error and reports it in the status of the mirror.
  }

  function requiredHeight(url: string, response: Response, attempt: number): number {
    if (!isFromGateway(response)) return Math.max(reached, connectedAt)
    // An older response of a gateway contains all changes, unless another instance has not received the event.
    return attempt === 0 ? reached : (changed.get(changingPath(url)) ?? 0)
  }

  /** An event can report a height that the chain hasn't reached. */
  async function limitReached(): Promise<void> {
    const connection = connections
    const height = source && (await heightOfNode(source))
    if (height !== undefined && connection === connections) reached = Math.min(reached, height)
  }

  async function fetchAtLeast(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const wanted = Math.max(reached, connectedAt)
    for (let attempt = 0; ; attempt++) {
      const response = await (settings.fetch ?? globalThis.fetch)(input, init)
      const height = heightOf(response)
      const isBehind = () => height !== null && height < Math.min(wanted, requiredHeight(`${input}`, response, attempt))
      if (!isBehind()) return response
      const delay = delays[attempt]
      if (delay === undefined) {
        await limitReached()
        if (!isBehind()) return response
        throw new Error(`the node is at block ${height}, but the chain is at block ${wanted}`)
      }
      await response.body?.cancel()
      await sleep(delay, init?.signal ?? undefined)
    }
  }

  const reader = createFlowClient({
    ...options,
    fetch: fetchAtLeast,
    lcd: endpoints.map(({ url }) => url),
    chainId: scope,
    onResponse(info) {
      onHeight?.(parseHeight(info.height) ?? null)
      onResponse?.(info)
    },
  })
  for (const [index, endpoint] of reader.settings.endpoints.entries()) Object.assign(endpoint, endpoints[index])
  return { ...reader, scope, rpc, WebSocket, events }
}

function heightOf({ headers }: Response): number | null {
  return parseHeight(headers.get('grpc-metadata-x-cosmos-block-height')) ?? null
}

function isFromGateway({ headers }: Response): boolean {
  return headers.has('flow-query-gateway') && !headers.has('x-flow-query-stale')
}

/** Returns the end of the path if each event of a flow changes what is there, a row or the newest page of a history. */
function changingPath(url: string): string {
  const [, path = '', query = ''] = /\/(flow(?:-history)?\/\d+)(?:\?(.*))?$/.exec(url) ?? []
  const isNewest = query.includes('pagination.reverse=true') && !query.includes('pagination.key')
  return path.startsWith('flow-history') && !isNewest ? '' : path
}
