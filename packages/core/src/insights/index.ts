export { hasFailed, runToInspect } from './attention.js'
export { type ExpectedFailure, expectedFailures, type ReportedFailures, reportedFailures } from './failures.js'
export {
  type FlowsSummary,
  flowsToCheck,
  recentFlowsToCheck,
  summarizeFlowsInSteps,
} from './flows-to-check.js'
export {
  type EndedFlow,
  type FailingFlow,
  type FailureCause,
  type FlowHealth,
  flowHealth,
  type HealthyFlow,
  type UnknownFlow,
  type WaitingFlow,
} from './health.js'
export { type HistoryProblem, type HistorySummary, summarizeHistory } from './history.js'
export { readNewestRuns } from './newest-runs.js'
export type { NewestEntries, Run } from './runs.js'
export { type StopReason, type StopRule, stopReason } from './stop.js'
export { type UnclearRun, unclearRuns } from './unclear.js'
export { type UpcomingRun, type UpcomingRunsOptions, upcomingRuns } from './upcoming.js'
export { compareVerdicts, type FlowVerdict, flowVerdict, type RunResults, verdictOf } from './verdict.js'
