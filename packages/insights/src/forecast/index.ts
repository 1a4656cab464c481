export { dryRunFlow } from './facts/dry-run.js'
export { forecastFactKeys } from './facts/flow-facts.js'
export { type Packet, type PacketsArgs, readPackets } from './facts/packets.js'
export {
  type ForecastPlan,
  type PlanArgs as ForecastPlanArgs,
  planForecasts,
} from './facts/plan.js'
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
} from './facts/queries.js'
export { type ForecastFactsArgs, readFact, readForecastFacts } from './facts/read.js'
export type { FactState, ForecastFactQueryOptions } from './facts/reader.js'
export { type ExpectedFailure, expectedFailures, type ReportedFailures, reportedFailures } from './failures.js'
export { dryRunIfDue, flowsDueUntil } from './flows-due-soon.js'
export type {
  AuthzGrant,
  Delegation,
  FailedDryRun,
  FlowDryRun,
  FlowForecastFacts,
  FlowsForecastFacts,
  ForecastChainFacts,
  ForecastFacts,
  IcaChannel,
  SucceededDryRun,
  UnbondingDelegation,
} from './forecast-facts.js'
export { forecastFlow, forecastFlows } from './forecast-flows.js'
export { type FailureGroup, type ForecastFailure, groupFailures, nextFailures } from './next-failures.js'
export { type Prediction, type PredictionName, predictions } from './predictions.js'
export type {
  FlowForecast,
  ForecastAssumption,
  ForecastFunds,
  ForecastOutcome,
  ForecastRisk,
  ForecastRiskKind,
  ForecastRun,
  ForecastStop,
} from './result.js'
