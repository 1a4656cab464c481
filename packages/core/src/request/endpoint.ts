import { invalidArgument } from '../errors.js'
import type { QueryName } from '../types.js'
import type { Route, Version } from '../versions/contract.js'

/** One LCD of the chain, and what has been found out about it. */
export interface Endpoint {
  /** Its base URL, without a slash at the end. */
  readonly url: string
  /** The version that it has answered in. */
  version: Version | undefined
  /** By query: the route that it has answered on. */
  readonly routes: Map<QueryName, Route>
  /** Milliseconds since 1970 when it failed last, if it has not answered since. */
  failedAt: number | undefined
}

/** Milliseconds that an endpoint is asked after the others, once it has failed. */
const restAfterFailure = 60_000

/** @throws {FlowQueryError} `argument` for what is no address of an LCD */
export function createEndpoint(lcd: string): Endpoint {
  return { url: baseUrl('lcd', lcd, ['http:', 'https:']), version: undefined, routes: new Map(), failedAt: undefined }
}

/** In the order given, those that failed of late at the end. */
export function inOrderOfPreference(endpoints: readonly Endpoint[]): Endpoint[] {
  const isResting = ({ failedAt }: Endpoint) => failedAt !== undefined && Date.now() - failedAt < restAfterFailure
  return [...endpoints.filter(endpoint => !isResting(endpoint)), ...endpoints.filter(isResting)]
}

/** The routes of a query, in each version that may be spoken: what has worked before comes first. */
export function routesOf(
  { version: known, routes }: Endpoint,
  versions: readonly Version[],
  query: QueryName,
): { version: Version; route: Route }[] {
  const knownRoute = routes.get(query)
  const inOrder = known ? [known, ...versions.filter(version => version !== known)] : versions
  return inOrder.flatMap(version => {
    const all = version.routes[query]
    const first = all.filter(route => route === knownRoute)
    return [...first, ...all.filter(route => route !== knownRoute)].map(route => ({ version, route }))
  })
}

/**
 * The address of an LCD or RPC, its host in lower case and without a slash at the end.
 *
 * @throws {FlowQueryError} `argument`, with nothing in it that may be secret
 */
export function baseUrl(name: 'lcd' | 'rpc', text: string, schemes: readonly string[]): string {
  const url = parseUrl(text)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !schemes.includes(url.protocol))
    throw invalidArgument(name, redacted(`${text}`), `a URL of ${schemes.join(' ')} without user, password, ? and #`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Stricter than URL, which mends what may be meant otherwise. */
function parseUrl(text: string): URL | undefined {
  return /^\w+:\/\/[^\s/]\S*$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

function redacted(url: string): string {
  return url.replace(/\/\/.*@/s, '//…@').replace(/([?#]).*/s, '$1…')
}
