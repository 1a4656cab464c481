import type { LiveStatus, WebSocketConstructor, WebSocketLike } from '@flow-query/core/live'
import { WebSocket as NodeWebSocket } from 'ws'
import type { Events } from '../events/events.js'
import { eventFrame } from '../events/frame.js'
import { readRequest, success } from '../events/jsonrpc.js'
import { type ChannelMessage, type EventChannel, openEventChannel } from './event-channel.js'

// Several instances share one connection to a node:
//
// - The instance with the lease in Redis is the leader. It is connected to a node, and publishes each frame and a heartbeat.
// - The other instances follow the leader. Their socket opens after a message of the leader, and receives the frames after it.
// - If the leader closes, changes, is silent for some seconds, or if a message was lost, the socket closes. Core then treats it like any
//   lost connection: everything is stale, clients are disconnected, and the next socket follows a leader or connects to a node.
// - An instance is connected to a node while there is no leader or Redis fails. If there is another leader for some time, it follows it.
//
// So an instance misses no event, whoever becomes the leader. Messages can be late: then `isCurrent` is false, and the cache expires
// responses as if there were no events.

/** The events that the instances of a gateway share, so that one of them is connected to a node for all. */
export interface SharedEvents {
  /** A WebSocket to the node, or to the leader if another instance is connected. */
  readonly WebSocket: WebSocketConstructor
  /** Joins the other instances of a chain, and leaves those of an earlier one. Until the first call, sockets wait for a second. */
  readonly useChain: (chainId: string) => void
  /** Publishes the status of these events. */
  readonly use: (events: Pick<Events, 'listen' | 'nodeStatus'>) => void
  /** Whether events arrive in time. False if the leader or Redis hasn't been heard for a second. */
  readonly isCurrent: () => boolean
  readonly close: () => void
}

export interface SharedEventsOptions {
  /** Opens connections to nodes. Default: the one of the `ws` package. */
  WebSocket?: WebSocketConstructor | undefined
  /** Called when this instance becomes the leader, or no longer is. */
  onLeader?: ((isLeader: boolean) => void) | undefined
  onError?: ((error: Error) => void) | undefined
}

/** Milliseconds between heartbeats. */
const heartbeatInterval = 250
/** The maximum delay of events while responses stay cached as usual, in milliseconds. */
const longestDelay = 1_000
/** The delay of events after which an instance looks for another leader, in milliseconds. It must exceed the lifetime of a lease. */
const longestSilence = 5_000
/** How long a new socket waits for Redis, and for the first message of a leader, in milliseconds. */
const longestRedisWait = 1_000
const longestLeaderWait = 5_000
/** Milliseconds until a new socket looks for a leader again. */
const waitInterval = 50
/**
 * How long there must be another leader until an instance leaves its node, in milliseconds. Its clients have to reconnect, so a Redis
 * that fails again and again must not disturb them each time.
 */
