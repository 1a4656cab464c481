import { GoError } from './text.js'

const standardAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const urlSafeAlphabet = standardAlphabet.replace('+', '-').replace('/', '_')

/**
 * Decodes base64 like grpc-gateway: with the standard alphabet first, then with the URL-safe one. If both fail, it
 * throws the URL-safe alphabet's error.
 */
export function decodeBase64(text: string): string {
  try {
    return decodeAlphabet(text, standardAlphabet)
  } catch {
    return decodeAlphabet(text, urlSafeAlphabet)
  }
}

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
