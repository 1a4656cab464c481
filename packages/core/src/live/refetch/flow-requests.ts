import type { FlowClient } from '../../client.js'
import { cursorOf } from '../../scan/cursor.js'
import type { Flow, FlowsPage } from '../../types.js'
import type { ChainQuery } from '../cache.js'
import { flowsOf } from '../rows.js'

/** The response may lack some of the flows, and contain others. */
export interface FlowRequest {
  readonly ids: readonly string[]
  readonly send: (signal: AbortSignal) => Promise<readonly Flow[]>
}

const widestWindow = 100
const sparsestWindow = 10

/** A loaded page that contains several of the flows is read again. Other flows with similar ids share a request. */
export function flowRequests(
  client: FlowClient,
  ids: ReadonlySet<string>,
  queries: readonly ChainQuery[],
): FlowRequest[] {
  const left = new Set(ids)
  const byPage = ids.size > 1 ? pageRequests(client, left, queries) : []
  const byId = windowsOf(left).map(window => windowRequest(client, window))
  return [...byPage, ...byId]
}

export function flowRequest(client: FlowClient, id: string): FlowRequest {
  return { ids: [id], send: async signal => [await client.flow({ id }, { signal })] }
}

function pageRequests(client: FlowClient, left: Set<string>, queries: readonly ChainQuery[]): FlowRequest[] {
  const pages = queries
    .filter(({ name }) => name === 'flows' || name === 'flowsForOwner')
    .flatMap(query => flowsOf(query).map((flows, index) => ({ query, index, ids: flows.map(({ id }) => id) })))
    .map(page => ({ ...page, wanted: page.ids.filter(id => left.has(id)) }))
    .sort((one, other) => other.wanted.length - one.wanted.length)
  const requests: FlowRequest[] = []
  for (const { query, index, wanted } of pages) {
    const wantedStill = wanted.filter(id => left.has(id))
    if (wantedStill.length < 2) continue
    for (const id of wantedStill) left.delete(id)
    requests.push({ ids: wantedStill, send: async signal => (await readPage(client, query, index, signal)).flows })
  }
  return requests
}

function readPage(
  client: FlowClient,
  { args, cached }: ChainQuery,
  index: number,
  signal: AbortSignal,
): Promise<FlowsPage> {
  const { infinite, id: _, owner, ...page } = args
  const key = infinite ? (cached.state.data as { pageParams: (string | null)[] }).pageParams[index] : page.key
  return owner ? client.flowsForOwner({ owner, ...page, key }, { signal }) : client.flows({ ...page, key }, { signal })
}

function windowsOf(ids: ReadonlySet<string>): number[][] {
  const windows: number[][] = []
  for (const id of Array.from(ids, Number).sort((one, other) => one - other)) {
    const window = windows.at(-1)
    const width = window ? id - (window[0] as number) + 1 : 0
    if (window && width <= widestWindow && width <= sparsestWindow * (window.length + 1)) window.push(id)
    else windows.push([id])
  }
  return windows
}

function windowRequest(client: FlowClient, window: readonly number[]): FlowRequest {
  const ids = window.map(String)
  const [first = 0, last = first] = [window[0], window.at(-1)]
  if (ids.length === 1) return flowRequest(client, String(first))
  const limit = last - first + 1
  return {
    ids,
    send: async signal => (await client.flows({ key: cursorOf(BigInt(first)), limit }, { signal })).flows,
  }
}
