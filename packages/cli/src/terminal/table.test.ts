import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { createOutput, type Output } from './output.js'
import { type Column, createTable, printList, printTable } from './table.js'

interface Row {
  id: string
  label: string
}

const columns: Column<Row>[] = [
  { title: 'Id', cell: ({ id }) => id, right: true },
  { title: 'Label', cell: ({ label }) => ({ text: label, look: 'bold' }), least: 8 },
  { title: 'Long', cell: ({ label }) => label.repeat(3), least: 4 },
  { title: 'Wide only', cell: () => 'x', from: 60 },
]

/** Creates a terminal of this width. `lines` returns the lines written to it. */
function outputOf(columns: number): { output: Output; lines: () => string[] } {
  const stream = new PassThrough({ encoding: 'utf8', highWaterMark: 1_000_000 })
  const screen = Object.assign(stream, { isTTY: Number.isFinite(columns), columns })
  const terminal = { stdin: new PassThrough(), stdout: screen, stderr: screen, env: { NO_COLOR: '1' } }
  return {
    output: createOutput({ settings: { color: true }, terminal }),
    lines: () => (screen.read() ?? '').split('\n').slice(0, -1),
  }
}

async function linesOf(width: number, rows: Row[]): Promise<string[]> {
  const { output, lines } = outputOf(width)
  await printTable(output, columns, rows)
  return lines()
}

test('truncates the widest columns first and aligns numbers right', async () => {
  const rows = [
    { id: '9', label: 'Pay rent' },
    { id: '10', label: '日本語のラベル' },
  ]
  expect(await linesOf(36, rows)).toEqual([
    'Id  Label           Long',
    ' 9  Pay rent        Pay rentPay ren…',
    '10  日本語のラベル  日本語のラベル…',
  ])
})

test('truncates nothing in a pipe', async () => {
  const label = 'x'.repeat(200)
  const [, row] = await linesOf(Number.POSITIVE_INFINITY, [{ id: '1', label }])
  expect(row).toBe(` 1  ${label}  ${label.repeat(3)}  x`)
})

test('a list in a pipe has tabs between columns and no header, and truncates nothing', async () => {
  const label = `${'x'.repeat(200)}\t`
  const shown = `${'x'.repeat(200)}\\t`
  const { output, lines } = outputOf(Number.POSITIVE_INFINITY)
  await printList(output, columns, [{ id: '1', label }])
  expect(lines()).toEqual([`1\t${shown}\t${shown.repeat(3)}\tx`])
})

test('shows a column only in wide terminals', async () => {
  expect((await linesOf(59, []))[0]).not.toContain('Wide only')
  expect((await linesOf(60, []))[0]).toContain('Wide only')
})

test('truncates later rows to the measured widths', async () => {
  const { output, lines } = outputOf(40)
  const { row } = createTable(output, columns, [{ id: '1', label: 'short' }])
  await row({ id: '2', label: 'much longer than the others' })
  expect(lines()).toEqual([' 2  much…  much longer th…'])
})

test('prints no line that is wider than the terminal, for any label', async () => {
  const label = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme-composite' }),
  )
  const rows = fc.array(fc.record({ id: fc.nat().map(String), label }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 40, max: 200 }), async (rows, width) => {
      for (const line of await linesOf(width, rows)) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
    { numRuns: 50 },
  )
})
