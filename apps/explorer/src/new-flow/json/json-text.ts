import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A remark about the line of a JSON text that contains the offset `from`. */
export interface Note {
  from: number
  text: string
  tone: 'bad' | 'late'
}

/** Returns a note about the first mistake of a JSON text, or its value. */
export function parseJson(text: string): { value: unknown } | { note: Note } {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return { value }
  const mistake = printParseErrorCode(first.error).replace(/([a-z])([A-Z])/g, '$1 $2')
  return { note: { from: first.offset, text: `Not valid JSON: ${mistake.toLowerCase()}.`, tone: 'bad' } }
}

/**
 * Returns the offset of a path such as `[0].amount[1].denom` in a JSON text, or of the deepest part of the path that exists. The path can
 * have names in camelCase, and the text has those of the node.
 */
export function offsetOf(text: string, path: string): number {
  const tree = parseTree(text)
  const parts = Array.from(path.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, index]) =>
    index ? Number(index) : snakeCase(name),
  )
  for (let depth = parts.length; tree && depth > 0; depth--) {
    const node = findNodeAtLocation(tree, parts.slice(0, depth))
    if (node) return node.offset
  }
  return 0
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
