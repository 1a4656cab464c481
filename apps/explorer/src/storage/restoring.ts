import type { FlowCollection } from '@flow-query/core/collection'

/** A collection whose stored flows are still being read. */
export interface RestoringCollection extends FlowCollection {
  isRestoring?: true
}

/** Whether the stored flows of a collection are still being read. */
export function isRestoring(collection: { complete: boolean }): boolean {
  return (collection as RestoringCollection).isRestoring === true
}
