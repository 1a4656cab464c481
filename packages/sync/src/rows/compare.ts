import { isDeepStrictEqual } from 'node:util'
import { type TableName, tables } from '../schema.js'
import type { Row, Value } from '../store.js'

export function differingColumns(table: TableName, a: Row, b: Row): string[] {
  return Object.entries(tables[table].columns).flatMap(([column, { kind }]) => {
    // The height only shows when a row was read, so it isn't compared.
    if (column === 'height') return []
    const [left, right] = [a[column] ?? null, b[column] ?? null]
    // Databases may reformat JSON.
    const isSame = kind === 'json' ? isDeepStrictEqual(parsed(left), parsed(right)) : isDeepStrictEqual(left, right)
    return isSame ? [] : [column]
  })
}

function parsed(json: Value): unknown {
  return typeof json === 'string' ? JSON.parse(json) : json
}

export function keyOf(table: TableName, row: Row): string {
  return tables[table].key
    .slice(1)
    .map(column => row[column])
    .join('/')
}
