import type { Kind, Table } from '../schema.js'
import type { Row, Value } from '../store.js'

type Columns = Table['columns']

/** The names of columns where those of times have another one beside them, for what their type cannot hold. */
export function namesWithNanoseconds(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([name, { kind }]) => (kind === 'time' ? [name, `${name}_ns`] : [name]))
}

/** A row as a JSON object of texts, but where a kind of column is written otherwise; times under their `_ns`. */
export function rowToJson(
  columns: Columns,
  row: Row,
  written: Partial<Record<Kind, (value: NonNullable<Value>) => string>>,
): string {
  const fields = Object.entries(columns).map(([name, { kind }]) => {
    const value = row[name] ?? null
    const json = value === null ? undefined : written[kind]?.(value)
    return `"${name}${kind === 'time' ? '_ns' : ''}":${json ?? JSON.stringify(value)}`
  })
  return `{${fields.join()}}`
}
