const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export interface Bech32 {
  prefix: string
  /** The account that the address belongs to, which can have an address on each chain. */
  account: string
}

/** Returns undefined if an address has wrong characters, a wrong checksum, or both upper and lower case. */
export function parseBech32(address: string): Bech32 | undefined {
  const text = address.toLowerCase()
  if (address !== text && address !== address.toUpperCase()) return undefined
  const [, prefix = '', data = '', checksum = ''] = /^([!-~]+)1([a-z\d]*)([a-z\d]{6})$/.exec(text) ?? []
  const values = Array.from(data + checksum, character => alphabet.indexOf(character))
  if (!prefix || values.includes(-1)) return undefined
  const codes = Array.from(prefix, character => character.charCodeAt(0))
  const all = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31), ...values]
  return all.reduce(addToChecksum, 1) === 1 ? { prefix, account: data } : undefined
}

function addToChecksum(sum: number, value: number): number {
  const top = sum >> 25
  const shifted = ((sum & 0x1ffffff) << 5) ^ value
  return generators.reduce((result, generator, bit) => ((top >> bit) & 1 ? result ^ generator : result), shifted)
}
