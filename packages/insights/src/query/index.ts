export type { FactQueries } from '../forecast/facts/queries.js'
export {
  authzGrantsQueryOptions,
  balancesQueryOptions,
  clientStatusQueryOptions,
  flowDryRunQueryOptions,
  icaChannelQueryOptions,
  spendableBalancesQueryOptions,
  unbondingDelegationsQueryOptions,
} from './account-queries.js'
export {
  type DraftCheckerArgs,
  type DraftCheckerBasis,
  type DraftCheckerState,
  type FlowDraftCheck,
  initialDraftChecker,
  updateDraftChecker,
} from './draft-checker.js'
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
export { factQueryKeys } from './keys.js'
export { type PrefetchFlowsHealthArgs, prefetchFlowsHealth, prefetchFlowsVerdict } from './prefetch.js'
export type { FactQueryName, FactQueryOptions } from './types.js'
