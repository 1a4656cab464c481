import wrapAnsi from 'wrap-ansi'
import { dim, type Output, type Part } from './output.js'

export type Detail = readonly [name: string, ...lines: (Part | readonly Part[])[]]

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

export async function printWrapped(output: Output, parts: Part | readonly Part[], indentation = 0): Promise<void> {
  const lines = wrap(output, parts, indentation)
  await output.write(`${lines.replace(/^/gm, ' '.repeat(indentation))}\n`)
}

export function wrap(output: Output, parts: Part | readonly Part[], indentation = 0): string {
  const painted = output.paint(parts)
  return Number.isFinite(output.columns)
    ? wrapAnsi(painted, Math.max(20, output.columns - indentation), { hard: true, trim: true })
    : painted
}
