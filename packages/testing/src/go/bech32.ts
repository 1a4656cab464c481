const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const data = regroup(bytes, 8, 5, true)
  return `${prefix}1${characters(data)}${characters(checksum(prefix, data))}`
}

/** Decodes an address like the chain does. */
export function decodeBech32(address: string): { prefix: string; bytes: Uint8Array } {
  if (address.length < 8 || address.length > 1023) throw new Error(`invalid bech32 string length ${address.length}`)
  const odd = /[^\x21-\x7e]/.exec(address)
  if (odd) throw new Error(`invalid character in string: '${odd[0]}'`)
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase())
    throw new Error('string not all lowercase or all uppercase')
  const separator = lower.lastIndexOf('1')
  if (separator < 1 || separator + 7 > lower.length) throw new Error(`invalid separator index ${separator}`)
  const prefix = lower.slice(0, separator)
  const data = Array.from(lower.slice(separator + 1), character => {
    const value = charset.indexOf(character)
    if (value < 0) throw new Error(`invalid character not part of charset: ${character.charCodeAt(0)}`)
    return value
  })
  const payload = data.slice(0, -6)
  const expected = characters(checksum(prefix, payload))
  const actual = lower.slice(-6)
  if (expected !== actual) throw new Error(`invalid checksum (expected ${expected} got ${actual})`)
  return { prefix, bytes: Uint8Array.from(regroup(payload, 5, 8, false)) }
}

function regroup(values: ArrayLike<number>, from: number, to: number, pad: boolean): number[] {
  const groups: number[] = []
  let bits = 0
  let rest = 0
  for (const value of Array.from(values)) {
    rest = ((rest << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      groups.push((rest >> bits) & ((1 << to) - 1))
    }
  }
  const left = (rest << (to - bits)) & ((1 << to) - 1)
  if (pad && bits > 0) groups.push(left)
  else if (!pad && (bits >= from || left !== 0)) throw new Error('invalid incomplete group')
  return groups
}

function checksum(prefix: string, data: readonly number[]): number[] {
  const codes = Array.from(prefix, character => character.charCodeAt(0))
  const expanded = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
  const remainder = polymod([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ 1
  return [25, 20, 15, 10, 5, 0].map(shift => (remainder >> shift) & 31)
}

function polymod(values: readonly number[]): number {
  let remainder = 1
  for (const value of values) {
    const top = remainder >> 25
    remainder = ((remainder & 0x1ffffff) << 5) ^ value
    generator.forEach((term, bit) => {
      if ((top >> bit) & 1) remainder ^= term
    })
  }
  return remainder
}

function characters(values: readonly number[]): string {
  return values.map(value => charset.charAt(value)).join('')
}
