import { safely } from '../callbacks.js'
import type { FlowClient } from '../client.js'
import { isRecord, isTooDeep, parseJson } from '../decode.js'
import { FlowQueryError } from '../errors.js'
import { withTimeout } from '../request/deadline.js'
import { inOrderOfPreference } from '../request/endpoint.js'
import type { Flow } from '../types.js'

/** The flows of a chain or an owner, or those that changed since a block, from one response of a gateway. */
export interface Snapshot {
  readonly chainId: string
  /** The block height up to which the flows contain all changes. */
  readonly height: number
  /** The block height since which the flows may have changed. Null if the snapshot contains all flows. */
  readonly since: number | null
  /** False if the gateway has newer changes, because it doesn't compress all flows again for each change. */
  readonly isCurrent: boolean
  /** The number of all flows of the chain or the owner. */
  readonly total: number
  /** Yields the flows in order of their ids, in blocks that arrive one after another. */
  readonly blocks: AsyncIterable<Flow[]>
}

export interface SnapshotRequest {
  owner: string | undefined
  /** Only the changes since this block of this chain are requested. */
  known: { height: number; chainId: string } | undefined
  signal: AbortSignal
}

/** Returns the base URL of the client's preferred endpoint if it is a gateway. */
export function gatewayOf({ settings }: FlowClient): string | undefined {
  const [preferred] = inOrderOfPreference(settings.endpoints)
  return preferred?.isGateway ? preferred.url : undefined
}

/**
 * Requests a snapshot from a gateway. The response consists of lines of JSON: a header, and then blocks of flows in columns, because
 * columns take half the space of rows.
 *
 * @throws {FlowQueryError} if the gateway has no snapshot, the response is invalid, or the connection breaks
 */
export async function requestSnapshot(
  gateway: string,
  { settings }: FlowClient,
  { owner, known, signal }: SnapshotRequest,
): Promise<Snapshot> {
  const { fetch = globalThis.fetch, timeout, maxBodyBytes, onResponse } = settings
  const parameters = new URLSearchParams({
    ...(owner !== undefined && { owner }),
    ...(known && { since: `${known.height}`, chain: known.chainId }),
  })
  const url = `${gateway}/flow-query/collection${parameters.size > 0 ? `?${parameters}` : ''}`
  const late = () => new FlowQueryError('timeout', 'The snapshot timed out')
  const broken = (cause: unknown) => {
    throw new FlowQueryError('network', 'The snapshot could not be read', { cause })
  }
  /** The whole download can take longer than the timeout, but each of its parts can't. */
  const inTime: InTime = work => withTimeout(timeout, signal, late, signal => work(signal).catch(broken))

  const began = performance.now()
  const response = await inTime(async signal => fetch(url, { signal }))
  const durationMs = Math.round(performance.now() - began)
  const query = owner === undefined ? 'flows' : 'flowsForOwner'
  safely(() => onResponse?.({ query, url, status: response.status, height: null, durationMs }))
  const lines = linesOf(response, inTime, maxBodyBytes)
  try {
    if (!response.ok) throw new FlowQueryError('node', 'The gateway has no snapshot')
    const header = parseJson((await lines.next()).value ?? '')
    if (!isHeader(header)) throw invalidSnapshot()
    return { ...header, blocks: blocksOf(header, lines) }
  } catch (error) {
    await lines.return()
    throw error
  }
}

type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>

async function* linesOf(response: Response, inTime: InTime, longest: number): AsyncGenerator<string, void, undefined> {
  // Some custom `fetch` functions don't support streams, and jsdom in Jest has no `TextDecoder`.
  if (!response.body || !globalThis.TextDecoder) {
    yield* (await inTime(() => response.text())).split('\n').filter(line => line !== '')
    return
  }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await inTime(() => reader.read())
      if (done) break
      const [end = '', ...lines] = decoder.decode(value, { stream: true }).split('\n')
      text += end
      for (const line of lines) {
        yield text
        text = line
      }
      if (text.length > longest) throw invalidSnapshot()
    }
    if (text !== '') throw invalidSnapshot()
  } finally {
    reader.cancel().catch(() => {})
  }
}

type Header = Omit<Snapshot, 'blocks'> & { fields: string[] }

function isHeader(header: unknown): header is Header {
  if (!isRecord(header)) return false
  const { format, chainId, height, since, isCurrent, total, fields } = header
  return (
    format === 1 &&
    typeof chainId === 'string' &&
    Number.isSafeInteger(height) &&
    (since === null || Number.isSafeInteger(since)) &&
    typeof isCurrent === 'boolean' &&
    Number.isSafeInteger(total) &&
    Array.isArray(fields) &&
    Object.keys(kinds).every(name => fields.includes(name))
  )
}

/** The longest time that decoding may block the page, in milliseconds. */
const longestTask = 25

async function* blocksOf({ fields }: Header, lines: AsyncIterable<string>): AsyncGenerator<Flow[]> {
  let last = 0
  let begin = performance.now()
  for await (const line of lines) {
    const flows = decodeBlock(fields, parseJson(line))
    for (const { id } of flows) {
      if (!(Number(id) > last)) throw invalidSnapshot()
      last = Number(id)
    }
    yield flows
    if (performance.now() - begin < longestTask) continue
    await new Promise(resolve => setTimeout(resolve))
    begin = performance.now()
  }
}

/** The type of each field of a flow. */
const kinds: Record<keyof Flow, (value: unknown) => boolean> = {
  id: isText,
  owner: isText,
  label: isText,
  feeAddress: isText,
  msgs: areMessages,
  interval: isText,
  startTime: isText,
  execTime: isText,
  endTime: isText,
  updateHistory: Array.isArray,
  selfHostedIca: isRecordOrNull,
  trustlessAgent: isRecordOrNull,
  configuration: isRecord,
  conditions: isRecord,
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isRecordOrNull(value: unknown): boolean {
  return value === null || isRecord(value)
}

/** The gateway has marked messages that are too deep. */
function areMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => isRecord(one) && !isTooDeep(one))
}

/** Turns columns into flows. Equal values of a column are the same object. */
function decodeBlock(fields: readonly string[], columns: unknown): Flow[] {
  if (!Array.isArray(columns)) throw invalidSnapshot()
  const values = Object.entries(kinds).map(
    ([name, isValid]) => [name, decodeColumn(columns[fields.indexOf(name)], isValid)] as const,
  )
  const ids = values[0]?.[1] ?? []
  if (values.some(([, { length }]) => length !== ids.length)) throw invalidSnapshot()
  return ids.map((_, row) => {
    const flow: Record<string, unknown> = {}
    for (const [name, column] of values) flow[name] = column[row]
    return flow as unknown as Flow
  })
}

/** A column is a list with one value per flow, or a list of different values and the place of each flow's value in that list. */
function decodeColumn(column: unknown, isValid: (value: unknown) => boolean): unknown[] {
  const values: unknown = isRecord(column) ? column.values : column
  if (!Array.isArray(values) || !values.every(isValid)) throw invalidSnapshot()
  if (!isRecord(column)) return values
  const { places } = column
  if (!Array.isArray(places) || !places.every(place => Object.hasOwn(values, place))) throw invalidSnapshot()
  return places.map(place => values[place])
}

export function invalidSnapshot(): FlowQueryError {
  return new FlowQueryError('decode', 'The snapshot is invalid')
}
