export type { FlowQueryKey } from '../cache/key.js'
export type { QueryArgs } from '../cache/query.js'
export type { FlowCollection, FlowCollectionArgs } from '../collection/types.js'
export {
  type FlowCollectionQueryOptions,
  flowCollectionQueryOptions,
  loadAllFlows,
} from './collection.js'
export {
  type DraftCheckerArgs,
  type DraftCheckerBasis,
  type DraftCheckerState,
  type FlowDraftCheck,
  initialDraftChecker,
  updateDraftChecker,
} from './draft-checker.js'
export {
  authzGrantsQueryOptions,
  balancesQueryOptions,
  clientStatusQueryOptions,
  flowDryRunQueryOptions,
  icaChannelQueryOptions,
  spendableBalancesQueryOptions,
  unbondingDelegationsQueryOptions,
} from './facts.js'
export {
  chainTimeQueryOptions,
  flowHistoryInfiniteQueryOptions,
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsForOwnerInfiniteQueryOptions,
  flowsForOwnerQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
  icaQueryOptions,
  paramsQueryOptions,
  totalBurntQueryOptions,
  trustlessAgentQueryOptions,
  trustlessAgentsForAdminInfiniteQueryOptions,
  trustlessAgentsForAdminQueryOptions,
  trustlessAgentsInfiniteQueryOptions,
  trustlessAgentsQueryOptions,
} from './flows.js'
export {
  type ForecasterArgs,
  type ForecasterBasis,
  type ForecasterState,
  initialForecaster,
  updateForecaster,
  updateForecasterInSteps,
} from './forecaster.js'
export {
  combineFlowsHealth,
  type FlowHealthArgs,
  type FlowHealthQueryOptions,
  type FlowsVerdict,
  flowHealthQueryOptions,
  newestRunsQueryOptions,
  withChainTime,
} from './health.js'
export { flowQueryKeys } from './keys.js'
export { type PrefetchFlowsHealthArgs, prefetchFlowsHealth, prefetchFlowsVerdict } from './prefetch.js'
export type {
  FlowInfiniteQueryOptions,
  FlowQueries,
  FlowQueryName,
  FlowQueryOptions,
  InfiniteArgs,
  Pages,
} from './types.js'
