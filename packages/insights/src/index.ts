export type { ComparisonResult } from '@flow-query/rules'
export {
  type ConditionResults,
  evaluateConditions,
  flowDependencies,
} from './conditions/evaluate.js'
export type { ConditionFacts } from './conditions/evidence.js'
export { hasFailed, runToInspect } from './health/attention.js'
export type { PaidEffects } from './health/effects.js'
export {
  type EndedFlow,
  type FailingFlow,
  type FailureCause,
  type FlowHealth,
  flowHealth,
  type HealthyFlow,
  type StuckCause,
  type StuckFlow,
  type UnknownFlow,
  type WaitingFlow,
} from './health/health.js'
export { type HistoryProblem, type HistorySummary, summarizeHistory } from './health/history.js'
export {
  type FlowsSummary,
  healthQueue,
  recentHealthQueue,
  summarizeFlowsInSteps,
} from './health/queue.js'
export type { NewestEntries, Run } from './health/runs.js'
export { type StopReason, type StopRule, stopReason } from './health/stop.js'
export { type UnclearRun, unclearRuns } from './health/unclear.js'
export { type UpcomingRun, type UpcomingRunsOptions, upcomingRuns } from './health/upcoming.js'
export { type CheckedFlow, type ReadHealthArgs, readAgent, readHealth } from './verdict/read-health.js'
export { type ReadVerdicts, type ReadVerdictsArgs, readVerdicts } from './verdict/read-verdicts.js'
export {
  compareVerdicts,
  type FlowVerdict,
  flowVerdict,
  type RunResults,
  type VerdictTime,
  verdictOf,
} from './verdict/verdict.js'
