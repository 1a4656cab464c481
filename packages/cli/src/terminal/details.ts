import wrapAnsi from 'wrap-ansi'
import { dim, type Output, type Part } from './output.js'

/** A name and one or more lines of text. */
export type Detail = readonly [name: string, ...lines: (Part | readonly Part[])[]]

/** Prints names in a left column and their text in a right column, wrapped to the terminal width. */
export async function printDetails(output: Output, details: readonly Detail[]): Promise<void> {
  const width = Math.max(...details.map(([name]) => name.length)) + 2
  for (const [name, ...lines] of details) {
    const wrapped = lines.flatMap(line => wrap(output, line, width).split('\n'))
    for (const [index, line] of wrapped.entries()) {
      const head = index ? ' '.repeat(width) : output.paint(dim(name)) + ' '.repeat(width - name.length)
      await output.write(`${head}${line}\n`)
    }
  }
}

/** Prints text, wrapped to the terminal width. Indents each line by `indentation` columns. */
export async function printWrapped(output: Output, parts: Part | readonly Part[], indentation = 0): Promise<void> {
  const lines = wrap(output, parts, indentation)
  await output.write(`${lines.replace(/^/gm, ' '.repeat(indentation))}\n`)
}

/** Paints text and wraps it to the terminal width minus the indentation. */
export function wrap(output: Output, parts: Part | readonly Part[], indentation = 0): string {
  const painted = output.paint(parts)
  return Number.isFinite(output.columns)
    ? wrapAnsi(painted, Math.max(20, output.columns - indentation), { hard: true, trim: true })
    : painted
}
