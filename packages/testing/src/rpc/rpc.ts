import type { Chain } from '../chain/chain.js'
import type { Happening } from '../chain/chain-events.js'
import { goJson } from '../go/go.js'
import type { Disturbances } from './disturbances.js'
import { framesOf } from './frames.js'
import { failure, RpcError, type RpcRequest, readRequest, stringParam, success } from './jsonrpc.js'
import { createOutbox, type Outbox } from './send-queue.js'
import { nodeStatus } from './status.js'
import { createSubscriptions, type Subscriptions } from './subscriptions.js'

/** The other end of a connection, whatever carries it. */
export interface Peer {
  send: (text: string) => void
  /** Breaks the connection, as a network does. */
  cut: () => void
}

/** A connection that the node has accepted. */
export interface Connection {
  receive: (text: string) => void
  /** To be called when the connection is over, whoever ended it. */
  end: () => void
}

/** A node's CometBFT RPC, as far as its websocket speaks it. */
export interface Rpc {
  /** Null where connections are refused. */
  accept: (peer: Peer) => Connection | null
  /** How many connections are open. */
  readonly sockets: number
  cut: () => void
}

interface Client {
  peer: Peer
  outbox: Outbox
  subscriptions: Subscriptions
}

/** Who slept through more blocks than these is no longer connected, as on a network. */
const MOST_BLOCKS = 1_000

/** `pulse` calls what it is given now and then, until the function that it returns is called. */
export function createRpc(chain: Chain, disturbances: Disturbances, pulse: (look: () => void) => () => void): Rpc {
  const clients = new Set<Client>()
  let happened: Happening[] = []
  let unfollow: (() => void) | null = null

  /** The chain is looked at by itself only while somebody has subscribed. */
  function follow(): void {
    const wanted = [...clients].some(({ subscriptions }) => subscriptions.size > 0)
    if (wanted && !unfollow) {
      const unwatch = chain.watch(listen)
      const rest = pulse(chain.look)
      unfollow = () => {
        unwatch()
        rest()
        happened = []
      }
    } else if (!wanted && unfollow) {
      unfollow()
      unfollow = null
    }
  }

  /** What happens together is told together, when whoever made it happen is done. */
  function listen(happenings: readonly Happening[]): void {
    if (happened.length === 0) queueMicrotask(tell)
    for (const happening of happenings) happened.push(happening)
  }

  function tell(): void {
    if (new Set(happened.map(({ height }) => height)).size > MOST_BLOCKS) {
      cut()
      return
    }
    const frames = framesOf(happened, chain.params)
    happened = []
    if (frames.length > 0) chain.seal()
    for (const { outbox, subscriptions } of clients)
      for (const text of frames.flatMap(subscriptions.tell)) disturbances.event(text).forEach(outbox.send)
  }

  function call({ subscriptions }: Client, { id, method, params }: RpcRequest): string {
    switch (method) {
      case 'subscribe':
        // What happened before is not for this one.
        chain.look()
        tell()
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
    follow()
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
    client.outbox.close()
    clients.delete(client)
    follow()
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
      const outbox = createOutbox(peer.send, () => disturbances.delay)
      const client: Client = { peer, outbox, subscriptions: createSubscriptions() }
      clients.add(client)
      return {
        receive(text) {
          const answer = clients.has(client) ? answerTo(client, text) : null
          if (answer !== null && clients.has(client)) disturbances.answer(answer).forEach(outbox.send)
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
