import type { Chain } from '../chain/chain.js'
import type { ChainEvent } from '../chain/chain-events.js'
import { goJson } from '../go/text.js'
import type { Release } from '../releases.js'
import type { Disturbances } from './disturbances.js'
import { framesOf } from './frames.js'
import { failure, RpcError, type RpcRequest, readRequest, stringParam, success } from './jsonrpc.js'
import { createSendQueue, type SendQueue } from './send-queue.js'
import { nodeStatus } from './status.js'
import { createSubscriptions, type Subscriptions } from './subscriptions.js'
import type { Ticker } from './ticker.js'

/** The client end of a connection, over any transport. */
export interface Peer {
  send: (text: string) => void
  /** Closes the connection abnormally, like a network failure. */
  cut: () => void
}

/** A connection that the node has accepted. */
export interface Connection {
  receive: (text: string) => void
  /** Call this when the connection is closed, by either side. */
  end: () => void
}

/** The CometBFT RPC of a node. Only its WebSocket methods are implemented. */
export interface Rpc {
  /** Returns null if connections are refused. */
  accept: (peer: Peer) => Connection | null
  readonly sockets: number
  cut: () => void
}

interface Client {
  peer: Peer
  sendQueue: SendQueue
  subscriptions: Subscriptions
}

/** If more blocks accumulate while a computer sleeps, all clients are disconnected, as they would be from a real node. */
const maxBlocks = 1_000

export interface RpcOptions {
  release: Release
  disturbances: Disturbances
  ticker: Ticker
}

export function createRpc(chain: Chain, { release, disturbances, ticker }: RpcOptions): Rpc {
  const clients = new Set<Client>()
  let pending: ChainEvent[] = []
  let stopListening: (() => void) | null = null

  /** Advances the chain in the background only while a client is subscribed. */
  function listenWhileSubscribed(): void {
    const subscribed = [...clients].some(({ subscriptions }) => subscriptions.size > 0)
    if (subscribed) stopListening ??= listen()
    else {
      stopListening?.()
      stopListening = null
    }
  }

  function listen(): () => void {
    const unsubscribe = chain.subscribe(collect)
    const stopTicking = ticker.start(() => chain.catchUp())
    return () => {
      unsubscribe()
      stopTicking()
      pending = []
    }
  }

  function collect(events: readonly ChainEvent[]): void {
    if (pending.length === 0) queueMicrotask(sendPending)
    for (const event of events) pending.push(event)
  }

  function sendPending(): void {
    if (new Set(pending.map(({ height }) => height)).size > maxBlocks) {
      cut()
      return
    }
    const { params, trustlessAgents } = chain
    const frames = framesOf(pending, { params, trustlessAgents, release })
    pending = []
    // A client can rely on a block that it received, so the block must not change any more.
    if (frames.length > 0) chain.seal()
    for (const { sendQueue, subscriptions } of clients)
      for (const text of frames.flatMap(subscriptions.messagesFor)) disturbances.event(text).forEach(sendQueue.send)
  }

  function call({ subscriptions }: Client, { id, method, params }: RpcRequest): string {
    switch (method) {
      case 'subscribe':
        // Sends earlier events first, so that the new subscription does not receive them.
        chain.catchUp()
        sendPending()
        subscriptions.add(id, stringParam(params, 'query'))
        break
      case 'unsubscribe':
        subscriptions.remove(stringParam(params, 'query'))
        break
      case 'unsubscribe_all':
        subscriptions.clear()
        break
      case 'health':
        break
      case 'status':
        return goJson(nodeStatus(chain))
      default:
        throw new RpcError(-32601, 'Method not found', '')
    }
    listenWhileSubscribed()
    return '{}'
  }

  function answerTo(client: Client, text: string): string | null {
    let id: string | null = null
    try {
      const request = readRequest(text)
      if (!request) return null
      id = request.id
      return success(id, call(client, request))
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error)
      throw error
    }
  }

  function end(client: Client): void {
    client.sendQueue.close()
    clients.delete(client)
    listenWhileSubscribed()
  }

  function cut(): void {
    for (const client of [...clients]) {
      end(client)
      client.peer.cut()
    }
  }

  return {
    accept(peer) {
      if (disturbances.refuses) return null
      const sendQueue = createSendQueue(peer.send, () => disturbances.delay)
      const client: Client = { peer, sendQueue, subscriptions: createSubscriptions() }
      clients.add(client)
      return {
        receive(text) {
          const answer = clients.has(client) ? answerTo(client, text) : null
          if (answer !== null && clients.has(client)) disturbances.answer(answer).forEach(sendQueue.send)
        },
        end: () => end(client),
      }
    },
    get sockets() {
      return clients.size
    },
    cut,
  }
}
