import { isRecord } from '../decode.js'
import { keepSameParts } from '../same.js'
import type { Flow, FlowsPage } from '../types.js'
import type { ChainQuery } from './cache.js'

/** The flows that a query holds, page by page. A collection is one page, in the order of ids. */
export function flowsOf({ name, args, cached }: ChainQuery): readonly (readonly Flow[])[] {
  const { data } = cached.state
  if (!isRecord(data)) return []
  if (name === 'flow') return [[data as unknown as Flow]]
  if (name === 'flowCollection') return [data.flows as Flow[]]
  if (name !== 'flows' && name !== 'flowsForOwner') return []
  const pages = args.infinite ? (data.pages as FlowsPage[]) : [data as unknown as FlowsPage]
  return pages.map(page => page.flows)
}

/** The rows of these flows, those of them that the query holds. */
export function rowsOf(query: ChainQuery, ids: { has: (id: string) => boolean; keys: () => Iterable<string> }): Flow[] {
  const pages = flowsOf(query)
  if (query.name !== 'flowCollection') return pages.flatMap(flows => flows.filter(({ id }) => ids.has(id)))
  // Of any length, and in the order of ids.
  return pages.flatMap(flows => Array.from(ids.keys()).flatMap(id => flows[indexById(flows, id)] ?? []))
}

/** The query's data with these flows in place of those that it holds; all other rows, and pages, are the same objects. */
export function replaceFlows(query: ChainQuery, fresh: ReadonlyMap<string, Flow>): unknown {
  const { name, args, cached } = query
  const data = cached.state.data as object
  if (name === 'flow') return replaceIn([data as Flow], fresh)[0]
  if (name === 'flowCollection') return withFlows(data as FlowsPage, replaceById((data as FlowsPage).flows, fresh))
  const replaceInPage = (page: FlowsPage) => withFlows(page, replaceIn(page.flows, fresh))
  if (!args.infinite) return replaceInPage(data as FlowsPage)
  const { pages } = data as { pages: FlowsPage[] }
  const replaced = pages.map(replaceInPage)
  return replaced.some((page, index) => page !== pages[index]) ? { ...data, pages: replaced } : data
}

/** Where a flow stands in a list that is in the order of ids; -1 where it does not. */
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

function withFlows<Page extends { flows: Flow[] }>(page: Page, flows: Flow[]): Page {
  return flows === page.flows ? page : { ...page, flows }
}

function replaceIn(flows: Flow[], fresh: ReadonlyMap<string, Flow>): Flow[] {
  const replaced = flows.map(flow => {
    const other = fresh.get(flow.id)
    return other ? keepSameParts(flow, other) : flow
  })
  return replaced.some((flow, index) => flow !== flows[index]) ? replaced : flows
}

/** As `replaceIn`, for a list of any length that is in the order of ids. */
function replaceById(flows: Flow[], fresh: ReadonlyMap<string, Flow>): Flow[] {
  const changes: [index: number, flow: Flow][] = []
  for (const [id, flow] of fresh) {
    const index = indexById(flows, id)
    const before = flows[index]
    const after = before && keepSameParts(before, flow)
    if (after && after !== before) changes.push([index, after])
  }
  if (changes.length === 0) return flows
  const replaced = [...flows]
  for (const [index, flow] of changes) replaced[index] = flow
  return replaced
}
