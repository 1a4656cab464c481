import type { Flow, FlowStatus } from '@flow-query/core'
import type { FlowArrangement } from '@flow-query/core/collection'
import { paths } from '../router/paths'
import { type HealthFilter, healths } from '../verdicts/health-filter'

export const statuses = ['active', 'scheduled', 'completed', 'stopped'] as const satisfies FlowStatus[]
const sorts = ['newest', 'next', 'last', 'label', 'worst'] as const
export type Sort = (typeof sorts)[number]

/** The filters and the order of a list of flows, from its URL. A filter that is not set is null. */
export interface Filters {
  /** The search text. */
  q: string
  status: FlowStatus | null
  health: HealthFilter | null
  /** A message type such as `/cosmos.bank.v1beta1.MsgSend`. */
  type: string | null
  connection: string | null
  sort: Sort
}

/**
 * Reads `?q=&status=&health=&type=&connection=&sort=` and ignores unknown values.
 *
 * By default, flows that need attention are sorted worst first, and flows that will fail are sorted by their next failure. Other lists
 * don't have these orders, which require the health of every flow.
 */
export function readFilters(search: Pick<URLSearchParams, 'get'>): Filters {
  const health = healths.find(health => health === search.get('health')) ?? null
  const [byDefault = 'newest'] = sortsFor(health)
  return {
    q: search.get('q') ?? '',
    status: statuses.find(status => status === search.get('status')) ?? null,
    health,
    type: search.get('type') || null,
    connection: search.get('connection') || null,
    sort: sortsFor(health).find(sort => sort === search.get('sort')) ?? byDefault,
  }
}

/** Returns the possible orders of a list, starting with the default. */
export function sortsFor(health: HealthFilter | null): Sort[] {
  const others = sorts.filter(sort => sort !== 'worst')
  return health === 'attention' || health === 'willFail' ? ['worst', ...others] : others
}

/** Returns the search parameters with one filter changed. An empty value removes the filter. */
export function withFilter(search: URLSearchParams, name: keyof Filters | 'outcome', value: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

const names = ['q', 'status', 'health', 'type', 'connection', 'sort'] as const satisfies (keyof Filters)[]

/** Returns the URL of the list of flows with the filters and the order of a search. Other parameters are omitted. */
export function flowsPath(search: Pick<URLSearchParams, 'get'>): string {
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = search.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size ? `${paths.flows}?${kept}` : paths.flows
}

/** Whether no filter is set. The order doesn't matter. */
export function isUnfiltered({ q, status, health, type, connection }: Filters): boolean {
  return !q.trim() && !status && !health && !type && !connection
}

/** Converts filters to the arguments of `filterAndSortFlows`, without the search text. `findFlows` searches. */
export function arrangement({ status, type, connection, sort }: Filters): FlowArrangement {
  return {
    status: status ?? undefined,
    messageType: type ?? undefined,
    connectionId: connection ?? undefined,
    ...orders[sort],
  }
}

const orders: Record<Sort, Pick<FlowArrangement, 'sort' | 'descending'>> = {
  newest: { sort: 'id', descending: true },
  next: { sort: 'nextRun' },
  last: { sort: 'lastRun', descending: true },
  label: { sort: 'label' },
  // `worstOfHealth` sorts these flows after they have been checked.
  worst: { sort: 'id' },
}

/** Returns the sorted connection ids of flows. */
export function connections(flows: readonly Flow[]): string[] {
  const ids = new Set<string>()
  for (const { selfHostedIca, trustlessAgent } of flows) {
    if (selfHostedIca?.connectionId) ids.add(selfHostedIca.connectionId)
    if (trustlessAgent?.connectionId) ids.add(trustlessAgent.connectionId)
  }
  return Array.from(ids).sort(collator.compare)
}

const collator = new Intl.Collator('en', { numeric: true })

/** Returns the short name of a message type: `MsgSend` for `/cosmos.bank.v1beta1.MsgSend`. */
export function typeName(type: string): string {
  return type.split(/[./]/).at(-1) || type
}
