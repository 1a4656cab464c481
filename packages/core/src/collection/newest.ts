import type { FlowClient } from '../client.js'
import { keepSameParts } from '../same.js'
import { positionOf } from '../scan/cursor.js'
import type { Flow } from '../types.js'
import { provenanceOf } from './provenance.js'
import { createSharing } from './sharing.js'
import type { CollectionArgs, FlowCollection } from './types.js'

export const pageSize = 100

interface NewestFlows {
  flows: Flow[]
  total: number | null
  /** The newest ID of the chain, if the cursors of its pages can be computed from it. */
  newestId?: number
}

export async function readNewestFlows(
  client: FlowClient,
  { owner, height }: CollectionArgs,
  signal: AbortSignal,
): Promise<NewestFlows> {
  const page = { limit: pageSize, reverse: true, height }
  const { flows, nextKey, total } =
    owner === undefined
      ? await client.flows(page, { signal })
      : await client.flowsForOwner({ owner, ...page, countTotal: true }, { signal })
  const sorted = flows.map(createSharing()).sort((one, other) => Number(one.id) - Number(other.id))
  if (nextKey === null) return { flows: sorted, total: sorted.length }
  // The ids of a chain have no gaps, so the newest id is the number of flows.
  const count = owner === undefined ? sorted.at(-1)?.id : total
  const newest = { flows: sorted, total: count == null ? null : Number(count) }
  const hasIds = owner === undefined && Number(positionOf(nextKey)) === idOf(sorted[0]) - 1
  return hasIds ? { ...newest, newestId: idOf(sorted.at(-1)) } : newest
}

export function isWithin(collection: FlowCollection | undefined, autoLoadLimit: number): boolean {
  if (autoLoadLimit === Number.POSITIVE_INFINITY) return true
  return collection?.complete === true && collection.flows.length <= autoLoadLimit
}

export function withNewest(
  before: FlowCollection | undefined,
  { flows: newest, total }: NewestFlows,
  { owner }: CollectionArgs,
  updatedAt: number | undefined,
): FlowCollection {
  const known = before && isSameChain(before.flows, newest) ? before : empty
  const join = (flows: readonly Flow[]) => joined(flows, newest, owner === undefined)
  // The IDs of the chain have no gaps, so the flows before the first missing one are known. An owner's IDs have gaps.
  const loaded = owner === undefined ? known.loaded : 0
  const first = known.complete ? known.flows : known.flows.slice(0, loaded)
  const asOf = known.asOf ?? (known.complete ? updatedAt : undefined)
  const provenance = { ...provenanceOf(known), ...(asOf !== undefined && { asOf }) }
  const whole = newest.length === total ? newest : join(first)
  if (whole) return { flows: whole, loaded: whole.length, total: whole.length, complete: true, ...provenance }
  if (owner !== undefined) return { flows: newest, loaded: 0, total, complete: false }
  const last = join(known.flows.slice(first.length)) ?? newest
  return { flows: [...first, ...last], loaded: first.length, total, complete: false, ...provenance }
}

const empty: FlowCollection = { flows: [], loaded: 0, total: null, complete: false }

/** Returns null if flows between the known and the newest ones may be missing. */
function joined(known: readonly Flow[], newest: readonly Flow[], idsHaveNoGaps: boolean): Flow[] | null {
  const lastKnown = idOf(known.at(-1))
  const firstNew = idOf(newest[0])
  if (lastKnown + (idsHaveNoGaps ? 1 : 0) < firstNew || known.length === 0) return null
  const same = flowsById(known)
  const fresh = newest.map(flow => keepSameParts(same.get(flow.id) ?? flow, flow))
  // Keeps newer known flows, because a node that lags behind doesn't return them.
  const later = known.filter(flow => idOf(flow) > idOf(newest.at(-1)))
  return [...known.filter(flow => idOf(flow) < firstNew), ...fresh, ...later]
}

/** Returns false if the chain was reset, because it then has other flows with the same ids. */
function isSameChain(known: readonly Flow[], newest: readonly Flow[]): boolean {
  const same = flowsById(known)
  const isOlder = idOf(newest.at(-1)) < idOf(known.at(-1))
  if (isOlder && !newest.some(({ id }) => same.has(id))) return false
  return newest.every(({ id, owner, feeAddress }) => {
    const flow = same.get(id) ?? { owner, feeAddress }
    return flow.owner === owner && flow.feeAddress === feeAddress
  })
}

function flowsById(known: readonly Flow[]): Map<string, Flow> {
  return new Map(known.slice(-2 * pageSize).map(flow => [flow.id, flow]))
}

function idOf(flow: Flow | undefined): number {
  return Number(flow?.id ?? 0)
}
