import { checkInteger, FlowQueryError, invalidArgument } from './errors.js'
import type { FlowId, PageArgs, PageInfo, Queries, QueryName } from './types.js'

/** The required arguments of each query. */
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

/** The queries that return a page of a list. */
export const lists: ReadonlySet<QueryName> = new Set<ListName>([
  'flows',
  'flowsForOwner',
  'flowHistory',
  'trustlessAgents',
  'trustlessAgentsForAdmin',
])

export type ListName = { [Name in QueryName]: Queries[Name]['data'] extends PageInfo ? Name : never }[QueryName]

/** The arguments of all queries. */
export interface AnyArguments extends PageArgs {
  id?: FlowId
  owner?: string
  connectionId?: string
  agentAddress?: string
  feeAdmin?: string
  height?: number | undefined
}

/**
 * Returns the required arguments of a query, normalized for its URL. Only checks that they can't change the path of the URL,
 * because the node checks the rest.
 *
 * @throws {FlowQueryError} with kind `argument` if an argument is missing or invalid
 */
export function checkedArguments(query: QueryName, args: AnyArguments): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const name of requiredArguments[query]) {
    const value = name === 'id' ? normalizedId(args.id) : normalizedName(args[name])
    if (value === undefined) throw invalidArgument(name, args[name], expected[name])
    checked[name] = value
  }
  return checked
}

const address = 'a bech32 address such as into1…'
const expected = {
  id: 'a uint64 such as 14',
  owner: address,
  connectionId: 'a connection id such as connection-0',
  agentAddress: address,
  feeAdmin: address,
}

/** Returns a flow ID in its decimal form without leading zeros, or undefined if it isn't a uint64. */
export function normalizedId(id: FlowId | undefined): string | undefined {
  if (!/^0*\d{1,20}$/.test(`${id}`) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined
  const integer = BigInt(`${id}`)
  return integer < 2n ** 64n ? `${integer}` : undefined
}

/** Returns a name that can't change the path of a URL, or undefined for any other value. */
export function normalizedName(name: string | undefined): string | undefined {
  return typeof name === 'string' && /^[\w-]+$/.test(name) ? name : undefined
}

/** @throws {FlowQueryError} with kind `argument` if `height` isn't a positive integer, or if CORS prevents its header */
export function checkHeight(height: number, allowInPages: boolean | undefined): void {
  checkInteger('height', height, 1, 1_000_000)
  // Pages and their workers have a `location`, and CORS applies to them. Node, Bun and Deno have no `location`.
  if (typeof location !== 'undefined' && !allowInPages)
    throw new FlowQueryError(
      'argument',
      'Nodes reject the header of `height` from a web page (CORS)',
      {},
      'Remove `height`, or allow its header in a proxy and set `allowHeight`.',
    )
}
