export { flowDependencies, isComparisonMet } from './forecast/conditions.js'
export {
  dryRunFlow,
  flowDryRunQueryOptions,
} from './forecast/dry-run.js'
export type {
  AuthzGrant,
  FailedDryRun,
  FlowDryRun,
  FlowForecastFacts,
  FlowsForecastFacts,
  ForecastChainFacts,
  ForecastFacts,
  ForecastRelease,
  IcaChannel,
  NodeInfo,
  SucceededDryRun,
  UnbondingDelegation,
} from './forecast/facts.js'
export { expectedFailures, type ForecastFailure, isExpectedFailure, soonestFailures } from './forecast/failures.js'
export { forecastFlow, forecastFlows } from './forecast/forecast.js'
export {
  createForecaster,
  type FlowsForecast,
  type Forecaster,
  type ForecasterArgs,
  type ForecasterCache,
  type ForecasterState,
} from './forecast/forecaster.js'
export {
  type FactState,
  type ForecastFactQueryOptions,
  type ForecastPlan,
  type PlanArgs as ForecastPlanArgs,
  planForecasts,
} from './forecast/plan.js'
export { type PrefetchForecastCache, prefetchFlowsForecast } from './forecast/prefetch.js'
export {
  type AuthzGrantsArgs,
  authzGrants,
  authzGrantsQueryOptions,
  type BalancesArgs,
  balances,
  balancesQueryOptions,
  type ClientStatusArgs,
  clientStatus,
  clientStatusQueryOptions,
  type FlowDryRunArgs,
  type ForecastQueries,
  type ForecastQueryOptions,
  type IcaChannelArgs,
  icaChannel,
  icaChannelQueryOptions,
  type NodeInfoArgs,
  nodeInfo,
  nodeInfoQueryOptions,
  spendableBalances,
  spendableBalancesQueryOptions,
  type UnbondingDelegationsArgs,
  unbondingDelegations,
  unbondingDelegationsQueryOptions,
} from './forecast/queries.js'
export { type ForecastFactsArgs, readFact, readForecastFacts } from './forecast/read.js'
export type {
  FlowForecast,
  ForecastAssumption,
  ForecastFunds,
  ForecastOutcome,
  ForecastRisk,
  ForecastRiskKind,
  ForecastRun,
} from './forecast/result.js'
