import type { Release, Version } from '../releases.js'
import * as queries from './queries.js'

/** The queries of the node's API. */
export type QueryName =
  | 'flow'
  | 'flows'
  | 'flowsForOwner'
  | 'flowHistory'
  | 'ica'
  | 'params'
  | 'trustlessAgent'
  | 'trustlessAgents'
  | 'trustlessAgentsForAdmin'
  | 'totalBurnt'

export interface Route {
  name: QueryName
  /**
   * The path after the version, for example `flow/{id}`. The part in braces matches any text, including an empty
   * string.
   */
  path: string
  answer: queries.Query
  /** Whether the query reads any query string parameter. */
  readsQuery: boolean
}

const v1Routes: readonly Route[] = [
  { name: 'ica', path: 'address-to-ica', answer: queries.ica, readsQuery: true },
  { name: 'flow', path: 'flow/{id}', answer: queries.flow, readsQuery: false },
  { name: 'flowHistory', path: 'flow-history/{id}', answer: queries.flowHistory, readsQuery: true },
  { name: 'flows', path: 'flows', answer: queries.flows, readsQuery: true },
  { name: 'flowsForOwner', path: 'flows/{owner}', answer: queries.flowsForOwner, readsQuery: true },
  {
    name: 'trustlessAgent',
    path: 'trustless-agent/{agent_address}',
    answer: queries.trustlessAgent,
    readsQuery: false,
  },
  { name: 'trustlessAgents', path: 'trustless-agents', answer: queries.trustlessAgents, readsQuery: true },
  {
    name: 'trustlessAgentsForAdmin',
    path: 'trustless-agents/{fee_admin}',
    answer: queries.trustlessAgentsForAdmin,
    readsQuery: true,
  },
  { name: 'totalBurnt', path: 'total_burnt_coins', answer: queries.totalBurnt, readsQuery: false },
  { name: 'params', path: 'params', answer: queries.params, readsQuery: false },
]

const v1beta1Paths: Partial<Record<QueryName, string>> = {
  flowsForOwner: 'flows-for-owner/{owner}',
  trustlessAgent: 'hosted-account/{address}',
  trustlessAgents: 'hosted-accounts',
  trustlessAgentsForAdmin: 'hosted-accounts/{admin}',
}

const v1beta1Routes: readonly Route[] = v1Routes.map(route => ({
  ...route,
  path: v1beta1Paths[route.name] ?? route.path,
}))

const routesByVersion: Readonly<Record<Version, readonly Route[]>> = { v1: v1Routes, v1beta1: v1beta1Routes }

export function routesOf({ version, totalBurnt }: Release): readonly Route[] {
  return routesByVersion[version].filter(({ name }) => name !== 'totalBurnt' || totalBurnt)
}

export function findRoute(
  routes: readonly Route[],
  segments: readonly string[],
): { route: Route; parameter: string } | null {
  const [segment, parameter, ...rest] = segments
  if (rest.length > 0) return null
  const route = routes.find(({ path }) => {
    const [name, braces] = path.split('/')
    return name === segment && (braces === undefined) === (parameter === undefined)
  })
  return route ? { route, parameter: parameter ?? '' } : null
}
