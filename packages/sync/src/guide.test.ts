import { expect, test } from 'vitest'
import { guide, questions } from '../test/guide-suite.js'
import { tables } from './schema.js'

test('each example query has SQL for each database', () => {
  const engines = questions.map(({ queries }) => queries.flatMap(({ engines }) => engines))
  expect(engines).toEqual(Array.from({ length: 6 }, () => ['DuckDB', 'Postgres', 'ClickHouse']))
})

test.each(Object.entries(tables))('the guide describes every column of %s', (name, { key, columns }) => {
  const rows = Object.entries(columns).map(([column, { kind, means }]) => [`\`${column}\``, kind, means])
  const table = rowsOfTable([['column', 'kind', 'description'], ...rows])
  expect(guide).toContain(`\`${name}\`, by ${key.map(column => `\`${column}\``).join(', ')}:\n\n${table}`)
})

function rowsOfTable(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map(row => (row[index] ?? '').length), 3))
  const lines = rows.map(row => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`)
  return [lines[0], `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n')
}
