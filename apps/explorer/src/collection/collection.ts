import type { Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'

/** If a chain or an owner has more flows, they load only if the user agrees. */
export const autoLoadLimit = 5_000

/** The arguments of the collection of the whole chain. */
export const wholeChain = { autoLoadLimit }

/** Returns the flows of a collection if all of them are loaded. */
export function allOf({ flows, complete }: Pick<FlowCollection, 'flows' | 'complete'>): readonly Flow[] | undefined {
  return complete ? flows : undefined
}

/** Whether more flows are missing than load automatically. */
export function isPaused({ complete, loaded, total }: Pick<FlowCollection, 'complete' | 'loaded' | 'total'>): boolean {
  return !complete && (total ?? 0) - loaded > autoLoadLimit
}

export function isEmptyAndLoading({ flows, complete }: FlowCollection): boolean {
  return !flows.length && !complete
}
