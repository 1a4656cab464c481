import { toJson } from '../json.js'
import { platform } from '../platform.js'

/** An error with the message of Go's standard library. */
export class GoError extends Error {}

const decoder = new platform.TextDecoder()
const encoder = new platform.TextEncoder()

/** Request strings stay bytes, like Go strings, until they are decoded. */
export function utf8(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
}

export function bytesOf(text: string): string {
  let bytes = ''
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

const escapedCharacters = /[<>&\u2028\u2029]/

/** Prints JSON like encoding/json, which escapes `<`, `>` and `&`. */
export function goJson(value: unknown): string {
  const text = toJson(value)
  return escapedCharacters.test(text) ? text.replace(new RegExp(escapedCharacters, 'g'), unicodeEscape) : text
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
