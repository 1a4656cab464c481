import type { Flow } from '@flow-query/core'
import { useMemo, useState } from 'react'
import type { Filters } from '../filters/filters'

interface HeldOrderArgs {
  /** The flows in their current order. */
  flows: readonly Flow[]
  filters: Filters
  /** Whether more flows can arrive that aren't new on the chain. */
  isLoading: boolean
}

/**
 * Keeps the order of a list in which each run moves a row. A visitor applies the current order, unless the list is still loading or the
 * filters change.
 */
export function useHeldOrder({ flows, filters, isLoading }: HeldOrderArgs) {
  const [held, setHeld] = useState({ flows, filters, isLoading })
  const isLive = filters.sort === 'last' || filters.sort === 'next'
  const isHeld = isLive && !held.isLoading && held.filters === filters
  if (!isHeld && (held.flows !== flows || held.filters !== filters || held.isLoading !== isLoading))
    setHeld({ flows, filters, isLoading })
  const order = isHeld ? held.flows : flows
  return {
    order,
    changes: useMemo(() => (order === flows ? 0 : countMoves(order, flows)), [order, flows]),
    update: () => setHeld({ flows, filters, isLoading: false }),
  }
}

/**
 * Returns the number of flows that ran, were added or were removed, or 0 if the order is the same. A flow that hasn't changed is the same
 * object.
 */
export function countMoves(before: readonly Flow[], now: readonly Flow[]): number {
  if (before.length === now.length && before.every(({ id }, place) => id === now[place]?.id)) return 0
  const known = new Set(before)
  const ids = new Set(now.map(({ id }) => id))
  return now.filter(flow => !known.has(flow)).length + before.filter(({ id }) => !ids.has(id)).length
}
