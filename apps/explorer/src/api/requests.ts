import type { FlowClient, QueryName } from '@flow-query/core'
import {
  flowHistoryInfiniteQueryOptions,
  flowQueryOptions,
  paramsQueryOptions,
  totalBurntQueryOptions,
  trustlessAgentQueryOptions,
  trustlessAgentsForAdminQueryOptions,
  trustlessAgentsInfiniteQueryOptions,
} from '@flow-query/react'
import { flowCollectionQueryOptions } from '@flow-query/react/collection'
import type { Endpoint } from '../node/endpoint'
import { newestRuns } from '../runs/executions'
import { isAddress } from '../values/address'

/** One request of a page, and three ways to get the same data. */
export interface ApiRequest {
  /** A name such as `Flow`. */
  name: string
  /** The key of the data in TanStack Query's cache. */
  queryKey: readonly unknown[]
  /** The URL of the request, or of its first page. */
  url: string
  hook: ApiHook
  /** A shell command that prints the data as JSON. */
  command: string
}

export interface ApiHook {
  name: string
  /** The entry point of the package that exports the hook. */
  entry: '' | '/collection'
  args: Readonly<Record<string, string | number | boolean>>
}

/** The URL of `flow-query serve`, which serves the same flows as the demo chain. */
const servedUrl = 'http://127.0.0.1:1317'

/**
 * Returns the requests of a page, starting with its main one. Returns none for a page that reads no data, for example because the
 * address in its path is invalid.
 */
export function apiRequests(path: string, client: FlowClient, { lcd }: Endpoint): ApiRequest[] {
  return pageQueries(path, client).map(({ name, queryKey, query, args = {}, page = {}, hook, command }) => ({
    name,
    queryKey,
    url: requestUrl(client, lcd ?? servedUrl, query, args, page),
    hook: { entry: '', args: {}, ...hook },
    command: shellCommand(...command, '--json', ...(lcd === null ? ['--embedded'] : ['--lcd', lcd])),
  }))
}

/** A query of a page, without the endpoint. */
interface PageQuery {
  name: string
  queryKey: readonly unknown[]
  query: QueryName
  /** The arguments that the query's route contains. */
  args?: Readonly<Record<string, string>>
  /** The parameters of a list, without `pagination.`. */
  page?: Readonly<Record<string, string>>
  hook: Pick<ApiHook, 'name'> & Partial<ApiHook>
  /** The arguments of `flow-query`. */
  command: string[]
}

function pageQueries(path: string, client: FlowClient): PageQuery[] {
  const [, section, name, ...more] = path.split('/').map(decoded)
  if (more.length) return []
  if (name) {
    if (section === 'flows' && isId(name)) return flowQueries(client, name)
    if (section === 'owners' && isAddress(name)) return ownerQueries(client, name)
    if (section === 'agents' && isAddress(name)) return [agentQuery(client, name), chainQuery(client)]
    return []
  }
  if (section === '') return [chainQuery(client), burntQuery(client)]
  if (section === 'flows') return [chainQuery(client)]
  if (section === 'agents') return [agentsQuery(client)]
  if (section === 'params') return [paramsQuery(client)]
  return []
}

function chainQuery(client: FlowClient): PageQuery {
  return {
    name: 'Flows',
    queryKey: flowCollectionQueryOptions(client).queryKey,
    query: 'flows',
    page: { limit: '100' },
    hook: { name: 'useFlowCollection', entry: '/collection' },
    command: ['flows', '--all'],
  }
}

function burntQuery(client: FlowClient): PageQuery {
  return {
    name: 'Total burned',
    queryKey: totalBurntQueryOptions(client).queryKey,
    query: 'totalBurnt',
    hook: { name: 'useTotalBurnt' },
    command: ['burnt'],
  }
}

