export { shortenAddress } from './address.js'
export { describeAgentFee } from './agent.js'
export {
  type AmountParts,
  coinsIn,
  type Denom,
  type Denoms,
  formatAmount,
  formatAmounts,
  knownDenoms,
  splitAmount,
} from './amount.js'
export { formatCsv, formatRunsCsv, type NumberedRun } from './csv.js'
export { type CheckExplanation, describeDraftCost, type ExplainedDraftProblem, explainCheck } from './draft/check.js'
export { explainDraftProblem } from './draft/draft-problem.js'
export { describePortalLink, type PortalLinkNote } from './draft/portal.js'
export { describeFlow, describeMessage, describeMessages, type ExplainedFlow, innerMessages } from './flow.js'
export { explainFailures } from './forecast/failures.js'
export { coveredUntil, describeForecast, formatPaidRuns } from './forecast/forecast.js'
export { type ExplainedRisk, type ExplainRiskOptions, explainRisk, type RiskExplanation } from './forecast/risk.js'
export { describeFailures, describeRunsInARow } from './health/health.js'
export type { ExplainVerdictOptions } from './health/health-explanation.js'
export { describeStop } from './health/stop.js'
export { describeFailure, describeFailureGroup, describeVerdict, nameVerdict } from './health/verdict.js'
export { explainVerdict, type VerdictExplanation } from './health/verdict-explanation.js'
export { describeSummary, type SummaryOptions } from './history.js'
export { formatLabel, isBlankLabel } from './label.js'
export { formatCount, formatList, formatNumber } from './number.js'
export { describeParams, type ParamRow, type ParamValue } from './params.js'
export { type FlowPart, type Phrase, phraseText, type RunPart } from './phrase.js'
export type { ExplainOptions } from './problem/diagnosis.js'
export { explainDryRun } from './problem/dry-run.js'
export { describeError, explainError } from './problem/error.js'
export { describePacket } from './problem/packets.js'
export { type Explanation, explainExecution, explainMissingAccount, explainProblem } from './problem/problem.js'
export { nameProblem } from './problem/problem-names.js'
export { describeResponses } from './response.js'
export { balanceDenom, describeRules, noConditions, type Rules } from './rules.js'
export {
  describeInterval,
  describeNextRun,
  describeNextRuns,
  describeSchedule,
  type NextRunOptions,
  type NextRunsOptions,
  type ScheduleOptions,
} from './schedule.js'
export { outcomeNames, statusMeanings, statusNames } from './status.js'
export { describeLateBlock, type LateBlockOptions, type NewestBlock } from './time/chain-time.js'
export {
  ago,
  formatDelay,
  formatDuration,
  formatMilliseconds,
  formatRelativeTime,
  formatTime,
  until,
} from './time/time.js'
export { parsePeriod, type TimeRange } from './time/time-range.js'
