/**
 * Escapes invisible characters: control characters, terminal escapes, bidirectional marks and line breaks.
 *
 * It keeps zero-width joiners, because emoji and some scripts need them.
 */
export function visible(text: string): string {
  return text.replace(invisible, character => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' }[character]
    return short ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/** Control characters, lone surrogates, line and paragraph separators, and format characters. */
export const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
