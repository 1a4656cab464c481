import { platform } from '../platform.js'

const encoder = new platform.TextEncoder()

/** Encodes a field whose value is a string, bytes or a message. */
export function field(number: number, content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  const head = [(number << 3) | 2]
  let length = bytes.length
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128)
  return concat(Uint8Array.from([...head, length]), bytes)
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
