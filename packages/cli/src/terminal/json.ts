import { invisible } from './visible.js'

/**
 * Returns a value as JSON, with invisible characters as `\uXXXX`. So labels can't control a terminal, and programs still parse the
 * original text.
 */
export function jsonText(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replace(invisible, character =>
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
