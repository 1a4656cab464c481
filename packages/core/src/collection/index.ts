export {
  countFlows,
  type FlowArrangement,
  type FlowCounts,
  type FlowSort,
  filterAndSortFlows,
  nextStatusChange,
  prepareFlows,
} from './collection/arrange.js'
export type { FlowCollection } from './collection/types.js'