function flowQueries(client: FlowClient, id: string): PageQuery[] {
  const runs = newestRuns(id)
  return [
    {
      name: 'Flow',
      queryKey: flowQueryOptions(client, { id }).queryKey,
      query: 'flow',
      args: { id },
      hook: { name: 'useFlow', args: { id } },
      command: ['flow', id],
    },
    {
      name: 'Runs',
      queryKey: flowHistoryInfiniteQueryOptions(client, runs).queryKey,
      query: 'flowHistory',
      args: { id },
      page: { limit: `${runs.limit}`, reverse: 'true', count_total: 'true' },
      hook: { name: 'useInfiniteFlowHistory', args: runs },
      command: ['history', id, '--limit', `${runs.limit}`],
    },
  ]
}

function ownerQueries(client: FlowClient, owner: string): PageQuery[] {
  return [
    {
      name: 'Owner’s flows',
      queryKey: flowCollectionQueryOptions(client, { owner }).queryKey,
      query: 'flowsForOwner',
      args: { owner },
      page: { limit: '100', count_total: 'true' },
      hook: { name: 'useFlowCollection', entry: '/collection', args: { owner } },
      command: ['flows', '--owner', owner, '--all'],
    },
    {
      name: 'Managed agents',
      queryKey: trustlessAgentsForAdminQueryOptions(client, { feeAdmin: owner }).queryKey,
      query: 'trustlessAgentsForAdmin',
      args: { feeAdmin: owner },
      page: { limit: '100' },
      hook: { name: 'useTrustlessAgentsForAdmin', args: { feeAdmin: owner } },
      command: ['agents', '--admin', owner, '--limit', '100'],
    },
  ]
}

function agentsQuery(client: FlowClient): PageQuery {
  return {
    name: 'Agents',
    queryKey: trustlessAgentsInfiniteQueryOptions(client, { limit: 50 }).queryKey,
    query: 'trustlessAgents',
    page: { limit: '50' },
    hook: { name: 'useInfiniteTrustlessAgents', args: { limit: 50 } },
    command: ['agents', '--limit', '50'],
  }
}

function agentQuery(client: FlowClient, agentAddress: string): PageQuery {
  return {
    name: 'Agent',
    queryKey: trustlessAgentQueryOptions(client, { agentAddress }).queryKey,
    query: 'trustlessAgent',
    args: { agentAddress },
    hook: { name: 'useTrustlessAgent', args: { agentAddress } },
    command: ['agent', agentAddress],
  }
}

function paramsQuery(client: FlowClient): PageQuery {
  return {
    name: 'Parameters',
    queryKey: paramsQueryOptions(client).queryKey,
    query: 'params',
    hook: { name: 'useParams' },
    command: ['params'],
  }
}

/** Returns the URL of a query, in the API version and with the route that the node has used so far. */
function requestUrl(
  { settings }: FlowClient,
  lcd: string,
  query: QueryName,
  args: Readonly<Record<string, string>>,
  page: Readonly<Record<string, string>>,
): string {
  const endpoint = settings.endpoints[0]
  const version = endpoint?.version ?? settings.versions[0]
  const route = endpoint?.routes.get(query) ?? version?.routes[query][0]
  if (!version || !route) return lcd
  const path = route.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(args[name] ?? ''))
  const url = new URL(`${lcd}/${settings.service}/intent/${version.name}/${path}`)
  for (const [name, value] of Object.entries(page)) url.searchParams.set(`pagination.${name}`, value)
  return url.href
}

/** Returns the code that calls a hook in a component. */
export function hookCode({ name, entry, args }: ApiHook): string {
  const passed = Object.entries(args).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`,
  )
  const passedArgs = passed.length ? `{ ${passed.join(', ')} }` : ''
  return `import { ${name} } from '@flow-query/react${entry}'\n\nconst { data, error } = ${name}(${passedArgs})`
}

/** Quotes arguments for a shell, because a link can contain any text. */
function shellCommand(...args: string[]): string {
  const quoted = args.map(arg => (/^[\w./:@%+,=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`))
  return ['npx', '@flow-query/cli', ...quoted].join(' ')
}

const isId = (text: string) => /^\d{1,20}$/.test(text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
