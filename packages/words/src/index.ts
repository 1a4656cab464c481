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
export { describeFlow, describeMessage, describeMessages, innerMessages } from './flow.js'
export { formatCount, formatList, formatNumber } from './number.js'
export { describeParams, type ParamRow, type ParamValue } from './params.js'
export {
  type ExplainedFlow,
  type Explanation,
  explainExecution,
  explainMissingAccount,
  explainProblem,
  nameProblem,
} from './problem.js'
export { describeRules, noConditions, type Phrase, phraseText, type Rules } from './rules.js'
export { describeInterval, describeNextRun, describeSchedule, type ScheduleOptions } from './schedule.js'
export { outcomeNames, statusMeanings, statusNames } from './status.js'
export { ago, formatDelay, formatDuration, formatRelativeTime, formatTime } from './time.js'
