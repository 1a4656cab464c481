import { checkInteger, invalidArgument } from './errors.js'
import type { FlowId, PageArgs, PageInfo, Queries, QueryName } from './types.js'

/** What each query cannot be asked without. */
export const neededArguments = {
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

/** The queries that answer a page of a list. */
export const lists: ReadonlySet<QueryName> = new Set<ListName>([
  'flows',
  'flowsForOwner',
  'flowHistory',
  'trustlessAgents',
  'trustlessAgentsForAdmin',
])

export type ListName = { [Name in QueryName]: Queries[Name]['data'] extends PageInfo ? Name : never }[QueryName]

/** Everything that a query may be asked with. */
export interface AnyArguments extends PageArgs {
  id?: FlowId
  owner?: string
  connectionId?: string
  agentAddress?: string
  feeAdmin?: string
  height?: number | undefined
}

/**
 * What a query needs, as it stands in a URL.
 *
 * @throws {FlowQueryError} `argument` for what makes no request. Whether there is such a thing is the node's to say; here it
 * only must not lead to another path
 */
export function checkedArguments(query: QueryName, args: AnyArguments): Record<string, string> {
  const checked: Record<string, string> = {}
  for (const name of neededArguments[query]) {
    const value = name === 'id' ? normalizedId(args.id) : normalizedName(args[name])
    if (value === undefined) throw invalidArgument(name, args[name], expected[name])
    checked[name] = value
  }
  return checked
}

const expected = {
  id: 'a uint64',
  owner: 'a bech32 address',
  connectionId: 'a connection id',
  agentAddress: 'a bech32 address',
  feeAdmin: 'a bech32 address',
}

/** The one form of a flow id, or undefined where it is no uint64. */
export function normalizedId(id: FlowId | undefined): string | undefined {
  if (!/^0*\d{1,20}$/.test(`${id}`) || (typeof id === 'number' && !Number.isSafeInteger(id))) return undefined
  const integer = BigInt(`${id}`)
  return integer < 2n ** 64n ? `${integer}` : undefined
}

function normalizedName(name: string | undefined): string | undefined {
  return typeof name === 'string' && /^[\w-]+$/.test(name) ? name : undefined
}

/**
 * @throws {FlowQueryError} `argument` for what is no height, and in a page: code with a location has an origin, and CORS
 * holds for it, as in a page and its workers, and not in Node, Bun or Deno
 */
export function checkHeight(height: number, allowInPages: boolean): void {
  checkInteger('height', height, 1)
  if (typeof location !== 'undefined' && !allowInPages)
    throw invalidArgument(
      'height',
      height,
      'for pages: CORS refuses its header. Behind a proxy that does not, set `allowHeight`',
    )
}
