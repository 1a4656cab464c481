import type { Output } from './output.js'
import { type Column, createTable } from './table.js'

/** Whatever takes rows as they come. */
export interface Sink<Row> {
  take: (row: Row) => Promise<void>
  end: () => Promise<void>
}

/** A line of JSON each. */
export function ndjson<Row>(output: Output): Sink<Row> {
  return { take: output.jsonLine, end: async () => {} }
}

const sampled = 100

/** A table that begins when its first rows are there, which its columns are measured on. */
export function tableOf<Row>(output: Output, columns: readonly Column<Row>[]): Sink<Row> {
  let waiting: Row[] | null = []
  const table: { row?: (row: Row) => Promise<void> } = {}

  async function begin(): Promise<void> {
    if (!waiting) return
    const rows = waiting
    waiting = null
    const { header, row } = createTable(output, columns, rows)
    table.row = row
    await header()
    for (const one of rows) await row(one)
  }

  return {
    async take(row) {
      if (!waiting) return table.row?.(row)
      waiting.push(row)
      if (waiting.length >= sampled) await begin()
    },
    // A table of nothing says nothing.
    end: async () => (waiting?.length ? begin() : undefined),
  }
}
