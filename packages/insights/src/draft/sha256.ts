/** `crypto.subtle` is asynchronous, and browsers only offer it to secure pages. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 4, bytes.length * 8)
  let hash = initialHash
  for (let start = 0; start < view.byteLength; start += 64) hash = hashWith(hash, wordsAt(view, start))
  return hash.map(word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

const primes = [2]
for (let number = 3; primes.length < 64; number += 2)
  if (primes.every(prime => number % prime !== 0)) primes.push(number)

const constants = primes.map(prime => fractionOf(Math.cbrt(prime)))
const initialHash = primes.slice(0, 8).map(prime => fractionOf(Math.sqrt(prime)))

function fractionOf(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}

function wordsAt(view: DataView, start: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getUint32(start + 4 * index))
  while (words.length < 64) {
    const last = words.slice(-16)
    const [first = 0, second = 0, tenth = 0, fifteenth = 0] = [last[0], last[1], last[9], last[14]]
    const sigma0 = rotated(second, 7) ^ rotated(second, 18) ^ (second >>> 3)
    const sigma1 = rotated(fifteenth, 17) ^ rotated(fifteenth, 19) ^ (fifteenth >>> 10)
    words.push((first + sigma0 + tenth + sigma1) | 0)
  }
  return words
}

function hashWith(hash: readonly number[], words: readonly number[]): number[] {
  let state = hash
  for (const [index, constant] of constants.entries()) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const change = h + sum1 + ((e & f) ^ (~e & g)) + constant + (words[index] ?? 0)
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    state = [(change + sum0 + majority) | 0, a, b, c, (d + change) | 0, e, f, g]
  }
  return hash.map((word, index) => (word + (state[index] ?? 0)) | 0)
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
