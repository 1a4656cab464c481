import type { Flow } from '@flow-query/core'

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
 * @param shared the values of earlier calls by their JSON, so that all flows share equal values
 * @throws if the text is corrupt
 */
export function decodeRows(text: string, shared: Map<string, unknown>): Flow[] {
  const columns = JSON.parse(text) as [keyof Flow, Column][]
  const decoded = columns.map(([field, column]) => [field, rowsOf(column, shared)] as const)
  const ids = decoded.find(([field]) => field === 'id')?.[1] ?? []
  if (decoded.some(([, rows]) => rows.length !== ids.length)) throw new Error('The stored columns differ in length')
  return ids.map((_, row) => {
    const flow: Partial<Record<keyof Flow, unknown>> = {}
    for (const [field, rows] of decoded) flow[field] = rows[row]
    return flow as Flow
  })
}

function rowsOf(column: Column, shared: Map<string, unknown>): unknown[] {
  if (Array.isArray(column)) return column
  const values = column.values.map(value => {
    const text = JSON.stringify(value)
    if (!shared.has(text)) shared.set(text, value)
    return shared.get(text)
  })
  return column.places.map(place => values[place])
}