const steadyAfter = 10_000

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Shares the events of a node through Redis. See the comment above. */
export function shareEvents(url: string, options: SharedEventsOptions = {}): SharedEvents {
  const { WebSocket = NodeWebSocket as WebSocketConstructor, onLeader, onError = () => {} } = options
  let channel: EventChannel | undefined
  let isClosed = false
  let nodeStatus: Events['nodeStatus'] | undefined
  let state: LiveStatus['state'] = 'connecting'
  let isSilent = false
  /** The socket to the node while this instance is the leader. */
  let leading: SharedSocket | undefined
  /** The socket that follows another leader. */
  let following: SharedSocket | undefined
  /** Whether the leader sends no events although flows run. This instance then connects to a node, and leads once it has events. */
  let mustLead = false

  function setLeading(next: SharedSocket | undefined): void {
    if (next !== leading) onLeader?.(next !== undefined)
    leading = next
  }

  function onRequest(to: string): void {
    if (!leading) return
    // Without a response, the other instance sends another request.
    nodeStatus?.().then(
      body => leading?.publish({ type: 'status', to, body }),
      () => {},
    )
  }

  function useChain(chainId: string): void {
    if (isClosed) return
    const earlier = channel
    const listener = {
      onMessage: (message: ChannelMessage) => following?.receive(message),
      onGap: () => following?.fail('events of the other instance were lost'),
      onRequest,
    }
    channel = openEventChannel(url, chainId, listener, onError)
    if (!earlier) return
    earlier.close()
    following?.fail('the chain was replaced')
  }

  class SharedSocket implements WebSocketLike {
    onopen: ((event: never) => void) | null = null
    onmessage: ((event: never) => void) | null = null
    onerror: ((event: never) => void) | null = null
    onclose: ((event: never) => void) | null = null
    readonly #url: string
    #node: WebSocketLike | undefined
    #timer: ReturnType<typeof setInterval> | undefined
    #isClosed = false
    readonly #createdAt = performance.now()
    /** When another leader was first seen while this instance was connected to a node. */
    #otherSince: number | undefined

    constructor(nodeUrl: string) {
      this.#url = nodeUrl
      // Core sets its callbacks after the constructor.
      queueMicrotask(() => this.#connect())
    }

    async #connect(): Promise<void> {
      while (!channel?.isOpen() && this.#hasTime(longestRedisWait)) await sleep(waitInterval)
      while (channel?.isOpen() && !mustLead && this.#hasTime(longestLeaderWait)) {
        if (channel.age() < longestDelay) return this.#follow(channel)
        if (!(await channel.hasLeader())) break
        await sleep(waitInterval)
      }
      this.#connectToNode()
    }

    #hasTime(wait: number): boolean {
      return !this.#isClosed && performance.now() < this.#createdAt + wait
    }

    #follow(leader: EventChannel): void {
      if (this.#isClosed) return
      following = this
      this.#timer = setInterval(() => {
        if (leader.age() < longestSilence) return
        leader.reset()
        this.fail('the other instance sends nothing')
      }, heartbeatInterval)
      this.#emit(this.onopen, {})
    }

    #connectToNode(): void {
      if (this.#isClosed) return
      try {
        this.#node = this.#openNode()
      } catch (error) {
        this.fail(String(error))
      }
    }

    #openNode(): WebSocketLike {
      const node: WebSocketLike = new WebSocket(this.#url)
      node.onopen = async (event: never) => {
        // If several instances connect at the same time, one of them becomes the leader.
        const leads = isSilent ? undefined : await channel?.lead()
        if (this.#isClosed) return
        if (leads === false && channel?.isOpen() && this.#hasTime(longestLeaderWait)) {
          this.#leaveNode()
          return void this.#connect()
        }
        this.#timer = setInterval(() => void this.#beat(), heartbeatInterval)
        this.onopen?.(event)
      }
      node.onmessage = ({ data }: { data: unknown }) => {
        const body = String(data)
        this.#emit(this.onmessage, { data: body })
        // Core closes the socket if the frame is invalid.
        if (!this.#isClosed && state === 'connected' && eventFrame(body)) void this.publish({ type: 'frame', body })
      }
      node.onerror = (event: never) => this.onerror?.(event)
      node.onclose = (event: never) => this.onclose?.(event)
      return node
    }

    /** Publishes a message unless another instance is the leader. Returns whether this instance is, or undefined if Redis fails. */
    async publish(message: ChannelMessage): Promise<boolean | undefined> {
      const leads = await channel?.publish(message, mustLead)
      if (this.#isClosed) return undefined
      setLeading(leads ? this : undefined)
      if (leads) mustLead = false
      return leads
    }

    /** Publishes a heartbeat. Closes the socket if there is another leader for some time. */
    async #beat(): Promise<void> {
      const leads = state === 'connected' ? await this.publish({ type: 'heartbeat', body: '' }) : false
      const hasOther = leads === false && !mustLead && channel?.isOpen() && channel.age() < longestDelay
      this.#otherSince = hasOther ? (this.#otherSince ?? performance.now()) : undefined
      if (this.#otherSince !== undefined && performance.now() - this.#otherSince >= steadyAfter)
        this.fail('another instance is connected to a node')
    }

    receive({ type, to, body }: ChannelMessage): void {
      if (type === 'frame') this.#emit(this.onmessage, { data: body })
      if (type === 'closed') this.fail('the other instance lost its node')
      const [instance, id] = to?.split(' ') ?? []
      if (type === 'status' && instance === channel?.instance && id) this.#respond(id, body)
    }

    send(text: string): void {
      if (this.#node) this.#node.send(text)
      else this.#answer(text)
    }

    /** Confirms subscriptions and health checks. The leader requests the status from its node. */
    #answer(text: string): void {
      const request = readRequest(text)
      if (!request) return
      if (request.method === 'status') channel?.request(`${channel.instance} ${request.id}`)
      // Frames contain the ids of the leader's subscriptions. Core uses the same ids for all its connections.
      else queueMicrotask(() => this.#respond(request.id, '{}'))
    }

    #respond(id: string, result: string): void {
      this.#emit(this.onmessage, { data: success(id, result) })
    }

    #emit(handler: ((event: never) => void) | null, event: object): void {
      if (!this.#isClosed) handler?.(event as never)
    }

    /** Reports that the connection was lost. Core closes the socket and opens another one. */
    fail(reason: string): void {
      this.#emit(this.onclose, { reason })
    }

    #leaveNode(): void {
      const node = this.#node
      if (!node) return
      this.#node = undefined
      node.onopen = null
      node.onmessage = null
      node.onclose = null
      // Some implementations report an error when a socket is closed before it has opened.
      node.onerror = () => {}
      node.close()
    }

    close(): void {
      if (this.#isClosed) return
      this.#isClosed = true
      clearInterval(this.#timer)
      if (following === this) following = undefined
      if (!this.#node) return
      this.#leaveNode()
      mustLead = false
      channel?.leave()
      setLeading(undefined)
    }
  }

  return {
    WebSocket: SharedSocket,
    useChain,
    use(events) {
      nodeStatus = events.nodeStatus
      events.listen({
        onEvents: () => {},
        onStatus(status) {
          state = status.state
          if (state === 'connected') isSilent = false
          if (state === 'silent') isSilent = true
          // The leader's node is silent, or its events have begun to arrive.
          if (following) mustLead = isSilent
        },
      })
    },
    isCurrent: () => !following || (channel?.age() ?? Infinity) < longestDelay,
    close() {
      isClosed = true
      // Core closes its socket in a microtask, and a leader then publishes its last message.
      setImmediate(() => channel?.close())
    },
  }
}
