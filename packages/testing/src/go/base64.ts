import { GoError } from './text.js'

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = STANDARD.replace('+', '-').replace('/', '_')

/** base64 as grpc-gateway reads it: the standard alphabet, else the URL-safe one, whose error it is then. */
export function decodeBase64(text: string): string {
  try {
    return decodeAlphabet(text, STANDARD)
  } catch {
    return decodeAlphabet(text, URL_SAFE)
  }
}

export function encodeBase64(bytes: string): string {
  return btoa(bytes)
}

/** Line breaks are skipped, padding is required, and leftover bits may be anything. */
function decodeAlphabet(text: string, alphabet: string): string {
  const corrupt = (at: number) => new GoError(`illegal base64 data at input byte ${at}`)
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r'
  let bytes = ''
  let at = 0
  while (at < text.length) {
    const quantum: number[] = []
    while (quantum.length < 4) {
      if (at === text.length) {
        if (quantum.length === 0) return bytes
        throw corrupt(at - quantum.length)
      }
      const character = text.charAt(at++)
      const value = alphabet.indexOf(character)
      if (value >= 0) quantum.push(value)
      else if (character !== '\n' && character !== '\r') {
        if (character !== '=' || quantum.length < 2) throw corrupt(at - 1)
        if (quantum.length === 2) {
          while (at < text.length && isBreak(at)) at++
          if (at === text.length) throw corrupt(text.length)
          if (text[at] !== '=') throw corrupt(at - 1)
          at++
        }
        while (at < text.length && isBreak(at)) at++
        if (at < text.length) throw corrupt(at)
        break
      }
    }
    const [a = 0, b = 0, c = 0, d = 0] = quantum
    const triple = (a << 18) | (b << 12) | (c << 6) | d
    const whole = String.fromCharCode(triple >> 16, (triple >> 8) & 255, triple & 255)
    bytes += whole.slice(0, quantum.length - 1)
  }
  return bytes
}
