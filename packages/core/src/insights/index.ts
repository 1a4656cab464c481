export { compareHealth, hasFailed, needsAttention, runToInspect } from './insights/attention.js'
export { type ExpectedFailure, expectedFailures } from './insights/failures.js'
export { flowsToCheck, flowsToCheckInSteps, recentFlowsToCheck } from './insights/flows-to-check.js'
export {
  type EndedFlow,
  type FailingFlow,
  type FailureCause,
  type FlowHealth,
  flowHealth,
  type HealthyFlow,
  type UnknownFlow,
  type WaitingFlow,
} from './insights/health.js'
export { type HistoryProblem, type HistorySummary, summarizeHistory } from './insights/history.js'
export { readNewestRuns } from './insights/newest-runs.js'
export type { NewestEntries, Run } from './insights/runs.js'
export { type StopReason, type StopRule, stopReason } from './insights/stop.js'
export { type UnclearRun, unclearRuns } from './insights/unclear.js'
export { type UpcomingRun, type UpcomingRunsOptions, upcomingRuns } from './insights/upcoming.js'
export { compareVerdicts, type FlowVerdict, flowVerdict, type RunResults, verdictOf } from './insights/verdict.js'
