export {
  countFlows,
  type FlowArrangement,
  type FlowCollection,
  type FlowCollectionArgs,
  type FlowCounts,
  type FlowSort,
  filterAndSortFlows,
  nextStatusChange,
  prepareFlows,
} from '@flow-query/core/collection'
export {
  type FlowCollectionQueryOptions,
  flowCollectionQueryOptions,
  loadAllFlows,
} from '@flow-query/core/query/collection'
export { type UseFlowCollectionOptions, type UseFlowCollectionResult, useFlowCollection } from './hooks.js'
