import { isRecord } from '../decode.js'
import { keepSameParts } from '../same.js'
import type { Flow, FlowsPage } from '../types.js'
import { type ChainQuery, holdsFlows } from './cache.js'

export interface FlowIds {
  has: (id: string) => boolean
  keys: () => Iterable<string>
}

export function flowsOf(query: ChainQuery): readonly (readonly Flow[])[] {
  const { name, args, cached } = query
  const { data } = cached.state
  if (!isRecord(data)) return []
  if (name === 'flow') return [[data as unknown as Flow]]
  if (name === 'flowCollection') return [data.flows as Flow[]]
  if (!holdsFlows(query)) return []
  const pages = args.infinite ? (data.pages as FlowsPage[]) : [data as unknown as FlowsPage]
  return pages.map(page => page.flows)
}

export function rowsOf(query: ChainQuery, ids: FlowIds): Flow[] {
  const pages = flowsOf(query)
  if (query.name !== 'flowCollection') return pages.flatMap(flows => flows.filter(({ id }) => ids.has(id)))
  // Long collections are sorted by id, so a binary search finds each row.
  return pages.flatMap(flows => Array.from(ids.keys()).flatMap(id => flows[indexById(flows, id)] ?? []))
}

/** If a new flow is on the next page, the list has a new cursor. */
export function hasNewFlow({ args }: ChainQuery, before: object, data: object): boolean {
  const [old, fresh] = [extentOf(args, before), extentOf(args, data)]
  return fresh.newestId > old.newestId || fresh.total > old.total || (fresh.hasNextPage && !old.hasNextPage)
}

function extentOf({ infinite }: ChainQuery['args'], data: object) {
  const pages = infinite ? (data as { pages: FlowsPage[] }).pages : [data as FlowsPage]
  return {
    newestId: pages.flatMap(({ flows }) => flows).reduce((newest, { id }) => Math.max(newest, Number(id)), 0),
    total: Number(pages[0]?.total ?? 0),
    // Collections have no cursor.
    hasNextPage: (pages.at(-1)?.nextKey ?? null) !== null,
  }
}

export function replaceFlows({ name, args, cached }: ChainQuery, fresh: ReadonlyMap<string, Flow>): unknown {
  const data = cached.state.data as object
  if (name === 'flow') return replaceIn([data as Flow], fresh, indexOf)[0]
  const replaceInPage = (page: FlowsPage) => {
    const flows = replaceIn(page.flows, fresh, name === 'flowCollection' ? indexById : indexOf)
    return flows === page.flows ? page : { ...page, flows }
  }
  if (!args.infinite) return replaceInPage(data as FlowsPage)
  const { pages } = data as { pages: FlowsPage[] }
  const replaced = pages.map(replaceInPage)
  return replaced.some((page, index) => page !== pages[index]) ? { ...data, pages: replaced } : data
}

function replaceIn(flows: Flow[], fresh: ReadonlyMap<string, Flow>, indexOf: (flows: Flow[], id: string) => number) {
  const changes: [index: number, flow: Flow][] = []
  for (const [id, flow] of fresh) {
    const index = indexOf(flows, id)
    const before = flows[index]
    const after = before && keepSameParts(before, flow)
    if (after && after !== before) changes.push([index, after])
  }
  if (changes.length === 0) return flows
  const replaced = [...flows]
  for (const [index, flow] of changes) replaced[index] = flow
  return replaced
}

function indexOf(flows: readonly Flow[], id: string): number {
  return flows.findIndex(flow => flow.id === id)
}

function indexById(flows: readonly Flow[], id: string): number {
  const wanted = Number(id)
  let low = 0
  let high = flows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = Number(flows[middle]?.id)
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
