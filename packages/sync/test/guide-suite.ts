import { readFileSync } from 'node:fs'
import { createDemoLcd } from '@flow-query/testing/demo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, databaseAt, type Row, sync } from '../src/index.js'
import type { TestEngine } from './engines.js'
import { chainOf, resultOf } from './truth.js'

export const guide = readFileSync(new URL('../../../docs/guides/sync.md', import.meta.url), 'utf8')

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

export const questions: Question[] = (/\n## Example queries\n(.*?)\n## /s.exec(guide)?.[1] ?? '')
  .split('\n### ')
  .slice(1)
  .map(section => ({
    text: section.split('\n')[0] ?? '',
    queries: queriesIn(section),
    answer: /```text\n(.*?)```/s.exec(section)?.[1] ?? '',
  }))

/** Tests that a database returns the results in the guide. */
export function describeGuide(engine: TestEngine): void {
  const { name } = engine
  describe.runIf(!engine.missing)(`${name} returns the results in the guide`, () => {
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
      expect(paid.map(({ paid }) => Number(paid))).toEqual([3.12872])
    })
  })
}

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
