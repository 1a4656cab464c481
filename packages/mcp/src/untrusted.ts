/**
 * Marks text that other people wrote, such as labels, errors, message contents and addresses: `<untrusted>Pay rent</untrusted>`.
 *
 * The text can't leave its marks, because `<` and `>` are escaped inside. Line breaks, invisible characters and Markdown links are
 * escaped too, so the text can't imitate the structure of an answer or hide anything from a person.
 *
 * @param maxBytes the maximum length of the escaped text in UTF-8. If the text is longer, the number of omitted characters is stated
 */
export function untrusted(text: string, maxBytes = 160): string {
  const { shown, cut } = shortened(text, maxBytes)
  return `${start}${shown}${end}${cut > 0 ? ` (${cut} more characters)` : ''}`
}

const [start, end] = ['<untrusted>', '</untrusted>']

/**
 * Marks a value as JSON. Its strings contain escape sequences instead of special characters, so it is still valid JSON. Returns null if
 * it is longer than `maxBytes`.
 */
export function markedJson(value: unknown, maxBytes: number): string | null {
  const json = JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, text => text.replace(special, jsonEscape))
  return Buffer.byteLength(json) <= maxBytes ? start + json + end : null
}

function jsonEscape(character: string): string {
  if (character === '\\') return character
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Removes the marks of an argument, because assistants copy addresses from earlier answers. */
export function withoutMarks(text: string): string {
  return text.trim().replace(/^<untrusted>(.*)<\/untrusted>$/s, '$1')
}

/**
 * Marks the names in a sentence of `@flow-query/format`, such as addresses and denoms. The rest of the sentence is our own text.
 *
 * A name has no spaces, because the arguments of the sentence were passed through {@link withoutSpaces}.
 */
export function sentence(text: string, maxBytes = 600): string {
  const marked = text.replace(/\S+|[^\S ]/g, word => {
    let [start, end] = [0, word.length]
    while (start < end && opening.includes(word.charAt(start))) start++
    while (start < end && closing.includes(word.charAt(end - 1))) end--
    const name = word.slice(start, end)
    return isName(name) ? escaped(word.slice(0, start)) + untrusted(name) + escaped(word.slice(end)) : escaped(word)
  })
  if (Buffer.byteLength(marked) <= maxBytes) return marked
  // A cut could remove the end of a mark, so the whole sentence is marked instead.
  return untrusted(text, maxBytes)
}

/** Punctuation around a name. */
const [opening, closing] = ['("“', '.,;:!?)"”']

/** Our sentences contain no long words, and no words with these characters. Clock times and numbers are not names. */
function isName(word: string): boolean {
  if (/^[\d:.,+%-]*$/.test(word)) return false
  return word.length > 24 || /[/_:…@=#$%&*{}|~\\]/.test(word) || bech32.test(word)
}

const bech32 = /^[a-z]+1[02-9ac-hj-np-z]{20,}$/

/**
 * Replaces spaces and unusual characters in all strings of a value with `_`, so that each name is one word in a sentence. Errors keep
 * their text, because `@flow-query/format` recognizes them by it.
 */
export function withoutSpaces<Value>(value: Value): Value {
  return mapped(value) as Value
}

const kept = new Set(['message', 'errors', '@type'])

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[^\w.:/+-]/g, '_')
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, kept.has(key) ? field : mapped(field)]))
}

/** Escapes characters until the escaped text has `maxBytes`. Returns how many UTF-16 units remain. */
function shortened(text: string, maxBytes: number): { shown: string; cut: number } {
  let shown = ''
  let bytes = 0
  let length = 0
  for (const character of text) {
    const next = escaped(character)
    bytes += Buffer.byteLength(next)
    if (bytes > maxBytes) return { shown: `${shown}…`, cut: text.length - length }
    shown += next
    length += character.length
  }
  return { shown, cut: 0 }
}

function escaped(text: string): string {
  return text.replace(special, character => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '[': '\\[', ']': '\\]' }[character]
    return short ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

/**
 * Characters that could end a mark or start Markdown code, links and images, and characters that are invisible or change the
 * direction of text. Emoji need the zero-width joiner and the variation selector 16.
 */
const special =
  /[<>`[\]\\\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200d\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
