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

/** Whether two objects have the same properties, with identical values. */
export function hasSameValues<Values extends object>(one: Values, other: Values): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof Values)[]
  return names.every(name => one[name] === other[name])
}

/** Returns `before` if it equals the verdict, so that a page only updates rows that have changed. */
export function keepUnchanged(before: FlowVerdict | undefined, verdict: FlowVerdict): FlowVerdict {
  const isUnchanged =
    before?.flow === verdict.flow &&
    before.forecast === verdict.forecast &&
    isSame([before.time, before.health, before.results], [verdict.time, verdict.health, verdict.results])
  return isUnchanged ? before : verdict
}
