import { type Flow, type FlowStatus, flowStatus, toDate } from '@flow-query/core'
import { isAddress } from './message.js'

export const statuses = ['active', 'scheduled', 'completed', 'stopped'] as const satisfies FlowStatus[]
export const sorts = ['newest', 'next', 'label'] as const
export type Sort = (typeof sorts)[number]

export interface Arrangement {
  status: FlowStatus | null
  sort: Sort
}

/** Reads `?status=` and `?sort=`; what is not known counts as not given. */
export function arrangement(search: URLSearchParams): Arrangement {
  return {
    status: statuses.find(status => status === search.get('status')) ?? null,
    sort: sorts.find(sort => sort === search.get('sort')) ?? 'newest',
  }
}

/** The flows of pages, each once: a node may list one twice. */
export function loadedFlows(pages: readonly { readonly flows: readonly Flow[] }[]): Flow[] {
  return Array.from(new Map(pages.flatMap(page => page.flows).map(flow => [flow.id, flow])).values())
}

/** Filters and sorts the flows that are loaded. `newest` is the order in which they came. */
export function arrange(flows: readonly Flow[], { status, sort }: Arrangement, now: number): Flow[] {
  const found = flows.filter(flow => !status || flowStatus(flow, now) === status)
  if (sort === 'label') found.sort((a, b) => collator.compare(a.label, b.label))
  if (sort === 'next') found.sort((a, b) => wait(a, now) - wait(b, now))
  return found
}

const collator = new Intl.Collator('en', { numeric: true })

/** Milliseconds to the next execution; those that have none come after, the last to run first. */
function wait(flow: Flow, now: number): number {
  const time = toDate(flow.execTime)?.getTime() ?? 0
  return goesOn(flow, now) ? time - now : Number.MAX_SAFE_INTEGER - time
}

/** Whether it will run again. */
export function goesOn(flow: Flow, now: number): boolean {
  const status = flowStatus(flow, now)
  return status === 'active' || status === 'scheduled'
}

/** The connections that an owner's flows run over, in order. */
export function connections(flows: readonly Flow[]): string[] {
  const ids = flows.flatMap(flow => flow.selfHostedIca?.connectionId || [])
  return Array.from(new Set(ids)).sort(collator.compare)
}

/** What somebody looks for: the path of a flow or of an owner, or null where it is neither. */
export function searchPath(text: string): string | null {
  const wanted = text.trim().replace(/^#/, '')
  if (/^\d{1,20}$/.test(wanted)) return paths.flow(wanted)
  return isAddress(wanted.toLowerCase()) ? paths.owner(wanted.toLowerCase()) : null
}

/** The address of each page; `routes` has the same as patterns. */
export const paths = {
  flows: '/flows',
  flow: (id: string) => `/flows/${encodeURIComponent(id)}`,
  owner: (owner: string) => `/owners/${encodeURIComponent(owner)}`,
  params: '/params',
}

export const routes = { flows: '/flows', flow: '/flows/:id', owner: '/owners/:owner', params: '/params' } as const
