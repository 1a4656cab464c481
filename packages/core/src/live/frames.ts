import { isRecord, parseJson } from '../decode.js'
import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'
import type { FlowEvent } from '../events.js'

const eventTypes = [
  ['flow-triggered', 'executed'],
  ['flow-created', 'created'],
  ['flow-updated', 'updated'],
  ['flow-msg-response', 'acknowledged'],
  ['flow-error', 'acknowledged'],
  ['flow-msg-timed-out', 'timedOut'],
] as const

/**
 * The queries of the subscriptions that together report all events of flows. Nodes allow five per connection by default, and their
 * query language has no OR.
 */
export const flowSubscriptions: readonly string[] = [
  "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS",
  "tm.event='Tx' AND flow-created.flow-id EXISTS",
  "tm.event='Tx' AND flow-updated.flow-id EXISTS",
  "tm.event='Tx' AND acknowledge_packet.packet_src_port CONTAINS 'icacontroller-'",
  "tm.event='Tx' AND flow-msg-timed-out.flow-id EXISTS",
]

export function request(id: number, method: 'subscribe' | 'health' | 'status', params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export interface Frame {
  readonly id?: unknown
  /** Undefined if the frame is too long to be parsed. */
  readonly result?: unknown
  readonly error?: FlowQueryError
  readonly events: FlowEvent[] | 'tooMany'
}

/** Longer frames are not parsed. A block in which 500 flows run has a few million characters. */
const longestFrame = 16_000_000
const mostEvents = 10_000

export function readFrame(url: string, text: unknown): Frame {
  if (typeof text === 'string' && text.length > longestFrame) return { events: 'tooMany' }
  const frame = parseFrame(text)
  const excerpt = String(text).slice(0, 200)
  if (frame?.error !== undefined) return { id: frame.id, error: reportedError(url, frame.error, excerpt), events: [] }
  const events = frame && eventsOf(frame.result)
  if (!events) throw rpcError(url, 'decode', `sent an invalid frame: ${excerpt}`)
  return { id: frame.id, result: frame.result, events }
}

function reportedError(url: string, error: unknown, excerpt: string): FlowQueryError {
  const { code, message, data } = isRecord(error) ? error : {}
  const reason = [message, data].filter(text => typeof text === 'string' && text !== '').join(': ') || excerpt
  const limit = limits.find(({ name }) => String(data).startsWith(name))
  if (limit) return limitReached(url, `${limit.problem} (${String(data).slice(0, 200)})`, limit.advice)
  const isUnknownMethod = code === -32601
  return rpcError(url, isUnknownMethod ? 'unsupported' : 'node', `returned an error: ${reason.slice(0, 200)}`)
}

/** The limits in the configuration of a CometBFT node. By default, it accepts 100 WebSocket clients with five subscriptions each. */
const limits = [
  {
    name: 'max_subscription_clients',
    problem: 'accepts no more live connections',
    advice: 'Polling continues. To receive events, use another `rpc`.',
  },
  {
    name: 'max_subscriptions_per_client',
    problem: 'accepts too few subscriptions per connection',
    advice: `Polling continues. To receive events, use another \`rpc\`, or set \`max_subscriptions_per_client\` to at least ${flowSubscriptions.length} in the node's \`config.toml\`.`,
  },
]

function limitReached(url: string, problem: string, advice: string): FlowQueryError {
  return new FlowQueryError('rateLimited', `${url} ${problem}`, { url, retryable: true }, advice)
}

export function rpcError(url: string, kind: FlowQueryErrorKind, problem: string, cause?: unknown): FlowQueryError {
  const details = { url, retryable: true, cause }
  return new FlowQueryError(kind, `${url} ${problem}`, details, 'Is this the RPC of a CometBFT node?')
}

function parseFrame(text: unknown): { id?: unknown; error?: unknown; result?: unknown } | undefined {
  const frame = parseJson(String(text))
  return isRecord(frame) ? frame : undefined
}

function eventsOf(result: unknown): Frame['events'] | undefined {
  if (!isRecord(result)) return undefined
  const { data, events } = result
  if (data === undefined) return []
  const height = heightOf(data)
  const attributes = attributesOf(events)
  if (height === undefined || !attributes) return undefined

  const transaction = attributes('tx.hash')?.find(hash => /^[\dA-F]{64}$/.test(hash))
  const packets = packetsIn(attributes)
  const named = new Map<string, FlowEvent>()
  let acknowledgements = 0
  for (const [name, type] of eventTypes) {
    const ids = attributes(`${name}.flow-id`)
    const owners = attributes(`${name}.owner`)
    const messages = attributes(`${name}.msg_index`)
    if (!ids?.every(id => /^\d{1,20}$/.test(id)) || !owners || !messages) return undefined
    if (named.size + ids.length > mostEvents) return 'tooMany'
    if (type === 'acknowledged') acknowledgements += ids.length
    // An id, its owner and its message have the same index in their lists. If a list is shorter than the others, it is unclear which
    // item is missing.
    const hasOwners = owners.length === ids.length
    const hasMessages = messages.length === ids.length
    ids.forEach((id, index) => {
      const key = `${type} ${id}`
      const event = named.get(key) ?? { type, id, owner: (hasOwners && owners[index]) || null, height }
      named.set(key, event)
      const sequence = hasMessages && packets.get(messages[index])
      if (!transaction || !sequence) return
      event.answer ??= { transaction, packetSequences: [] }
      // A message can cause several events of a flow.
      if (!event.answer.packetSequences.includes(sequence)) event.answer.packetSequences.push(sequence)
    })
  }
  const ports = attributes('acknowledge_packet.packet_src_port')
  if (ports && ports.length > mostEvents) return 'tooMany'
  return ports && [...named.values(), ...acknowledgementsWithoutId(ports, acknowledgements, height)]
}

/** The result is empty if a message has several packets, because it is unclear which flows sent them. */
function packetsIn(attributes: Attributes): ReadonlyMap<string | undefined, string | undefined> {
  const valuesOf = (name: string) =>
    ['acknowledge_packet', 'timeout_packet'].flatMap(event => attributes(`${event}.${name}`) ?? [])
  const messages = valuesOf('msg_index')
  const sequences = valuesOf('packet_sequence')
  const packets = new Map(messages.map((message, index) => [message, sequences[index]]))
  return packets.size === messages.length && messages.length === sequences.length ? packets : new Map()
}

/** On `v1beta1`, a successful acknowledgement contains the port that sent the packet, but not the flow. */
function acknowledgementsWithoutId(ports: readonly string[], named: number, height: number): FlowEvent[] {
  if (named >= ports.length) return []
  return [...new Set(ports)]
    .filter(port => port.startsWith(controllerPort))
    .map(port => ({ type: 'acknowledged', id: null, owner: port.slice(controllerPort.length), height }))
}

export const controllerPort = 'icacontroller-'

function heightOf(data: unknown): number | undefined {
  const value = isRecord(data) ? data.value : undefined
  if (!isRecord(value)) return undefined
  const { TxResult, height } = value
  return parseHeight(isRecord(TxResult) ? TxResult.height : height)
}

/** Returns undefined for a height that no chain can reach, because a node can report anything. */
export function parseHeight(height: unknown): number | undefined {
  return /^[1-9]\d{0,11}$/.test(`${height}`) ? Number(height) : undefined
}

type Attributes = (name: string) => string[] | undefined

function attributesOf(events: unknown): Attributes | undefined {
  if (!isRecord(events)) return undefined
  return name => {
    const values = Object.hasOwn(events, name) ? events[name] : []
    return Array.isArray(values) && values.every(value => typeof value === 'string') ? values : undefined
  }
}
