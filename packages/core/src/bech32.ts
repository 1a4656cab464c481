const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** Whether a text is a bech32 address in lowercase, of any chain, with a correct checksum as in BIP 173. */
export function isBech32(text: string): boolean {
  const [, prefix = '', data = ''] = /^([a-z\d]+)1([02-9ac-hj-np-z]{6,})$/.exec(text) ?? []
  return checksumOf(prefix, data) === 1
}

/** Returns the address with this prefix and these characters between the prefix and the checksum. */
export function toBech32(prefix: string, data: string): string {
  const checksum = checksumOf(prefix, `${data}qqqqqq`) ^ 1
  const characters = [25, 20, 15, 10, 5, 0].map(bit => charset[(checksum >> bit) & 31])
  return `${prefix}1${data}${characters.join('')}`
}

function checksumOf(prefix: string, data: string): number {
  const codes = Array.from(prefix, character => character.charCodeAt(0))
  const values = Array.from(data, character => charset.indexOf(character))
  return [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31), ...values].reduce(
    (sum, value) =>
      generator.reduce(
        (mixed, term, bit) => ((sum >> (25 + bit)) & 1 ? mixed ^ term : mixed),
        ((sum & 0x1ffffff) << 5) ^ value,
      ),
    1,
  )
}
