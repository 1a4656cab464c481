import type { BlockTime, Flow } from '@flow-query/core'
import { willRunAgain } from '../runs/executions'

const known = new WeakMap<readonly Flow[], ReadonlyMap<string, readonly Flow[]>>()

function byOwner(all: readonly Flow[]): ReadonlyMap<string, readonly Flow[]> {
  const before = known.get(all)
  if (before) return before
  const owners = new Map<string, Flow[]>()
  for (const flow of all) {
    const flows = owners.get(flow.owner)
    if (flows) flows.push(flow)
    else owners.set(flow.owner, [flow])
  }
  known.set(all, owners)
  return owners
}

/** Returns all flows of the owners of some flows. */
export function flowsOfOwners(all: readonly Flow[], some: readonly Flow[]): Flow[] {
  const owners = new Set(some.map(({ owner }) => owner))
  return Array.from(owners).flatMap(owner => byOwner(all).get(owner) ?? [])
}

/** Returns the flows of one owner. */
export function flowsOfOwner(all: readonly Flow[], owner: string): readonly Flow[] {
  return byOwner(all).get(owner) ?? []
}

/** The maximum number of other flows that a forecast includes. */
export const maxOtherFlows = 30

/** Returns the flows of an owner that a forecast includes: those that run next. */
export function nextFlowsOf(all: readonly Flow[], owner: string, time: BlockTime): Flow[] {
  const flows = flowsOfOwner(all, owner).filter(flow => willRunAgain(flow, time))
  return flows.sort((one, other) => Date.parse(one.execTime) - Date.parse(other.execTime)).slice(0, maxOtherFlows + 1)
}
