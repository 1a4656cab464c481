import { invalidArgument } from '../errors.js'
import type { QueryName } from '../types.js'
import type { Version } from '../versions/contract.js'

export interface Endpoint {
  readonly url: string
  version: Version | undefined
  isGateway: boolean
  readonly routes: Map<QueryName, string>
  /** While `performance.now()` is below this number, the endpoint is tried last. 0 if its last request succeeded. */
  failedUntil: number
  readonly unsupportedUntil: Map<string, number>
}

export const demotionAfterFailure = 60_000

export function createEndpoints(lcd: string | readonly string[]): Endpoint[] {
  return [lcd].flat().map(text => ({
    url: baseUrl('lcd', text, ['http:', 'https:'], 'http://localhost:1317'),
    version: undefined,
    isGateway: false,
    routes: new Map(),
    failedUntil: 0,
    unsupportedUntil: new Map(),
  }))
}

/** Endpoints that recently failed or didn't support the query come last. */
export function inOrderOfPreference(endpoints: readonly Endpoint[], query = ''): Endpoint[] {
  return preferring(
    endpoints,
    ({ failedUntil, unsupportedUntil }) => performance.now() >= Math.max(failedUntil, unsupportedUntil.get(query) ?? 0),
  )
}

export function routesOf(
  { version: known, routes }: Endpoint,
  versions: readonly Version[],
  query: QueryName,
): { version: Version; route: string }[] {
  const knownRoute = routes.get(query)
  return preferring(versions, version => version === known).flatMap(version =>
    preferring(version.routes[query], route => route === knownRoute).map(route => ({ version, route })),
  )
}

function preferring<Item>(items: readonly Item[], isPreferred: (item: Item) => boolean): Item[] {
  return [...items.filter(isPreferred), ...items.filter(item => !isPreferred(item))]
}

/**
 * Makes the host of an LCD or RPC URL lowercase, and removes slashes at the end.
 *
 * @throws {FlowQueryError} with kind `argument` if the URL is invalid. The error never contains a password or API key.
 */
export function baseUrl(name: 'lcd' | 'rpc', text: string, schemes: readonly string[], example: string): string {
  const url = parseUrl(text)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !schemes.includes(url.protocol))
    throw invalidArgument(
      name,
      /[@?#]/.test(text) ? '…' : text,
      `a URL without credentials, ? and #, such as ${example}`,
    )
  let base = url.origin + url.pathname
  // A regular expression such as `/\/+$/` would take quadratic time for many slashes.
  while (base.endsWith('/')) base = base.slice(0, -1)
  return base
}

/** Rejects some invalid URLs that `URL` would silently correct. */
function parseUrl(text: string): URL | undefined {
  return /^\w+:\/\/[^\s/]\S*$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
}
