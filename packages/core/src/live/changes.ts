import type { FlowEvent } from '../events.js'
import type { OtherQueryName, QueryName } from '../types.js'

/** The queries that can be kept up to date. */
export type LiveQueryName = AnnouncedQueryName | Exclude<OtherQueryName, 'flowDryRun' | 'packets' | 'chainTime'>

type AnnouncedQueryName = QueryName | 'flowCollection'

/**
 * How certain a change is:
 *
 * - `certain`: the data must change, so a response without a change comes from a node that lags behind
 * - `unlessLastRun`: the same, except that the last run of a flow doesn't change the flow itself
 * - `possible`: the data may stay the same
 */
export type Certainty = 'certain' | 'unlessLastRun' | 'possible'

export interface ChangedQuery {
  readonly name: AnnouncedQueryName
  readonly id?: string
  /** Selects lists that contain flows of this owner. Null means that the owner is unknown, and selects all lists. */
  readonly owner?: string | null
  /** Selects flows whose newest run waits for an acknowledgement, and whose packets this account sends. */
  readonly sender?: string | null
}

export type Change =
  | { readonly kind: 'flow'; readonly id: string; readonly certainty: Certainty }
  | { readonly kind: 'newest'; readonly query: ChangedQuery; readonly certainty: Certainty }
  | { readonly kind: 'all'; readonly query: ChangedQuery; readonly certainty: Certainty }
  /** The balances, permissions and channels of the accounts that a flow uses, or of the owner if the flow is unknown. */
  | {
      readonly kind: 'accounts'
      readonly id: string | null
      readonly owner: string | null
      readonly certainty: 'possible'
    }

export function changesFrom(events: readonly FlowEvent[]): Change[] {
  const changes = new Map<string, Change>()
  for (const event of events) {
    for (const change of changesOf(event)) {
      const key = keyOf(change)
      const known = changes.get(key)
      if (!known || ranks[change.certainty] > ranks[known.certainty]) changes.set(key, change)
    }
  }
  return [...changes.values()]
}

function keyOf(change: Change): string {
  if (change.kind === 'flow') return change.id
  return JSON.stringify(change.kind === 'accounts' ? [change.id, change.owner] : change.query)
}

const ranks: Record<Certainty, number> = { possible: 0, unlessLastRun: 1, certain: 2 }

function* changesOf({ type, id, owner }: FlowEvent): Generator<Change> {
  if (id !== null) yield { kind: 'flow', id, certainty: certaintyOfRow[type] }
  if (type === 'created')
    for (const name of lists) yield { kind: 'newest', query: { name, owner }, certainty: 'certain' }
  if (type !== 'created' && type !== 'updated') {
    const query: ChangedQuery = id === null ? { name: 'flowHistory', sender: owner } : { name: 'flowHistory', id }
    yield { kind: 'newest', query, certainty: 'certain' }
    yield { kind: 'all', query: { name: 'totalBurnt' }, certainty: 'possible' }
  }
  // A run pays a fee and sends messages. Owners often change permissions and balances when they create or update a flow.
  yield { kind: 'accounts', id, owner, certainty: 'possible' }
}

const lists = ['flows', 'flowsForOwner', 'flowCollection'] as const

/** An acknowledgement only changes the row if it ends the flow. */
const certaintyOfRow: Record<FlowEvent['type'], Certainty> = {
  created: 'certain',
  updated: 'certain',
  executed: 'unlessLastRun',
  acknowledged: 'possible',
  timedOut: 'possible',
}
