import type { Kind, Table } from '../schema.js'
import type { Row, Value } from '../store.js'

type Columns = Table['columns']

export function namesWithNanoseconds(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([name, { kind }]) => (kind === 'time' ? [name, `${name}_ns`] : [name]))
}

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
