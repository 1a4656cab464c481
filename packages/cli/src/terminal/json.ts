import { stringifyChunked } from '@discoveryjs/json-ext'
import { unseen } from './visible.js'

/**
 * A value as JSON, in which what cannot be seen is written as `\uXXXX`: a label does nothing to a terminal, and a
 * program reads it as it is.
 */
export function jsonText(value: unknown, indentation?: number): string {
  return stringified(value, indentation).replace(unseen, character =>
    // Between strings, lines end as they should.
    character === '\n' ? character : escaped(character),
  )
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Messages may hold messages thousands deep, where JSON.stringify gives up. They stand on one line. */
function stringified(value: unknown, indentation?: number): string {
  try {
    return JSON.stringify(value, null, indentation)
  } catch (error) {
    if (error instanceof RangeError) return Array.from(stringifyChunked(value)).join('')
    throw error
  }
}
