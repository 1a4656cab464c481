import { isRecord, isTooDeep, parseJson } from '../decode.js'
import { FlowQueryError } from '../errors.js'
import type { Flow } from '../types.js'

export interface SnapshotHeader {
  readonly chainId: string
  readonly height: number
  /** Null if the snapshot contains all flows. */
  readonly since: number | null
  /** False if there are newer changes, because the gateway doesn't compress all flows again for each change. */
  readonly isCurrent: boolean
  readonly total: number
}

const flowsPerLine = 1_000

const fields: Record<keyof Flow, (value: unknown) => boolean> = {
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

/** A block is a list of columns, because equal fields next to each other take half the space. */
export function* encodeSnapshot(
  header: SnapshotHeader,
  flows: readonly Flow[],
  blockSize = flowsPerLine,
): Generator<string, void, undefined> {
  const names = Object.keys(fields) as (keyof Flow)[]
  yield `${JSON.stringify({ format: 1, ...header, fields: names })}\n`
  for (let row = 0; row < flows.length; row += blockSize) {
    const block = flows.slice(row, row + blockSize)
    yield `${JSON.stringify(names.map(name => encodeColumn(block.map(flow => flow[name]))))}\n`
  }
}

export function decodeSnapshotHeader(line: string): SnapshotHeader & { readonly fields: readonly string[] } {
  const header = parseJson(line)
  if (!isHeader(header)) throw invalidSnapshot()
  return header
}

export function decodeSnapshotBlock(names: readonly string[], line: string): Flow[] {
  const columns = parseJson(line)
  if (!Array.isArray(columns)) throw invalidSnapshot()
  const values = Object.entries(fields).map(
    ([name, isValid]) => [name, decodeColumn(columns[names.indexOf(name)], isValid)] as const,
  )
  const ids = values[0]?.[1] ?? []
  if (values.some(([, { length }]) => length !== ids.length)) throw invalidSnapshot()
  return ids.map((_, row) => {
    const flow: Record<string, unknown> = {}
    for (const [name, column] of values) flow[name] = column[row]
    return flow as unknown as Flow
  })
}

export function invalidSnapshot(): FlowQueryError {
  return new FlowQueryError('decode', 'The snapshot is invalid')
}

function isHeader(header: unknown): header is ReturnType<typeof decodeSnapshotHeader> {
  if (!isRecord(header)) return false
  const { format, chainId, height, since, isCurrent, total, fields: names } = header
  return (
    format === 1 &&
    typeof chainId === 'string' &&
    Number.isSafeInteger(height) &&
    (since === null || Number.isSafeInteger(since)) &&
    typeof isCurrent === 'boolean' &&
    Number.isSafeInteger(total) &&
    Array.isArray(names) &&
    Object.keys(fields).every(name => names.includes(name))
  )
}

/**
 * A column is a list of values. If many values are equal, it contains the list of the distinct values, and for each flow the index of its
 * value.
 */
function encodeColumn(values: readonly unknown[]): unknown {
  // A set finds equal values, because a mirror stores them as one object.
  const places = new Map([...new Set(values)].map((value, place) => [value, place]))
  if (places.size > values.length / 2) return values
  return { values: [...places.keys()], places: values.map(value => places.get(value)) }
}

function decodeColumn(column: unknown, isValid: (value: unknown) => boolean): unknown[] {
  const values: unknown = isRecord(column) ? column.values : column
  if (!Array.isArray(values) || !values.every(isValid)) throw invalidSnapshot()
  if (!isRecord(column)) return values
  const { places } = column
  if (!Array.isArray(places) || !places.every(place => Object.hasOwn(values, place))) throw invalidSnapshot()
  return places.map(place => values[place])
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isRecordOrNull(value: unknown): boolean {
  return value === null || isRecord(value)
}

/** Rejects messages with too many levels. A gateway never sends them, because it replaces them with a mark. */
function areMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => isRecord(one) && !isTooDeep(one))
}
