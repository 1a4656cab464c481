import type { Flow } from '@flow-query/core'

/** The first line of a snapshot. Core describes the fields. */
export interface SnapshotHeader {
  readonly chainId: string
  readonly height: number
  readonly since: number | null
  readonly isCurrent: boolean
  readonly total: number
}

/** The number of flows per line. Each line takes a few milliseconds to encode and to decode, so neither side is blocked for long. */
const blockSize = 1_000

const fields = [
  'id',
  'owner',
  'label',
  'feeAddress',
  'msgs',
  'interval',
  'startTime',
  'execTime',
  'endTime',
  'updateHistory',
  'selfHostedIca',
  'trustlessAgent',
  'configuration',
  'conditions',
] as const satisfies readonly (keyof Flow)[]

/**
 * Yields the lines of a snapshot: a header, and then blocks of flows. A block is a list of columns, because equal fields next to each
 * other take less space than rows.
 */
export function* snapshotLines(header: SnapshotHeader, flows: readonly Flow[]): Generator<string, void, undefined> {
  yield `${JSON.stringify({ format: 1, ...header, fields })}\n`
  for (let row = 0; row < flows.length; row += blockSize) {
    const block = flows.slice(row, row + blockSize)
    yield `${JSON.stringify(fields.map(field => columnOf(block.map(flow => flow[field]))))}\n`
  }
}

/** A column is a list of values. If many are equal, it is a list of different values, and the place of each flow's value in that list. */
function columnOf(values: readonly unknown[]): unknown {
  // A mirror shares equal parts of different flows, so most of them are the same object.
  const places = new Map([...new Set(values)].map((value, place) => [value, place]))
  if (places.size > values.length / 2) return values
  return { values: [...places.keys()], places: values.map(value => places.get(value)) }
}
