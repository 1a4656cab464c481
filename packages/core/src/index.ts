export { createFlowClient, type FlowClient, type FlowClientOptions } from './client.js'
export { FlowQueryError, type FlowQueryErrorDetails, type FlowQueryErrorKind, isFlowQueryError } from './errors.js'
export type { FetcherOptions, RequestOptions, ResponseInfo } from './fetcher.js'
export {
  type FlowInfiniteQueryOptions,
  type FlowQueryKey,
  type FlowQueryOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryKeys,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  type InfiniteArgs,
  icaQueryOptions,
  paramsQueryOptions,
  type QueryArgs,
} from './queries.js'
export type { ScanOptions, ScanProgress } from './scan/readahead.js'
export { type ScanFlowsOptions, scanFlowHistory, scanFlows, scanFlowsForOwner } from './scan.js'
export {
  type ExecutionOutcome,
  type ExecutionProblem,
  executionOutcome,
  executionProblem,
  type FlowStatus,
  flowStatus,
  toBigInt,
  toDate,
  toMilliseconds,
} from './status.js'
export type * from './types.js'
export type { Version } from './versions/contract.js'
export { v1 } from './versions/v1.js'
export { v1beta1 } from './versions/v1beta1.js'
