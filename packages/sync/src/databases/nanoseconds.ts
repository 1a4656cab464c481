import type { Kind, Table } from '../schema.js'
import type { Row, Value } from '../store.js'

type Columns = Table['columns']

/** The column names of databases without nanosecond timestamps. Each time column has a second column with nanoseconds. */
export function namesWithNanoseconds(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([name, { kind }]) => (kind === 'time' ? [name, `${name}_ns`] : [name]))
}

/** Formats a row as a JSON object. Values are strings, except for kinds in `written`. Times use the name with `_ns`. */
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
