import { platform } from '../platform.js'
import { GoError } from './text.js'

const maxUint64 = (1n << 64n) - 1n

/** Parses a 64-bit number like strconv.ParseUint. */
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
    if (value > maxUint64) throw fail('value out of range')
  }
  if (text.includes('_') && !underscoresSeparateDigits(text)) throw fail('invalid syntax')
  return value
}

function radixOf(text: string): [radix: number, digits: string] {
  if (!text.startsWith('0')) return [10, text]
  const radix = text.length < 3 ? undefined : { b: 2, o: 8, x: 16 }[text.charAt(1).toLowerCase()]
  return radix === undefined ? [8, text.slice(1)] : [radix, text.slice(2)]
}

function underscoresSeparateDigits(text: string): boolean {
  return /^(?:0[box](?:_?[0-9a-f])*|[0-9](?:_?[0-9])*)$/i.test(text)
}

/** Parses a 64-bit number in base 10 like strconv.ParseInt. */
export function parseInt64(text: string): bigint {
  const fail = (why: string) => new GoError(`strconv.ParseInt: parsing ${quote(text)}: ${why}`)
  if (!/^[+-]?[0-9]+$/.test(text)) throw fail('invalid syntax')
  const value = BigInt(text.replace('+', ''))
  if (BigInt.asIntN(64, value) !== value) throw fail('value out of range')
  return value
}

/** Parses a boolean like strconv.ParseBool. */
export function parseBool(text: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false
  throw new GoError(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`)
}

/** Quotes a string like strconv.Quote. */
export function quote(bytes: string): string {
  let quoted = ''
  for (let at = 0; at < bytes.length; ) {
    const [character, length] = firstCharacter(bytes.slice(at, at + 4))
    quoted += quotedCharacter(character, bytes.charCodeAt(at))
    at += length
  }
  return `"${quoted}"`
}

const strict = new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function firstCharacter(bytes: string): [character: string | null, length: number] {
  for (let length = 1; length <= bytes.length; length++) {
    try {
      return [strict.decode(Uint8Array.from(bytes.slice(0, length), byte => byte.charCodeAt(0))), length]
    } catch {}
  }
  return [null, 1]
}

const namedEscapes: Record<string, string> = {
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
  const named = namedEscapes[character]
  if (named !== undefined) return named
  // strconv.IsPrint accepts letters, marks, numbers, punctuation, symbols and the ASCII space.
  if (character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${hex(code, 2)}`
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
