import { invisible } from './visible.js'

/**
 * Returns a value as JSON, with invisible characters as `\uXXXX`. Labels can't control a terminal, and programs parse the
 * original text.
 */
export function jsonText(value: unknown, indentation?: number): string {
  return stringified(value, indentation).replace(invisible, character =>
    // Line breaks between strings are indentation.
    character === '\n' ? character : escaped(character),
  )
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Messages can be nested thousands of levels deep, too deep for `JSON.stringify`. Such messages get no line breaks. */
function stringified(value: unknown, indentation?: number): string {
  try {
    return JSON.stringify(value, null, indentation)
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value)
    throw error
  }
}

/** Does the same as `JSON.stringify` without recursion. */
function stringifyDeep(root: unknown): string {
  let json = ''
  const rest: (string | { value: unknown })[] = [{ value: root }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') json += next
    else if (typeof next.value !== 'object' || next.value === null) json += JSON.stringify(next.value)
    else {
      const isArray = Array.isArray(next.value)
      const entries = Object.entries(next.value).filter(([, item]) => item !== undefined)
      json += isArray ? '[' : '{'
      rest.push(isArray ? ']' : '}')
      for (const [index, [key, value]] of [...entries.entries()].reverse())
        rest.push({ value }, (index ? ',' : '') + (isArray ? '' : `${JSON.stringify(key)}:`))
    }
  }
  return json
}
