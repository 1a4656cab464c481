import { checkInteger, FlowQueryError, invalidArgument } from './errors.js'
import type { PageInfo, Queries, QueryName } from './types.js'

export const requiredArguments = {
  flow: ['id'],
  flows: [],
  flowsForOwner: ['owner'],
  flowHistory: ['id'],
  ica: ['owner', 'connectionId'],
  params: [],
  trustlessAgent: ['agentAddress'],
  trustlessAgents: [],
  trustlessAgentsForAdmin: ['feeAdmin'],
  totalBurnt: [],
} as const satisfies { [Name in QueryName]: readonly (keyof Queries[Name]['args'])[] }

export const lists: ReadonlySet<QueryName> = new Set<ListName>([
  'flows',
  'flowsForOwner',
  'flowHistory',
  'trustlessAgents',
  'trustlessAgentsForAdmin',
])

export type ListName = { [Name in QueryName]: Queries[Name]['data'] extends PageInfo ? Name : never }[QueryName]

export function checkedArguments<Name extends string>(
  required: readonly Name[],
  args: object,
): { [name in Name]: string } {
  const given = args as { readonly [name: string]: unknown }
  const checked: { [name: string]: string } = {}
  for (const name of required) checked[name] = checkedArgument(name, given[name])
  return checked as { [name in Name]: string }
}

function checkedArgument(name: string, value: unknown): string {
  if (name !== 'id' && name !== 'connectionId') {
    checkAddress(name, value)
    return value
  }
  const checked = name === 'id' ? normalizedId(value) : connectionId(value)
  if (checked === undefined)
    throw invalidArgument(name, value, name === 'id' ? 'a uint64 such as 14' : 'a connection id such as connection-0')
  return checked
}

/** Checks everything but the prefix, which differs between chains. */
export function checkAddress(name: string, address: unknown): asserts address is string {
  if (typeof address === 'string' && isBech32(address)) return
  throw invalidArgument(
    name,
    address,
    'a bech32 address such as into1…',
    typeof address === 'string' ? 'Check the address for typos.' : '',
  )
}

export function normalizedId(id: unknown): string | undefined {
  if (!/^0*\d{1,20}$/.test(`${id}`) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined
  const integer = BigInt(`${id}`)
  return integer < 2n ** 64n ? `${integer}` : undefined
}

/** Only rejects IDs that would change the path of the URL. */
function connectionId(id: unknown): string | undefined {
  return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : undefined
}

export function checkHeight(height: number, allowInPages: boolean | undefined): void {
  checkInteger('height', height, 1, 1_000_000)
  // CORS applies to pages and their workers, and both have a `location`.
  if (typeof location !== 'undefined' && !allowInPages)
    throw new FlowQueryError(
      'argument',
      'Nodes reject the header of `height` from a web page (CORS)',
      {},
      'Remove `height`, or allow its header in a proxy and set `allowHeight`.',
    )
}

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
