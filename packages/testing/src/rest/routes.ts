import type { Release, Version } from '../releases.js'
import * as queries from './queries.js'

/** The queries of the interface. */
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
  /** Below the version: `flow/{id}`. Any text will do for what is in braces, an empty one too. */
  path: string
  answer: queries.Query
  /** Whether anything of the query string is read. */
  readsQuery: boolean
}

const V1: readonly Route[] = [
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

/** What `v1beta1` has elsewhere. */
const V1BETA1_PATHS: Partial<Record<QueryName, string>> = {
  flowsForOwner: 'flows-for-owner/{owner}',
  trustlessAgent: 'hosted-account/{address}',
  trustlessAgents: 'hosted-accounts',
  trustlessAgentsForAdmin: 'hosted-accounts/{admin}',
}

const V1BETA1: readonly Route[] = V1.map(route => ({ ...route, path: V1BETA1_PATHS[route.name] ?? route.path }))

const ROUTES: Readonly<Record<Version, readonly Route[]>> = { v1: V1, v1beta1: V1BETA1 }

/** What a release serves. */
export function routesOf({ version, totalBurnt }: Release): readonly Route[] {
  return ROUTES[version].filter(({ name }) => name !== 'totalBurnt' || totalBurnt)
}

/** The route that a path below the version asks for, with what stands for its braces. */
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
