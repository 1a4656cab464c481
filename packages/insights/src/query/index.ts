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
export { DraftObserver, type DraftObserverOptions, type FlowDraftCheck } from './draft-observer.js'
export type { FactsObserver, FactsObserverClass, ObservedResult } from './facts-observer.js'
export { type FlowsVerdictArgs, ForecastObserver, type ForecastObserverOptions } from './forecast-observer.js'
export {
  type FlowHealthArgs,
  type FlowHealthQueryOptions,
  type FlowsVerdict,
  flowHealthQueryOptions,
  newestRunsQueryOptions,
} from './health.js'
export { HealthObserver, type HealthObserverOptions } from './health-observer.js'
export { factQueryKeys } from './keys.js'
export type { CheckedFlows } from './owner.js'
export { prefetchFlowsHealth, prefetchFlowsVerdict } from './prefetch.js'
export type { FactQueryName, FactQueryOptions } from './types.js'
