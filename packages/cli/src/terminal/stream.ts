import type { Output } from './output.js'
import { type Column, createList } from './table.js'

export interface Sink<Row> {
  take: (row: Row) => Promise<void>
  end: () => Promise<void>
}

export function ndjson<Row>(output: Output): Sink<Row> {
  return { take: output.jsonLine, end: async () => {} }
}

const sampleSize = 100

/** Prints a table whose column widths fit the first 100 rows. It prints nothing until these rows arrive. */
export function tableOf<Row>(output: Output, columns: readonly Column<Row>[]): Sink<Row> {
  let waiting: Row[] | null = []
  const table: { row?: (row: Row) => Promise<void> } = {}

  async function begin(): Promise<void> {
    if (!waiting) return
    const rows = waiting
    waiting = null
    const { header, row } = createList(output, columns, rows)
    table.row = row
    await header()
    for (const first of rows) await row(first)
  }

  return {
    async take(row) {
      if (!waiting) return table.row?.(row)
      waiting.push(row)
      if (waiting.length >= sampleSize) await begin()
    },
    // An empty table has no header.
    end: async () => (waiting?.length ? begin() : undefined),
  }
}
