import type { Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'

/** Returns a collection of these flows. */
export function collectionOf(flows: readonly Flow[], complete = true): FlowCollection {
  return { flows: [...flows], loaded: flows.length, total: complete ? flows.length : null, complete }
}
