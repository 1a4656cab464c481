import type { Flow } from '@flow-query/core'
import { decodeFlowField, flowFieldNames } from '@flow-query/core/parts/collection'
import { record } from '@flow-query/core/parts/decode'

/** The values of one field, or the distinct values and the index of each row's value. */
type Column = unknown[] | { values: unknown[]; places: number[] }

/** Encodes flows as columns, because equal values of different flows are then stored and parsed once. */
export function encodeRows(flows: readonly Flow[]): string {
  const fields = Object.keys(flows[0] ?? {}) as (keyof Flow)[]
  return JSON.stringify(fields.map(field => [field, columnOf(flows.map(flow => flow[field]))]))
}

function columnOf(rows: readonly unknown[]): Column {
  const places = new Map<unknown, number>()
  for (const value of rows) if (!places.has(value)) places.set(value, places.size)
  if (places.size > rows.length / 2) return [...rows]
  return { values: [...places.keys()], places: rows.map(value => places.get(value) ?? 0) }
}

/**
 * Decodes the flows of {@link encodeRows}.
 *
 * @param shared the values of earlier calls by their field and JSON, so that all flows share equal values
 * @throws if the text is corrupt, or if a value is not what a node could have sent
 */
export function decodeRows(text: string, shared: Map<string, unknown>): Flow[] {
  const columns = new Map(JSON.parse(text) as [string, unknown][])
  if (columns.size === 0) return []
  const decoded = flowFieldNames.map(field => [field, rowsOf(columns.get(field), field, shared)] as const)
  const ids = decoded[0]?.[1] ?? []
  if (decoded.some(([, rows]) => rows.length !== ids.length)) throw new Error('The stored columns differ in length')
  return ids.map((_, row) => {
    const flow: Record<string, unknown> = {}
    for (const [field, rows] of decoded) flow[field] = rows[row]
    return flow as unknown as Flow
  })
}

/** Browser extensions, users and other versions of the explorer can change the storage, so values are checked like those of a node. */
function check(value: unknown, field: keyof Flow): unknown {
  const isObject = field === 'configuration' || field === 'conditions'
  return decodeFlowField(field, isObject ? record(value) : value)
}

function rowsOf(column: unknown, field: keyof Flow, shared: Map<string, unknown>): unknown[] {
  if (Array.isArray(column)) return column.map(value => check(value, field))
  const { values, places } = column as Exclude<Column, unknown[]>
  const checked = values.map(value => {
    const key = `${field} ${JSON.stringify(value)}`
    if (!shared.has(key)) shared.set(key, check(value, field))
    return shared.get(key)
  })
  return places.map(place => {
    if (!Object.hasOwn(checked, place)) throw new Error('A stored flow has no value in a column')
    return checked[place]
  })
}
