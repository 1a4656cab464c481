import { readdirSync, readFileSync } from 'node:fs'
import { createClock, createLcd, type Exchange, type Lcd, stateFromRecording } from '@flow-query/testing'
import type { Flow, FlowClient, FlowHistoryEntry, PageArgs, QueryName, Version } from '../src/index.js'
import { v1, v1beta1 } from '../src/index.js'

const root = new URL('../../testing/recordings/', import.meta.url)

export const folders = ['v1', 'v1-1.0.0', 'v1-interchain', 'v1beta1', 'v1beta1-0.8.3', 'v1beta1-interchain'] as const

export type Folder = (typeof folders)[number]

export const versionOf = (folder: Folder): Version => (folder.startsWith('v1beta1') ? v1beta1 : v1)

export function recording(folder: Folder, file: string): Exchange[] {
  return JSON.parse(readFileSync(new URL(`${folder}/${file}`, root), 'utf8'))
}

/** Returns a flow and an execution as the node sent them. */
export function recordedBodies(): { flow: object; entry: object } {
  const bodies = recording('v1', 'exchanges.json').map(
    ({ request, response }) => [request.path, response.body] as const,
  )
  const bodyOf = (route: string) => JSON.parse(bodies.find(([path]) => path.includes(route))?.[1] ?? '{}')
  return { flow: bodyOf('/flow/1').flow, entry: bodyOf('/flow-history/1').history[0] }
}

/** Reads the recorded frames of a WebSocket, oldest first. */
export function frames(
  folder: 'v1' | 'v1-interchain' | 'v1beta1-interchain',
  file = 'events.json',
): { id: number; result?: object; error?: object }[] {
  return JSON.parse(readFileSync(new URL(`${folder}/${file}`, root), 'utf8'))
}

/** Creates a node with a recorded state. Its height doesn't change. */
export function recordedLcd(folder: Folder): Lcd {
  const state = stateFromRecording(recording(folder, 'state.json'))
  return createLcd({ version: versionOf(folder).name as 'v1', state, clock: createClock(state.time).now })
}

/** Reads the flows of a recording with their complete histories, and the time of the newest execution. */
export function recordedFlows(folder: Folder): { flows: RecordedFlow[]; time: number } {
  const { mappers } = versionOf(folder)
  const flows: Flow[] = []
  const histories = new Map<string, FlowHistoryEntry[]>()
  for (const { request, response } of recording(folder, 'state.json')) {
    const [route, id = ''] = new URL(request.path, 'http://node').pathname.split('/').slice(4)
    const body = JSON.parse(response.body)
    if (route === 'flows' && !id) flows.push(...mappers.flows(body, false).flows)
    if (route === 'flow-history') histories.set(id, mappers.flowHistory(body, false).history)
  }
  const times = [...histories.values()].flat().map(({ actualExecTime }) => Date.parse(actualExecTime))
  return {
    flows: flows.map(flow => ({ flow, history: histories.get(flow.id) ?? [] })),
    time: Math.max(...times),
  }
}

export interface RecordedFlow {
  flow: Flow
  history: FlowHistoryEntry[]
}

/** A recorded response to one of the client's queries. */
export interface RecordedAnswer {
  name: string
  version: Version
  query: QueryName
  text: string
  /** Sends the same query with a client. */
  read: (client: FlowClient) => Promise<unknown>
  page: PageArgs
}

/** Nodes return an agent without an address, with status 200, if the agent doesn't exist. */
const noAgent = /^\{"(trustless_agent|hosted_account)":\{"\w+":"",/

/** Reads all recorded responses with status 200 to the client's queries, except for agents that don't exist. */
export function recordedAnswers(): RecordedAnswer[] {
  return folders.flatMap(folder =>
    readdirSync(new URL(`${folder}/`, root))
      .filter(file => /^(state|exchanges|at-height|65000-flows)\.json$/.test(file))
      .flatMap(file => recording(folder, file))
      .filter(
        ({ request, response }) => request.method === 'GET' && response.status === 200 && !noAgent.test(response.body),
      )
      .flatMap(({ request, response }) => {
        const url = new URL(request.path, 'http://node')
        const [, , , , route = '', argument = ''] = url.pathname.split('/')
        const query = queryOf(route, argument, url.searchParams)
        return query
          ? [{ ...query, name: `${folder}: ${request.path}`, version: versionOf(folder), text: response.body }]
          : []
      }),
  )
}

function queryOf(
  route: string,
  argument: string,
  parameters: URLSearchParams,
): Pick<RecordedAnswer, 'query' | 'read' | 'page'> | undefined {
  const page = pageOf(parameters)
  switch (route) {
    case 'flow':
      return { query: 'flow', page, read: client => client.flow({ id: argument }) }
    case 'flows':
      return argument
        ? { query: 'flowsForOwner', page, read: client => client.flowsForOwner({ owner: argument, ...page }) }
        : { query: 'flows', page, read: client => client.flows(page) }
    case 'flows-for-owner':
      return { query: 'flowsForOwner', page, read: client => client.flowsForOwner({ owner: argument, ...page }) }
    case 'flow-history':
      return { query: 'flowHistory', page, read: client => client.flowHistory({ id: argument, ...page }) }
    case 'address-to-ica': {
      const owner = parameters.get('owner') ?? ''
      const connectionId = parameters.get('connection_id') ?? ''
      return { query: 'ica', page, read: client => client.ica({ owner, connectionId }) }
    }
    case 'params':
      return { query: 'params', page, read: client => client.params() }
    case 'trustless-agent':
    case 'hosted-account':
      return { query: 'trustlessAgent', page, read: client => client.trustlessAgent({ agentAddress: argument }) }
    case 'trustless-agents':
    case 'hosted-accounts':
      return argument
        ? {
            query: 'trustlessAgentsForAdmin',
            page,
            read: client => client.trustlessAgentsForAdmin({ feeAdmin: argument, ...page }),
          }
        : { query: 'trustlessAgents', page, read: client => client.trustlessAgents(page) }
    case 'total_burnt_coins':
      return { query: 'totalBurnt', page, read: client => client.totalBurnt() }
    default:
      return undefined
  }
}

function pageOf(parameters: URLSearchParams): PageArgs {
  const key = parameters.get('pagination.key')
  const limit = Number(parameters.get('pagination.limit'))
  const offset = Number(parameters.get('pagination.offset'))
  return {
    ...(key && { key }),
    ...(limit && { limit }),
    ...(offset && { offset }),
    ...(/^true$/i.test(parameters.get('pagination.reverse') ?? '') && { reverse: true }),
    ...(/^(true|1)$/.test(parameters.get('pagination.count_total') ?? '') && { countTotal: true }),
  }
}
