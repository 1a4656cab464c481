/**
 * What Go's standard library does with a request, down to its error texts. Strings hold one byte per character here
 * (as Go's do) until `utf8` decodes them.
 */

export class GoError extends Error {}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** The text of a string of bytes. */
export function utf8(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
}

/** A string with one character per byte of the text. */
export function bytesOf(text: string): string {
  return String.fromCharCode(...encoder.encode(text))
}

const KEPT_OUT = /[<>&\u2028\u2029]/

/** encoding/json, which keeps `<`, `>` and `&` out of its output. */
export function goJson(value: unknown): string {
  const text = JSON.stringify(value)
  return KEPT_OUT.test(text) ? text.replace(new RegExp(KEPT_OUT, 'g'), unicodeEscape) : text
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** url.PathUnescape and url.QueryUnescape, which differ in what a plus is. */
export function unescapeUrl(escaped: string, plus: '+' | ' '): string {
  const text = bytesOf(plus === ' ' ? escaped.replaceAll('+', ' ') : escaped)
  return text.replace(/%(?:[0-9a-f]{2}|.{0,2})/gis, triple => {
    if (!/^%[0-9a-f]{2}$/i.test(triple)) throw new GoError(`invalid URL escape ${quote(triple)}`)
    return String.fromCharCode(Number.parseInt(triple.slice(1), 16))
  })
}

/** url.ParseQuery: the parameters in order; the first error counts, after all of it was read. */
export function parseQuery(query: string): [name: string, value: string][] {
  const parameters: [string, string][] = []
  let error: unknown
  for (const piece of query.split('&')) {
    if (piece === '') continue
    try {
      if (piece.includes(';')) throw new GoError('invalid semicolon separator in query')
      const equals = piece.indexOf('=')
      const name = unescapeUrl(equals < 0 ? piece : piece.slice(0, equals), ' ')
      parameters.push([name, unescapeUrl(equals < 0 ? '' : piece.slice(equals + 1), ' ')])
    } catch (failure) {
      error ??= failure
    }
  }
  if (error) throw error
  return parameters
}

/** path.Clean as gorilla/mux uses it: no empty, `.` or `..` segment, but a slash at the end stays. */
export function cleanPath(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  const clean = `/${kept.join('/')}`
  return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean
}

/** url.URL.EscapedPath for a path of bytes. */
export function escapePath(path: string): string {
  return path.replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

const MAX_UINT64 = (1n << 64n) - 1n

/** strconv.ParseUint of 64 bits. In base 0 the prefix tells (`0x10`, `0b1`, `017`) and underscores may separate digits. */
export function parseUint(text: string, base: 0 | 10): bigint {
  const fail = (why: string) => new GoError(`strconv.ParseUint: parsing ${quote(text)}: ${why}`)
  if (text === '') throw fail('invalid syntax')
  const [radix, digits] = base === 10 ? [10, text] : radixOf(text)
  let value = 0n
  for (const character of digits) {
    if (character === '_' && base === 0) continue
    const digit = /[0-9a-z]/i.test(character) ? Number.parseInt(character, 36) : Number.POSITIVE_INFINITY
    if (digit >= radix) throw fail('invalid syntax')
    value = value * BigInt(radix) + BigInt(digit)
    if (value > MAX_UINT64) throw fail('value out of range')
  }
  if (text.includes('_') && !underscoresSeparateDigits(text)) throw fail('invalid syntax')
  return value
}

function radixOf(text: string): [radix: number, digits: string] {
  if (!text.startsWith('0')) return [10, text]
  const radix = text.length < 3 ? undefined : { b: 2, o: 8, x: 16 }[text.charAt(1).toLowerCase()]
  return radix === undefined ? [8, text.slice(1)] : [radix, text.slice(2)]
}

/** An underscore stands between two digits, or between the base's prefix and a digit. */
function underscoresSeparateDigits(text: string): boolean {
  return /^(?:0[box](?:_?[0-9a-f])*|[0-9](?:_?[0-9])*)$/i.test(text)
}

/** strconv.ParseInt of 64 bits in base 10. */
export function parseInt64(text: string): bigint {
  const fail = (why: string) => new GoError(`strconv.ParseInt: parsing ${quote(text)}: ${why}`)
  if (!/^[+-]?[0-9]+$/.test(text)) throw fail('invalid syntax')
  const value = BigInt(text.replace('+', ''))
  if (BigInt.asIntN(64, value) !== value) throw fail('value out of range')
  return value
}

/** strconv.ParseBool. */
export function parseBool(text: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false
  throw new GoError(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`)
}

/** strconv.Quote of a string of bytes. */
export function quote(bytes: string): string {
  let quoted = ''
  for (let at = 0; at < bytes.length; ) {
    const [character, length] = firstCharacter(bytes.slice(at, at + 4))
    quoted += quotedCharacter(character, bytes.charCodeAt(at))
    at += length
  }
  return `"${quoted}"`
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function firstCharacter(bytes: string): [character: string | null, length: number] {
  for (let length = 1; length <= bytes.length; length++) {
    try {
      return [strict.decode(Uint8Array.from(bytes.slice(0, length), byte => byte.charCodeAt(0))), length]
    } catch {}
  }
  return [null, 1]
}

const NAMED: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

function quotedCharacter(character: string | null, byte: number): string {
  if (character === null) return `\\x${hex(byte, 2)}`
  const named = NAMED[character]
  if (named !== undefined) return named
  // What strconv.IsPrint takes: letters, marks, numbers, punctuation, symbols and the ASCII space.
  if (character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${hex(code, 2)}`
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
