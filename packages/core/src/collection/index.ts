export {
  countFlows,
  type FlowArrangement,
  type FlowCounts,
  type FlowSort,
  filterAndSortFlows,
  nextStatusChange,
  prepareFlows,
} from './arrange.js'
export type { FlowCollection, FlowCollectionArgs } from './types.js'
