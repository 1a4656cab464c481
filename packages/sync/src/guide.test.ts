import { readFileSync } from 'node:fs'
import { createLcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { serveLcd } from '@flow-query/testing/serve'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { update } from '../examples/sync.js'
import { clickhouseEngine, duckdbEngine, postgresEngine, type TestEngine } from '../test/engines.js'
import { chainOf, resultOf } from '../test/truth.js'
import { type Database, databaseAt, type Row, sync } from './index.js'
import { tables } from './schema.js'

const guide = readFileSync(new URL('../../../apps/docs/pages/guides/sync.md', import.meta.url), 'utf8')

/** The time at which the guide's results were recorded. The demo chain depends only on the time. */
const at = Date.parse('2026-11-21T12:00:00Z')

interface Question {
  text: string
  /** The SQL, with the databases that support it. */
  queries: { engines: string[]; query: string }[]
  answer: string
}

/** The SQL blocks of a section. The first line of each lists the databases that support it. */
function queriesIn(text: string): Question['queries'] {
  return Array.from(text.matchAll(/```sql\n-- (.*?)\n(.*?)```/gs), ([, engines = '', query = '']) => ({
    engines: engines.split(', '),
    query,
  }))
}

const dashboards = queriesIn(/\n## Dashboards\n(.*?)\n## /s.exec(guide)?.[1] ?? '')

const questions: Question[] = (/\n## Example queries\n(.*?)\n## /s.exec(guide)?.[1] ?? '')
  .split('\n### ')
  .slice(1)
  .map(section => ({
    text: section.split('\n')[0] ?? '',
    queries: queriesIn(section),
    answer: /```text\n(.*?)```/s.exec(section)?.[1] ?? '',
  }))

test('each example query has SQL for each database', () => {
  const engines = questions.map(({ queries }) => queries.flatMap(({ engines }) => engines))
  expect(engines).toEqual(Array.from({ length: 6 }, () => ['DuckDB', 'Postgres', 'ClickHouse']))
})

describe.each([duckdbEngine, postgresEngine, clickhouseEngine].map(engine => [engine.name, engine] as const))(
  '%s returns the results in the guide',
  (name, engine) => {
    describe.runIf(!engine.missing)('with a server', () => {
      let asShown: Database
      let now: Database
      beforeAll(async () => {
        await engine.start()
        asShown = await databaseAsOf(engine, at)
        now = await databaseAsOf(engine, Date.now())
      })
      afterAll(engine.stop)

      test.each(questions.map(question => [question.text, question] as const))('%s', async (_, { queries, answer }) => {
        const query = queries.find(({ engines }) => engines.includes(name))?.query ?? ''
        // These views compare with the database's clock, so they need a chain with the current time.
        if (query.includes('upcoming_'))
          expect(withoutTimes(shownAsText(await resultOf(now, query)))).toBe(withoutTimes(answer))
        else expect(shownAsText(await resultOf(asShown, query))).toBe(answer)
      })

      const panels = dashboards.filter(({ engines }) => engines.includes(name))
      test.each(panels)('the dashboard panel in the guide returns the correct amount', async ({ query }) => {
        const rows = await resultOf(asShown, query.replace(/\$__timeFilter\((\w+)\)/, timeFilterOf[name]))
        const days = rows.map(({ time }) => cellOf(time))
        expect(new Set(days)).toEqual(new Set(['2026-11-20', '2026-11-21']))
        const paid = rows.filter(({ problem }, index) => problem === 'otherChain' && days[index] === '2026-11-21')
        expect(paid.map(({ paid }) => Number(paid))).toEqual([1.45352])
      })
    })
  },
)

/** The SQL that Grafana generates for its time filter. It selects two days. */
const timeFilterOf: Record<TestEngine['name'], string> = {
  DuckDB: '',
  Postgres: "$1 BETWEEN '2026-11-20T00:00:00Z' AND '2026-11-21T23:59:59Z'",
  ClickHouse: '$1 >= toDateTime(1795132800) AND $1 <= toDateTime(1795305599)',
}

async function databaseAsOf(engine: TestEngine, now: number): Promise<Database> {
  const database = databaseAt(await engine.newTarget())
  const lcd = createDemoLcd({ clock: () => now })
  await sync({ ...chainOf(lcd), chainId: 'intento-1' }, { to: database, forecastWithin: 86_400_000 })
  return database
}

/** Formats rows as a table with right-aligned numbers. */
function shownAsText(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map(row => names.map(name => cellOf(row[name])))
  const columns = names.map((name, index) => {
    const cells = lines.map(line => line[index] ?? '')
    const width = Math.max(name.length, ...cells.map(({ length }) => length))
    const isNumber = cells.every(cell => /^\d+$/.test(cell))
    return [name, ...cells].map(cell => (isNumber ? cell.padStart(width) : cell.padEnd(width)))
  })
  return Array.from(
    { length: rows.length + 1 },
    (_, index) =>
      `${columns
        .map(cells => cells[index])
        .join('  ')
        .trimEnd()}\n`,
  ).join('')
}

/** Formats a value in the same way for all drivers. Removes fractions of seconds. */
function cellOf(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().replace('T', ' ').replace(' 00:00:00.000Z', '') : `${value}`
  return text.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\..*$/, '$1').replace(/^(\d+)\.0$/, '$1')
}

function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'a time')
}

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

test('the example syncs, and reports a mismatch', async () => {
  const path = await duckdbEngine.newTarget()
  const served = await serveLcd(createLcd({ flows: [{}, {}] }))
  expect(await update(served.url, path)).toMatch(/^Block \d+: 2 flows and 0 executions written, \d+ requests$/)
  await served.close()
  const other = await serveLcd(createLcd({ flows: [] }))
  expect(await update(other.url, path)).toContain(
    'contains something else. Use another node, or choose a new database.',
  )
  await other.close()
})
