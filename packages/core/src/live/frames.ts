import { isRecord, parseJson } from '../decode.js'
import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'
import type { FlowEvent } from '../events.js'

const meanings = [
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

/** A block in which 500 flows run has a few million characters. */
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
  const { code, data } = isRecord(error) ? error : {}
  if (/^max_subscription_clients/.test(String(data))) return noRoom(url, String(data))
  const isUnknownMethod = code === -32601
  return rpcError(url, isUnknownMethod ? 'unsupported' : 'node', `returned an error: ${excerpt}`)
}

/** A node accepts a configured number of WebSocket clients, 100 by default. */
function noRoom(url: string, reason: string): FlowQueryError {
  return new FlowQueryError(
    'rateLimited',
    `${url} accepts no more live connections (${reason})`,
    { url, retryable: true },
    'Polling continues. To receive events, use another `rpc`.',
  )
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

  const named: FlowEvent[] = []
  for (const [name, type] of meanings) {
    const ids = attributes(`${name}.flow-id`)
    const owners = attributes(`${name}.owner`)
    if (!ids?.every(id => /^\d{1,20}$/.test(id)) || !owners) return undefined
    // An id and its owner have the same index. If an owner is missing, it is unclear which one.
    const isPaired = owners.length === ids.length
    if (named.length + ids.length > mostEvents) return 'tooMany'
    ids.forEach((id, index) => {
      named.push({ type, id, owner: (isPaired && owners[index]) || null, height })
    })
  }
  const ports = attributes('acknowledge_packet.packet_src_port')
  if (ports && ports.length > mostEvents) return 'tooMany'
  return ports && [...named, ...acknowledgementsWithoutId(ports, named, height)]
}

/** On `v1beta1`, a successful acknowledgement contains the port that sent the packet, but not the flow. */
function acknowledgementsWithoutId(ports: readonly string[], named: readonly FlowEvent[], height: number): FlowEvent[] {
  if (named.filter(({ type }) => type === 'acknowledged').length >= ports.length) return []
  return [...new Set(ports)]
    .filter(port => port.startsWith(controllerPort))
    .map(port => ({ type: 'acknowledged', id: null, owner: port.slice(controllerPort.length), height }))
}

export const controllerPort = 'icacontroller-'

function heightOf(data: unknown): number | undefined {
  const value = isRecord(data) ? data.value : undefined
  if (!isRecord(value)) return undefined
  const { TxResult, height } = value
  const block = Number(isRecord(TxResult) ? TxResult.height : height)
  return Number.isSafeInteger(block) ? block : undefined
}

function attributesOf(events: unknown): ((name: string) => string[] | undefined) | undefined {
  if (!isRecord(events)) return undefined
  return name => {
    const values = Object.hasOwn(events, name) ? events[name] : []
    return Array.isArray(values) && values.every(value => typeof value === 'string') ? values : undefined
  }
}
