import { randomUUID } from 'node:crypto'
import { isRecord } from '../events/jsonrpc.js'
import { connectRedis } from './connection.js'

/** A message of the leader, which is the instance that publishes the events. */
export interface ChannelMessage {
  /**
   * - `heartbeat`: the leader is connected to a node
   * - `frame`: the body is a frame of the node
   * - `status`: the body is the node's response to `status`, for the request in `to`
   * - `closed`: the leader has lost its node
   */
  readonly type: 'heartbeat' | 'frame' | 'status' | 'closed'
  readonly to?: string | undefined
  readonly body: string
}

interface ChannelListener {
  /** Called with each message of another instance exactly once, in the order in which it was published. */
  onMessage: (message: ChannelMessage) => void
  /** Called if messages were lost, or if another instance has become the leader. Messages continue afterwards. */
  onGap: () => void
  /** Called if another instance requests the node's status. Publish it with this `to`. */
  onRequest: (to: string) => void
}

/** Redis counts as failed if it takes longer than this, in milliseconds. Nobody waits for it except a new connection. */
const longestCommand = 1_000
/** How long an instance stays the leader after its last message, in milliseconds. */
const leaseTime = 4_000
/** How often the clock of Redis is read, in milliseconds. */
const clockInterval = 500

/**
 * Publishes a message if no other instance is the leader, and renews the lease. Returns 1 or 0, and the clock of Redis in microseconds.
 *
 * The check and the message are one step, so an instance that has lost its lease can't publish, no matter how late its message arrives.
 */
const publishScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and ARGV[5] ~= 'replace' then return { 0, now } end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if ARGV[4] ~= '' then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
return { 1, now }
`

export type EventChannel = ReturnType<typeof openEventChannel>

/**
 * Connects to the channel through which the instances of one chain share events.
 *
 * Each message contains its number and `knownAt`, the clock of Redis at an earlier reply to the leader. The leader has published
 * everything from before that time, so `age` is the longest delay of an event, no matter which part of the way is slow.
 */
export function openEventChannel(
  url: string,
  chainId: string,
  { onMessage, onGap, onRequest }: ChannelListener,
  onError: (error: Error) => void,
) {
  const instance = randomUUID()
  const prefix = `flow-query:gateway:1:${chainId}:events`
  const [lease, channel, requests] = [`${prefix}:lease`, prefix, `${prefix}:requests`] as const
  const { redis, run, attempt } = connectRedis(url, longestCommand, onError)
  // A connection with subscriptions can't send other commands. If it fails, the other one reports the same error.
  const subscriber = connectRedis(url, longestCommand, () => {}).redis
  let isSubscribed = false
  let published = 0
  /** The clock of Redis at the last reply, in milliseconds. */
  let knownAt = 0
  /** The clock of Redis, and when it was requested by the clock of this process, in milliseconds. */
  let clock: { redis: number; local: number } | undefined
  /** The last message of the leader. */
  let last: Received | undefined

  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel, requests)
      isSubscribed = true
    } catch (error) {
      onError(error as Error)
    }
  })
  subscriber.on('close', () => {
    isSubscribed = false
    last = undefined
    onGap()
  })
  subscriber.on('message', (name, text) => {
    if (name === requests) onRequest(text)
    else receive(text)
  })

  function receive(text: string): void {
    const message = decodeMessage(text)
    if (!message || message.leader === instance) return
    const isSameLeader = last?.leader === message.leader
    if (last && isSameLeader && message.number <= last.number) return
    const isNext = last && isSameLeader && message.number === last.number + 1
    last = message
    if (isNext) onMessage(message)
    else onGap()
  }

  async function readClock(): Promise<void> {
    const local = performance.now()
    const time = await attempt(() => redis.time())
    if (time) clock = { redis: Number(time[0]) * 1_000 + Number(time[1]) / 1_000, local }
  }

  redis.on('ready', readClock)
  const timer = setInterval(readClock, clockInterval)
  timer.unref()

  /** Returns whether this instance is the leader now, or undefined if Redis fails. */
  async function write(message: string, lifetime: number, replace: boolean): Promise<boolean | undefined> {
    const args = [instance, lifetime, channel, message, replace ? 'replace' : '']
    const reply = await attempt(() => run(publishScript, [lease], ...args))
    if (!Array.isArray(reply)) return undefined
    knownAt = Number(reply[1]) / 1_000
    return reply[0] === 1
  }

  /** A message that can't be published still gets a number, so that other instances notice the gap. */
  function encodeMessage({ type, to, body }: ChannelMessage): string {
    return `${JSON.stringify({ leader: instance, number: ++published, knownAt, type, to })}\n${body}`
  }

  return {
    instance,
    /** Whether messages of other instances arrive. Redis can forbid subscriptions. */
    isOpen: () => isSubscribed && clock !== undefined,
    /** Returns whether another instance is the leader. False if Redis fails. */
    async hasLeader(): Promise<boolean> {
      const owner = await attempt(() => redis.get(lease))
      return typeof owner === 'string' && owner !== instance
    },
    /** Returns how much later than on the node an event can arrive, in milliseconds. Infinity if there is no other leader. */
    age(): number {
      if (!last || !clock || last.type === 'closed') return Infinity
      return clock.redis + (performance.now() - clock.local) - last.knownAt
    },
    /** Makes this instance the leader, unless another instance is. Returns undefined if Redis fails. */
    lead: (): Promise<boolean | undefined> => write('', leaseTime, false),
    /**
     * Publishes a message unless another instance is the leader. With `replace`, this instance becomes the leader anyway. Returns
     * whether this instance is the leader, or undefined if Redis fails.
     */
    publish: (message: ChannelMessage, replace = false): Promise<boolean | undefined> =>
      write(encodeMessage(message), leaseTime, replace),
    /** Publishes a last message unless another instance is the leader. The lease ends after a millisecond. */
    leave: () => void write(encodeMessage({ type: 'closed', body: '' }), 1, false),
    /** Requests the node's status from the leader. */
    request: (to: string) => void attempt(() => redis.publish(requests, to)),
    /** Connects again. Call this if no messages arrive. */
    reset: () => subscriber.disconnect(true),
    close(): void {
      clearInterval(timer)
      redis.disconnect()
      subscriber.disconnect()
    },
  }
}

interface Received extends ChannelMessage {
  readonly leader: string
  readonly number: number
  readonly knownAt: number
}

const types: readonly unknown[] = ['heartbeat', 'frame', 'status', 'closed'] satisfies ChannelMessage['type'][]

function decodeMessage(text: string): Received | undefined {
  const end = text.indexOf('\n')
  const header = parse(text.slice(0, Math.max(0, end)))
  if (!isRecord(header)) return undefined
  const { leader, number, knownAt, type, to } = header
  if (typeof leader !== 'string' || typeof number !== 'number' || typeof knownAt !== 'number') return undefined
  if (!types.includes(type) || (to !== undefined && typeof to !== 'string')) return undefined
  return { leader, number, knownAt, type: type as ChannelMessage['type'], to, body: text.slice(end + 1) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
