import {
  childOrDefaults,
  childOrNull,
  isBodyProblem,
  isRecord,
  isTooDeep,
  messages,
  parseJson,
  requiredString,
  strings,
  uint64,
} from '../decode.js'
import { FlowQueryError } from '../errors.js'
import { parseHeight } from '../live/frames.js'
import type { Flow } from '../types.js'
import { agentConfig, conditions, configuration, icaConfigOrNull } from '../versions/mappers.js'

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

/** Reads each field of a flow like the mapper of `v1`, which lists its fields itself because engines optimize that. */
const flowFields: { readonly [Name in keyof Flow]: (value: unknown, field: string) => Flow[Name] } = {
  id: uint64,
  owner: requiredString,
  label: requiredString,
  feeAddress: requiredString,
  msgs: messages,
  interval: requiredString,
  startTime: requiredString,
  execTime: requiredString,
  endTime: requiredString,
  updateHistory: strings,
  selfHostedIca: icaConfigOrNull,
  trustlessAgent: (value, field) => childOrNull(value, field, agentConfig),
  configuration: (value, field) => childOrDefaults(value, field, configuration),
  conditions: (value, field) => childOrDefaults(value, field, conditions),
}

/** The names of the fields of a flow, with the ID first. */
export const flowFieldNames: readonly (keyof Flow)[] = Object.keys(flowFields) as (keyof Flow)[]

/** A block is a list of columns, because equal fields next to each other take half the space. */
export function* encodeSnapshot(
  header: SnapshotHeader,
  flows: readonly Flow[],
  blockSize = flowsPerLine,
): Generator<string, void, undefined> {
  yield `${JSON.stringify({ format: 1, ...header, fields: flowFieldNames })}\n`
  for (let row = 0; row < flows.length; row += blockSize) {
    const block = flows.slice(row, row + blockSize)
    yield `${JSON.stringify(flowFieldNames.map(name => encodeColumn(block.map(flow => flow[name]))))}\n`
  }
}

export function decodeSnapshotHeader(line: string): SnapshotHeader & { readonly fields: readonly string[] } {
  const header = parseJson(line)
  if (!isHeader(header)) throw invalidSnapshot()
  return header
}

/**
 * Decodes a block with the mappers of responses, because any node can claim to be a gateway. A value that several flows share is
 * decoded once.
 *
 * @param fields the names of the columns, from the header
 * @param most the number of flows that the block can contain
 * @throws {FlowQueryError} with kind `decode` if the block is invalid
 */
export function decodeSnapshotBlock(
  fields: readonly string[],
  line: string,
  most: number = Number.POSITIVE_INFINITY,
): Flow[] {
  const columns = parseJson(line)
  if (!Array.isArray(columns)) throw invalidSnapshot()
  const values = flowFieldNames.map(name => [name, decodeColumn(name, columns[fields.indexOf(name)], most)] as const)
  const ids = values[0]?.[1] ?? []
  if (ids.length === 0 || values.some(([, { length }]) => length !== ids.length)) throw invalidSnapshot()
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
  const { format, chainId, height, since, isCurrent, total, fields } = header
  return (
    format === 1 &&
    typeof chainId === 'string' &&
    isHeight(height) &&
    (since === null || isHeight(since)) &&
    typeof isCurrent === 'boolean' &&
    isCount(total) &&
    Array.isArray(fields) &&
    flowFieldNames.every(name => fields.includes(name))
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

function decodeColumn(name: keyof Flow, column: unknown, most: number): unknown[] {
  const { values, places }: { values?: unknown; places?: unknown } = isRecord(column) ? column : { values: column }
  if (!isListUpTo(values, most)) throw invalidSnapshot()
  const decoded = values.map(value => decodeFlowField(name, value))
  if (!isRecord(column)) return decoded
  if (!isListUpTo(places, most)) throw invalidSnapshot()
  return places.map(place => {
    if (!isCount(place) || place >= decoded.length) throw invalidSnapshot()
    return decoded[place]
  })
}

/** No other field of a flow than its messages has as many levels. */
const mostLevels = 10

/**
 * Checks a field of a flow with the mapper of responses, for flows that come from a gateway or a storage.
 *
 * @throws {FlowQueryError} with kind `decode` if no node could have sent the value
 */
export function decodeFlowField(name: keyof Flow, value: unknown): unknown {
  if (name !== 'msgs' && isTooDeep(value, mostLevels)) throw invalidSnapshot()
  try {
    return flowFields[name](name === 'msgs' ? value : withNamesOfNodes(value), name)
  } catch (error) {
    throw isBodyProblem(error) ? invalidSnapshot() : error
  }
}

function withNamesOfNodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNamesOfNodes)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      withNamesOfNodes(part),
    ]),
  )
}

function isListUpTo(value: unknown, most: number): value is unknown[] {
  return Array.isArray(value) && value.length <= most
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** The height is 0 if no node reports one. */
function isHeight(value: unknown): value is number {
  return value === 0 || (isCount(value) && parseHeight(value) !== undefined)
}
