import { decode } from './decode.js'
import { FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from './errors.js'
import type { PageQuery } from './pagination.js'
import { type Endpoint, inOrderOfPreference, routesOf } from './request/endpoint.js'
import { type GetSettings, getWithRetry } from './request/get.js'
import type { Queries, QueryName } from './types.js'
import type { Route, Version } from './versions/contract.js'

/** How the nodes of a chain are asked. */
export interface RequestSettings extends GetSettings {
  readonly endpoints: readonly Endpoint[]
  readonly versions: readonly Version[]
  readonly service: string
}

/** One query with its arguments, which are all checked. */
export interface Request<Name extends QueryName> {
  readonly query: Name
  /** By the name that the routes use. */
  readonly args: { readonly [name: string]: string }
  /** Of a list. */
  readonly page: PageQuery | undefined
  readonly height: number | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * The data of one query: from the first endpoint that can answer.
 *
 * @throws {FlowQueryError} of the endpoint, where another would answer no better; of all of them, where none did
 */
export async function send<Name extends QueryName>(
  settings: RequestSettings,
  request: Request<Name>,
): Promise<Queries[Name]['data']> {
  const failures: FlowQueryError[] = []
  for (const endpoint of inOrderOfPreference(settings.endpoints)) {
    try {
      const data = await ask(endpoint, settings, request)
      endpoint.failedAt = undefined
      return data
    } catch (error) {
      request.signal?.throwIfAborted()
      if (!isFlowQueryError(error)) throw error
      const meaning = meaningOf[error.kind]
      // Only the first endpoint is known to be up to date: another may not have heard of the newest flows yet.
      if (meaning === 'final' || (meaning === 'missing' && endpoint === settings.endpoints[0])) throw error
      if (meaning === 'failed') endpoint.failedAt = Date.now()
      failures.push(error)
    }
  }
  throw noEndpointAnswered(failures)
}

/** What an endpoint's error says: the same as every other would, that this one has no such thing, or that it failed. */
const meaningOf: Record<FlowQueryErrorKind, 'final' | 'missing' | 'failed'> = {
  argument: 'final',
  tooLarge: 'final',
  notFound: 'missing',
  unsupported: 'failed',
  rateLimited: 'failed',
  node: 'failed',
  network: 'failed',
  timeout: 'failed',
  decode: 'failed',
}

function noEndpointAnswered(failures: readonly FlowQueryError[]): FlowQueryError {
  const [first, ...others] = failures as [FlowQueryError, ...FlowQueryError[]]
  if (others.length === 0) return first
  // That a flow is missing where it may not have arrived yet is no answer, while another endpoint may have it.
  const worst = failures.findLast(({ kind }) => kind !== 'notFound')
  if (!worst) return first
  const each = failures.map(({ kind, url }) => `${url} (${kind})`).join(', ')
  return new FlowQueryError(worst.kind, `No endpoint answered: ${each}`, {
    ...worst,
    retryable: failures.some(({ retryable }) => retryable),
    cause: failures,
  })
}

/** The data of one query from one endpoint: from the first of its routes that is there. */
async function ask<Name extends QueryName>(
  endpoint: Endpoint,
  settings: RequestSettings,
  request: Request<Name>,
): Promise<Queries[Name]['data']> {
  const { query, page } = request
  let unsupported: FlowQueryError | undefined
  for (const { version, route } of routesOf(endpoint, settings.versions, query)) {
    const url = urlOf(endpoint, settings.service, version, route, request)
    try {
      const body = await getWithRetry(url, settings, request)
      remember(endpoint, query, version, route)
      return decode(body, body => version.mappers[query](body, page?.isCounted ?? false), url)
    } catch (error) {
      if (!isFlowQueryError(error, 'unsupported')) {
        // A node that says no is in the right place, too.
        if (isFlowQueryError(error) && error.code !== undefined) remember(endpoint, query, version, route)
        throw error
      }
      unsupported = error
    }
  }
  throw (
    unsupported ??
    new FlowQueryError('unsupported', `\`${query}\` is in none of the client's versions`, { url: endpoint.url })
  )
}

function remember(endpoint: Endpoint, query: QueryName, version: Version, route: Route): void {
  endpoint.version = version
  endpoint.routes.set(query, route)
}

function urlOf<Name extends QueryName>(
  endpoint: Endpoint,
  service: string,
  version: Version,
  route: Route,
  { args, page }: Request<Name>,
): string {
  const path = route.path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(args[name] ?? ''))
  const parameters = new URLSearchParams()
  for (const [parameter, name] of Object.entries(route.query ?? {})) parameters.set(parameter, args[name] ?? '')
  for (const [parameter, value] of Object.entries(page?.parameters ?? {})) parameters.set(parameter, value)
  const query = parameters.size > 0 ? `?${parameters}` : ''
  return `${endpoint.url}/${encodeURIComponent(service)}/intent/${version.name}/${path}${query}`
}
