import { type Body, decode } from './decode.js'
import { FlowQueryError, isFlowQueryError } from './errors.js'
import { demotionAfterFailure, type Endpoint, inOrderOfPreference, routesOf } from './request/endpoint.js'
import { type GetOptions, type GetSettings, getWithRetry } from './request/get.js'
import type { Queries, QueryName } from './types.js'
import type { Version } from './versions/contract.js'
import type { PageQuery } from './versions/pagination.js'

export interface RequestSettings extends GetSettings {
  readonly endpoints: readonly Endpoint[]
  readonly chains?: { readonly [connectionId: string]: { readonly lcd: string | readonly string[] } } | undefined
  readonly versions: readonly Version[]
  readonly service: string
  readonly allowHeight?: boolean | undefined
  /** The client contains this function, so that other entry points don't bundle it a second time. */
  readonly read: typeof read
}

export interface Request<Name extends QueryName> {
  readonly query: Name
  readonly args: { readonly [name: string]: string }
  readonly page: PageQuery | undefined
  readonly height: number | undefined
  readonly signal: AbortSignal | undefined
  readonly onHeight?: ((height: number) => void) | undefined
}

export function send<Name extends QueryName>(
  settings: RequestSettings,
  request: Request<Name>,
): Promise<Queries[Name]['data']> {
  return withFailover(settings, request, endpoint => sendTo(endpoint, settings, request))
}

export function read<Data>(
  settings: RequestSettings,
  path: string,
  mapper: (body: Body) => Data,
  options: GetOptions,
): Promise<Data> {
  return withFailover(settings, options, async endpoint => {
    const url = endpoint.url + path
    return decode(await getWithRetry(url, settings, { ...options, endpoint }), mapper, url)
  })
}

/** An endpoint that doesn't support a query is tried last for this query only. */
export async function withFailover<Data>(
  settings: RequestSettings,
  { query, signal }: { readonly query: string; readonly signal: AbortSignal | undefined },
  requestFrom: (endpoint: Endpoint) => Promise<Data>,
): Promise<Data> {
  const failures: FlowQueryError[] = []
  for (const endpoint of inOrderOfPreference(settings.endpoints, query)) {
    try {
      const data = await requestFrom(endpoint)
      endpoint.failedUntil = 0
      return data
    } catch (error) {
      signal?.throwIfAborted()
      if (!isFlowQueryError(error)) throw error
      const { kind } = error
      if (isFinal(error, endpoint === settings.endpoints[0])) throw error
      const until = performance.now() + demotionAfterFailure
      if (kind === 'unsupported') endpoint.unsupportedUntil.set(query, until)
      else if (kind !== 'notFound') endpoint.failedUntil = until
      failures.push(error)
    }
  }
  throw allEndpointsFailed(failures)
}

function isFinal({ kind, code }: FlowQueryError, isFirst: boolean): boolean {
  // Only the first endpoint is authoritative. Others may lag behind and miss the newest flows.
  if (kind === 'notFound') return isFirst
  // All nodes have the same limit. A response without a code is from a broken node, so others are tried.
  return kind === 'argument' || (kind === 'tooLarge' && code !== undefined)
}

function allEndpointsFailed(failures: readonly FlowQueryError[]): FlowQueryError {
  const [first, ...others] = failures as [FlowQueryError, ...FlowQueryError[]]
  if (others.length === 0) return first
  // Prefers other errors, because an endpoint that lags behind reports "not found" for a new flow.
  const worst = failures.findLast(({ kind }) => kind !== 'notFound')
  if (!worst) return first
  const each = failures.map(({ kind, url }) => `${url} (${kind})`).join(', ')
  return new FlowQueryError(worst.kind, `All endpoints failed: ${each}`, {
    ...worst,
    retryable: failures.some(({ retryable }) => retryable),
    cause: failures,
  })
}

async function sendTo<Name extends QueryName>(
  endpoint: Endpoint,
  settings: RequestSettings,
  request: Request<Name>,
): Promise<Queries[Name]['data']> {
  const { query, page } = request
  let unsupported: FlowQueryError | undefined
  for (const { version, route } of routesOf(endpoint, settings.versions, query)) {
    const url = urlOf(endpoint, settings.service, version, route, request)
    try {
      const body = await getWithRetry(url, settings, { ...request, endpoint })
      remember(endpoint, query, version, route)
      return decode(body, body => version.mappers[query](body, page?.isCounted ?? false), url)
    } catch (error) {
      if (!isFlowQueryError(error, 'unsupported')) {
        // An error response of the node, such as "not found", also shows that the route exists.
        if (isFlowQueryError(error) && error.code !== undefined) remember(endpoint, query, version, route)
        throw error
      }
      unsupported = error
    }
  }
  throw unsupported ?? new FlowQueryError('unsupported', `No API version supports \`${query}\``, { url: endpoint.url })
}

function remember(endpoint: Endpoint, query: QueryName, version: Version, route: string): void {
  endpoint.version = version
  endpoint.routes.set(query, route)
}

function urlOf<Name extends QueryName>(
  endpoint: Endpoint,
  service: string,
  version: Version,
  route: string,
  { args, page }: Request<Name>,
): string {
  // The arguments are checked, so they contain no characters that a URL must encode.
  const path = route.replace(/{(\w+)}/g, (_, name: string) => args[name] ?? '')
  const url = `${endpoint.url}/${encodeURIComponent(service)}/intent/${version.name}/${path}`
  return page ? `${url}${path.includes('?') ? '&' : '?'}${new URLSearchParams(page.parameters)}` : url
}
