import { type OtherQueryName, type QueryName, v1, v1beta1 } from '@flow-query/core'
import { LRUCache } from 'lru-cache'
import { withoutExtraSlashes } from '../paths.js'

export interface AllowedRead {
  readonly query: ReadQuery
  readonly target: string
  readonly args: { readonly [name: string]: string | undefined }
}

export type ReadQuery = QueryName | Exclude<OtherQueryName, 'flowDryRun' | 'clientStatus' | 'icaChannel'> | OtherQuery
type OtherQuery = 'block' | 'connection' | 'clientStatus' | 'account' | 'chainInfo'

interface AllowedRoute {
  readonly query: ReadQuery
  readonly segments: readonly string[]
  readonly parameters: readonly string[]
}

const paging = ['key', 'offset', 'limit', 'reverse', 'count_total'].map(name => `pagination.${name}`)
const lists = new Set<QueryName>([
  'flows',
  'flowsForOwner',
  'flowHistory',
  'trustlessAgents',
  'trustlessAgentsForAdmin',
])

const otherRoutes: readonly AllowedRoute[] = [
  route('balances', 'cosmos/bank/v1beta1/balances/{address}', paging),
  route('spendableBalances', 'cosmos/bank/v1beta1/spendable_balances/{address}', paging),
  route('authzGrants', 'cosmos/authz/v1beta1/grants', ['granter', 'grantee', ...paging]),
  route('connectionChannels', 'ibc/core/channel/v1/connections/{connectionId}/channels', paging),
  route('packets', 'ibc/core/channel/v1/channels/{channelId}/ports/{portId}/packet_commitments', paging),
  route('connection', 'ibc/core/connection/v1/connections/{connectionId}', []),
  route('clientStatus', 'ibc/core/client/v1/client_status/{clientId}', []),
  route('delegations', 'cosmos/staking/v1beta1/delegations/{delegator}', paging),
  route('unbondingDelegations', 'cosmos/staking/v1beta1/delegators/{delegator}/unbonding_delegations', paging),
  route('stakingParams', 'cosmos/staking/v1beta1/params', []),
  route('account', 'cosmos/auth/v1beta1/accounts/{address}', []),
  route('chainTime', 'cosmos/base/node/v1beta1/status', []),
  route('chainTime', 'cosmos/base/tendermint/v1beta1/blocks/latest', []),
  route('block', 'cosmos/base/tendermint/v1beta1/blocks/{height}', []),
  route('chainInfo', 'cosmos/base/tendermint/v1beta1/node_info', []),
]

export const simulatePath = '/cosmos/tx/v1beta1/simulate'

export function createRoutes(service: string): (url: string) => AllowedRead | undefined {
  const routes = [...flowRoutes(service), ...otherRoutes]
  const parsed = new LRUCache<string, AllowedRead>({ max: 2_000 })

  function parse(url: string): AllowedRead | undefined {
    const [path = '', query] = splitOnce(url)
    const segments = segmentsOf(path)
    if (!segments) return undefined
    for (const route of routes) {
      const args = argumentsIn(route, segments)
      if (args) return canonical(route, args, query)
    }
    return undefined
  }

  return url => {
    const known = parsed.get(url)
    if (known) return known
    const read = parse(url)
    if (read) parsed.set(url, read)
    return read
  }
}

function flowRoutes(service: string): AllowedRoute[] {
  return [v1, v1beta1].flatMap(({ name, routes }) =>
    (Object.keys(routes) as QueryName[]).flatMap(query =>
      routes[query].map(template => {
        const [path, parameters] = splitOnce(`${service}/intent/${name}/${template}`)
        return route(query, path, [...new URLSearchParams(parameters).keys(), ...(lists.has(query) ? paging : [])])
      }),
    ),
  )
}

function route(query: ReadQuery, path: string, parameters: readonly string[]): AllowedRoute {
  return { query, segments: path.split('/'), parameters: [...parameters].sort() }
}

function splitOnce(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Returns the decoded segments, or undefined if the path is invalid or could change its meaning on the way to a node. */
function segmentsOf(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined
  try {
    const segments = withoutExtraSlashes(path).slice(1).split('/').map(decodeURIComponent)
    return segments.every(isPlain) ? segments : undefined
  } catch {
    return undefined
  }
}

const longestArgument = 256

function isPlain(segment: string): boolean {
  return segment.length <= longestArgument && !/^\.{0,2}$|[/\\\p{Cc}]/u.test(segment)
}

function argumentsIn({ segments }: AllowedRoute, given: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined
  const args: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? ''
    const name = /^{(\w+)}$/.exec(segment)?.[1]
    if (name) args[name] = canonicalValue(name, value)
    else if (segment !== value) return undefined
  }
  return args
}

function canonicalValue(name: string, value: string): string {
  return name === 'id' ? value.replace(/^0+(?=\d)/, '') : value
}

function canonical(
  { query, segments, parameters }: AllowedRoute,
  pathArgs: Readonly<Record<string, string>>,
  queryString: string,
): AllowedRead | undefined {
  const given = new URLSearchParams(queryString)
  const kept = new URLSearchParams()
  for (const name of parameters) {
    const value = given.get(name) ?? given.get(inCamelCase(name))
    if (value !== null && value.length > longestArgument) return undefined
    if (value !== null) kept.set(name, canonicalValue(name, value))
  }
  const path = segments.map(segment => {
    const name = /^{(\w+)}$/.exec(segment)?.[1]
    return encodeURIComponent(name ? (pathArgs[name] ?? '') : segment)
  })
  const search = kept.size > 0 ? `?${kept}` : ''
  return { query, target: `/${path.join('/')}${search}`, args: { ...pathArgs, ...Object.fromEntries(kept) } }
}

function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
