import { platform } from '../platform.js'
/** An error of Go's standard library, in its words. */
export class GoError extends Error {}

const decoder = new platform.TextDecoder()
const encoder = new platform.TextEncoder()

/** The text of a string of bytes: strings from a request hold one byte per character, as Go's do, until they are decoded. */
export function utf8(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
}

/** A string with one character per byte of the text. */
export function bytesOf(text: string): string {
  let bytes = ''
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte)
  return bytes
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
