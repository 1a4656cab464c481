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
  /** The flow's, a uint64. */
  id: string
  /** Null where the node did not tell. */
  owner: string | null
  /** The block in which it happened. A query that is sent from now on reads its outcome. */
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

/**
 * What a frame says: the request that it belongs to, and its events.
 *
 * @throws {FlowQueryError} `decode` where it is no frame of a node, `unsupported` or `node` where the node refuses
 */
export function readFrame(url: string, text: unknown): { id: unknown; events: FlowEvent[] } {
  const { id, error, result } = parse(text)
  if (error)
    throw rpcError(url, Object(error).code === -32601 ? 'unsupported' : 'node', `answered ${JSON.stringify(error)}`)
  const { data, events } = Object(result)
  const { TxResult, height } = Object(data?.value)
  const block = data ? Number(TxResult?.height ?? height) : 0
  const told = data ? events && meanings.map(([name, type]) => eventsOf(events, name, type, block)) : []
  if (result && Number.isInteger(block) && told && !told.includes(undefined)) return { id, events: told.flat() }
  throw rpcError(url, 'decode', `sent ${String(text).slice(0, 200)}, which is no frame of a node`)
}

/** Where a connection fails, it may be made later. */
export function rpcError(url: string, kind: FlowQueryErrorKind, problem: string, cause?: unknown): FlowQueryError {
  const details = { url, retryable: true, cause }
  return new FlowQueryError(kind, `${url} ${problem}`, details, 'Is this the RPC of a CometBFT node?')
}

function parse(text: unknown): { id?: unknown; error?: unknown; result?: unknown } {
  try {
    return Object(typeof text === 'string' && JSON.parse(text))
  } catch {
    return {}
  }
}

/** Undefined where they are not what they should be. */
function eventsOf(attributes: object, name: string, type: FlowEvent['type'], height: number): FlowEvent[] | undefined {
  const { [`${name}.flow-id`]: ids = [], [`${name}.owner`]: owners } = attributes as Record<string, unknown>
  if (!Array.isArray(ids) || !ids.every(id => /^\d+$/.test(id))) return undefined
  // They stand at the same index; where one is missing, nobody knows whose.
  const paired = Array.isArray(owners) && owners.length === ids.length
  return ids.map((id, index) => ({ type, id, owner: paired ? owners[index] : null, height }))
}
