import { isRecord } from '../decode.js'
import { FlowQueryError, type FlowQueryErrorKind } from '../errors.js'

/** Something that happened to a flow on the chain. */
export interface FlowEvent {
  /**
   * - `executed`: it ran, well or not
   * - `answered`: another chain told how an execution went there; its history entry has changed
   * - `timedOut`: another chain did not, in time; its history entry has changed
   * - `created`, `updated`: by its owner
   */
  type: 'executed' | 'answered' | 'timedOut' | 'created' | 'updated'
  /** The flow's, a uint64. Null for an answer of which `v1beta1` does not tell the flow: then it is one of `owner`. */
  id: string | null
  /** Null where the node did not tell. Where `id` is null, the owner or the hosted account that sent the packet. */
  owner: string | null
  /** The block in which it happened. A query that is sent from now on to the same node reads its outcome. */
  height: number
}

/** The node's events, and what each means to a flow. */
const meanings = [
  ['flow-triggered', 'executed'],
  ['flow-created', 'created'],
  ['flow-updated', 'updated'],
  ['flow-msg-response', 'answered'],
  ['flow-error', 'answered'],
  ['flow-msg-timed-out', 'timedOut'],
] as const

/** All that flows have to tell. A node takes no more than five on one connection, and knows no OR. */
export const subscriptions = [
  "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS",
  "tm.event='Tx' AND flow-created.flow-id EXISTS",
  "tm.event='Tx' AND flow-updated.flow-id EXISTS",
  "tm.event='Tx' AND acknowledge_packet.packet_src_port CONTAINS 'icacontroller-'",
  "tm.event='Tx' AND flow-msg-timed-out.flow-id EXISTS",
]

/** A JSON-RPC request. Ids from 1 are those of the subscriptions, in their order. */
export function request(id: number, method: 'subscribe' | 'health', params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export interface Frame {
  /** Of the request that it belongs to. */
  id: unknown
  /** All of one block. */
  events: FlowEvent[]
}

/**
 * What a frame says.
 *
 * @throws {FlowQueryError} `decode` where it is no frame of a node, `unsupported` or `node` where the node refuses
 */
export function readFrame(url: string, text: unknown): Frame {
  const frame = parseFrame(text)
  const excerpt = String(text).slice(0, 200)
  if (frame?.error !== undefined) {
    const isUnknownMethod = isRecord(frame.error) && frame.error.code === -32601
    throw rpcError(url, isUnknownMethod ? 'unsupported' : 'node', `answered ${excerpt}`)
  }
  const events = frame && eventsOf(frame.result)
  if (!events) throw rpcError(url, 'decode', `sent ${excerpt}, which is no frame of a node`)
  return { id: frame.id, events }
}

/** Where a connection fails, it may be made later. */
export function rpcError(url: string, kind: FlowQueryErrorKind, problem: string, cause?: unknown): FlowQueryError {
  const details = { url, retryable: true, cause }
  return new FlowQueryError(kind, `${url} ${problem}`, details, 'Is this the RPC of a CometBFT node?')
}

function parseFrame(text: unknown): { id?: unknown; error?: unknown; result?: unknown } | undefined {
  try {
    const frame: unknown = JSON.parse(String(text))
    return isRecord(frame) ? frame : undefined
  } catch {
    return undefined
  }
}

/** The events of a result; none where it only confirms a subscription, undefined where it is not what it should be. */
function eventsOf(result: unknown): FlowEvent[] | undefined {
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
    // They stand at the same index; where one is missing, nobody knows whose.
    const isPaired = owners.length === ids.length
    ids.forEach((id, index) => {
      named.push({ type, id, owner: (isPaired && owners[index]) || null, height })
    })
  }
  const ports = attributes('acknowledge_packet.packet_src_port')
  return ports && [...named, ...unnamedAnswers(ports, named, height)]
}

/** `v1beta1` says nothing of a flow when another chain answers well: only the port that its packet came from is there. */
function unnamedAnswers(ports: readonly string[], named: readonly FlowEvent[], height: number): FlowEvent[] {
  if (named.filter(({ type }) => type === 'answered').length >= ports.length) return []
  return [...new Set(ports)]
    .filter(port => port.startsWith(controllerPort))
    .map(port => ({ type: 'answered', id: null, owner: port.slice(controllerPort.length), height }))
}

/** Before the address that controls an interchain account, in the name of its port. */
export const controllerPort = 'icacontroller-'

/** A block's, in a frame of a block or of a transaction. */
function heightOf(data: unknown): number | undefined {
  const value = isRecord(data) ? data.value : undefined
  if (!isRecord(value)) return undefined
  const { TxResult, height } = value
  const block = Number(isRecord(TxResult) ? TxResult.height : height)
  return Number.isSafeInteger(block) ? block : undefined
}

/** Reads attributes by name: a list of strings each, empty where there are none; undefined where it is something else. */
function attributesOf(events: unknown): ((name: string) => string[] | undefined) | undefined {
  if (!isRecord(events)) return undefined
  return name => {
    const values = Object.hasOwn(events, name) ? events[name] : []
    return Array.isArray(values) && values.every(value => typeof value === 'string') ? values : undefined
  }
}
