import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import { dim, type Output, type Part } from './output.js'
import { visible } from './visible.js'

export interface Column<Row> {
  title: string
  cell: (row: Row) => Part
  right?: boolean
  /** The minimum width in a narrow terminal. Without it, the column is never truncated. */
  least?: number
  /** The terminal width that the column requires. Narrower terminals hide it. */
  from?: number
}

export interface Table<Row> {
  header: () => Promise<void>
  row: (row: Row) => Promise<void>
}

const gap = 2
/** The maximum column width in pipes, so that one long label does not widen all rows. */
const maximumWidthInPipe = 40

/** Creates a table whose columns fit the terminal. The widths depend on the rows in `sample`. */
export function createTable<Row>(output: Output, columns: readonly Column<Row>[], sample: readonly Row[]): Table<Row> {
  const shown = columns.filter(({ from = 0 }) => output.columns >= from)
  const natural = shown.map(({ title, cell }) =>
    sample.reduce((widest, row) => Math.max(widest, stringWidth(visible(textOf(cell(row))))), stringWidth(title)),
  )
  const least = shown.map(({ least }) => least)
  const widths = fitted(
    Number.isFinite(output.columns)
      ? natural
      : natural.map((width, index) => (least[index] === undefined ? width : Math.min(width, maximumWidthInPipe))),
    least,
    output.columns - gap * (shown.length - 1),
  )

  async function print(parts: readonly Part[]): Promise<void> {
    const cells = parts.map((part, index) => {
      const column = shown[index]
      const width = widths[index] ?? 0
      const text = cut(visible(textOf(part)), column?.least === undefined ? Number.POSITIVE_INFINITY : width, output)
      const padding = ' '.repeat(Math.max(0, width - stringWidth(text)))
      const painted = output.paint(typeof part === 'string' ? text : { ...part, text })
      return column?.right ? padding + painted : painted + padding
    })
    await output.write(`${cells.join(' '.repeat(gap)).trimEnd()}\n`)
  }

  return {
    header: () => print(shown.map(({ title }) => dim(title))),
    row: row => print(shown.map(({ cell }) => cell(row))),
  }
}

/** Creates a table whose rows programs can read: in pipes, it has no header, and tabs between the columns. */
export function createList<Row>(output: Output, columns: readonly Column<Row>[], sample: readonly Row[]): Table<Row> {
  if (Number.isFinite(output.columns)) return createTable(output, columns, sample)
  return {
    header: async () => {},
    row: row => output.write(`${columns.map(({ cell }) => visible(textOf(cell(row)))).join('\t')}\n`),
  }
}

export async function printList<Row>(
  output: Output,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { header, row } = createList(output, columns, rows)
  await header()
  for (const one of rows) await row(one)
}

export async function printTable<Row>(
  output: Output,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const table = createTable(output, columns, rows)
  await table.header()
  for (const row of rows) await table.row(row)
}

/** Reduces the widest columns until the table fits. Columns without `least` keep their width. */
function fitted(natural: readonly number[], least: readonly (number | undefined)[], room: number): number[] {
  const widths = [...natural]
  const spare = (index: number) => (widths[index] ?? 0) > (least[index] ?? Number.POSITIVE_INFINITY)
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess--) {
    const widest = widths.reduce(
      (best, width, index) => (spare(index) && width > (widths[best] ?? 0) ? index : best),
      -1,
    )
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function cut(text: string, width: number, { columns }: Output): string {
  if (!Number.isFinite(columns) || !Number.isFinite(width)) return text
  let shown = text
  // cliTruncate can exceed the width by half of a wide character, so this tries smaller widths.
  for (let room = width; stringWidth(shown) > width && room >= 0; room--) shown = cliTruncate(text, room)
  return shown
}

function textOf(part: Part): string {
  return typeof part === 'string' ? part : part.text
}
