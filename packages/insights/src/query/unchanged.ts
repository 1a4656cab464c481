import type { Flow } from '@flow-query/core'
import { isSame } from '@flow-query/core/parts/cache'
import type { FlowVerdict } from '../verdict/verdict.js'

type Flows = readonly Flow[] | null | undefined

export function isSameList(one: Flows, other: Flows): boolean {
  return (
    one === other || (one?.length === other?.length && one?.every((flow, index) => flow === other?.[index]) === true)
  )
}

export function hasSameIds(one: Flows, other: Flows): boolean {
  return one?.length === other?.length && !one?.some(({ id }, index) => id !== other?.[index]?.id)
}

/** Returns `before` if it equals the verdict, so that a page only updates the rows of changed flows. */
export function keepUnchanged(before: FlowVerdict | undefined, verdict: FlowVerdict): FlowVerdict {
  const isUnchanged =
    before?.flow === verdict.flow &&
    before.forecast === verdict.forecast &&
    isSame([before.health, before.results], [verdict.health, verdict.results])
  return isUnchanged ? before : verdict
}
