import type { Flow, FlowStatus } from '@flow-query/core'
import type { FlowArrangement, FlowCollection } from '@flow-query/core/collection'
import type { FlowHealth } from '@flow-query/core/insights'
import { needsAttention } from '@flow-query/words'

export const statuses = ['active', 'scheduled', 'completed', 'stopped'] as const satisfies FlowStatus[]
export const healths = ['attention', 'failing', 'waiting', 'healthy'] as const
export type HealthFilter = (typeof healths)[number]
export const sorts = ['newest', 'next', 'last', 'label'] as const
export type Sort = (typeof sorts)[number]

/** Which flows a list shows, and in which order, as its address has it; null where it does not say. */
export interface Filters {
  q: string
  status: FlowStatus | null
  health: HealthFilter | null
  /** `/cosmos.bank.v1beta1.MsgSend` and the like. */
  type: string | null
  connection: string | null
  sort: Sort
}

/** Milliseconds without a key, after which what was typed is looked for. */
export const typingPause = 200

/** Reads `?q=&status=&health=&type=&connection=&sort=`; what is not known counts as not given. */
export function readFilters(search: Pick<URLSearchParams, 'get'>): Filters {
  return {
    q: search.get('q') ?? '',
    status: statuses.find(status => status === search.get('status')) ?? null,
    health: healths.find(health => health === search.get('health')) ?? null,
    type: search.get('type') || null,
    connection: search.get('connection') || null,
    sort: sorts.find(sort => sort === search.get('sort')) ?? 'newest',
  }
}

/** The same address with another value for one of them; an empty one takes it out. */
export function withFilter(search: URLSearchParams, name: keyof Filters, value: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Whether all flows are shown, in whatever order. */
export function isUnfiltered({ q, status, health, type, connection }: Filters): boolean {
  return !q.trim() && !status && !health && !type && !connection
}

/** What core's `arrangeFlows` takes. */
export function arrangement({ q, status, type, connection, sort }: Filters): FlowArrangement {
  return {
    search: q,
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
}

export function matchesHealth(health: FlowHealth, filter: HealthFilter): boolean {
  return filter === 'attention' ? needsAttention(health) : health.state === filter
}

/** Health takes a request for each flow: of how many, after so many. */
export function nextLook(looked: number): number {
  return looked < 1_000 ? 100 : 1_000
}

/** Whether more are looked at by themselves: until a screen is full, and not without end, as others ask this node too. */
export function looksOn(looked: number, found: number): boolean {
  return looked < 1_000 && found < 20
}

/** The connections that flows run over, in order. */
export function connections(flows: readonly Flow[]): string[] {
  const ids = new Set<string>()
  for (const { selfHostedIca, trustlessAgent } of flows) {
    if (selfHostedIca?.connectionId) ids.add(selfHostedIca.connectionId)
    if (trustlessAgent?.connectionId) ids.add(trustlessAgent.connectionId)
  }
  return Array.from(ids).sort(collator.compare)
}

const collator = new Intl.Collator('en', { numeric: true })

/** `MsgSend` of `/cosmos.bank.v1beta1.MsgSend`. */
export function typeName(type: string): string {
  return type.split(/[./]/).at(-1) || type
}

/** Whether a chain that is being read has nothing to show yet. */
export function isNothingRead({ flows, complete }: FlowCollection): boolean {
  return !flows.length && !complete
}

/** What can be chosen: what is known so far, and what the address names. */
export function choices(known: readonly string[], chosen: string | null): readonly string[] {
  return chosen && !known.includes(chosen) ? [chosen, ...known] : known
}
