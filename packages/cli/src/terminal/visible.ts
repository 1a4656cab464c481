/**
 * A text in which what cannot be seen is written out: control characters and terminal escapes, what turns the
 * direction of text, line breaks. Joiners stay, as emoji and some scripts are made with them.
 */
export function visible(text: string): string {
  return text.replace(unseen, character => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' }[character]
    return short ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/** Control characters, halves of characters, what breaks lines, and what has no shape of its own. */
export const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
