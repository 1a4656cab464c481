export {
  type CheckedFlow,
  type ReadHealthArgs,
  type ReadHealthIfFailingArgs,
  readAgent,
  readHealth,
  readHealthIfFailing,
} from './forecast/check.js'
export { dryRunFlow } from './forecast/facts/dry-run.js'
export { factsOf } from './forecast/facts/facts-of.js'
export { type Packet, type PacketsArgs, readPackets } from './forecast/facts/packets.js'
export {
  type ForecastPlan,
  type PlanArgs as ForecastPlanArgs,
  planForecasts,
} from './forecast/facts/plan.js'
export {
  type AuthzGrantsArgs,
  authzGrants,
  type BalancesArgs,
  balances,
  type ClientStatusArgs,
  clientStatus,
  type FlowDryRunArgs,
  type IcaChannelArgs,
  icaChannel,
  spendableBalances,
  type UnbondingDelegationsArgs,
  unbondingDelegations,
} from './forecast/facts/queries.js'
export { type ForecastFactsArgs, readFact, readForecastFacts } from './forecast/facts/read.js'
export type { FactState, ForecastFactQueryOptions } from './forecast/facts/reader.js'
export type {
  AuthzGrant,
  FailedDryRun,
  FlowDryRun,
  FlowForecastFacts,
  FlowsForecastFacts,
  ForecastChainFacts,
  ForecastFacts,
  IcaChannel,
  SucceededDryRun,
  UnbondingDelegation,
} from './forecast/facts.js'
export { dryRunIfDue, flowsDueUntil } from './forecast/flows-due-soon.js'
export { forecastFlow, forecastFlows } from './forecast/forecast-flows.js'
export { type FailureGroup, type ForecastFailure, groupFailures, nextFailures } from './forecast/next-failures.js'
export type {
  FlowForecast,
  ForecastAssumption,
  ForecastFunds,
  ForecastOutcome,
  ForecastRisk,
  ForecastRiskKind,
  ForecastRun,
  ForecastStop,
} from './forecast/result.js'
export { isComparisonMet } from './forecast/simulation/comparison.js'
export { flowDependencies } from './forecast/simulation/conditions.js'
export type { ForecastRelease } from './types.js'
