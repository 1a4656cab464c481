export { isAcceptedType } from './accepted-types.js'
export { type AgentPrice, agentPrices, payablePrices } from './agents.js'
export { areSorted, areValidCoins, baseDenom, isDenom } from './coins.js'
export { compare, isOrder, operators, type RuleError } from './comparisons.js'
export {
  type ComparisonResult,
  canBeSent,
  combine,
  type DeadQuery,
  type DecidingFlows,
  type Dependencies,
  deadQueryOf,
  decidingFlows,
  dropsResponses,
  isBase64,
  repeatsQuery,
  sendsQueries,
  sentQueries,
  timeoutPolicies,
} from './conditions.js'
export { createFeeRules, type FeeParams, type FeeRules } from './fees.js'
export {
  type GasState,
  gasAfter,
  gasOfDryRun,
  gasOfEntry,
  gasOfMessages,
  gasOfPackets,
  gasOfRun,
  usualRange,
} from './gas.js'
export { excludesRecipient, grantedType, isGrantValid } from './grants.js'
export {
  changesFirstMessage,
  countBeforeLoops,
  createLoopRules,
  type Loop,
  type LoopRules,
  mayReplace,
  sendsSecondPart,
} from './loops.js'
export { messageError } from './message-errors.js'
export {
  coinsIn,
  type MessageRules,
  messageName,
  messagesIn,
  type ResponseShape,
  rulesOf,
  signerField,
} from './messages.js'
export {
  continues,
  type FinishedRun,
  hasSucceeded,
  type RunResult,
  readsRunBefore,
  resultOf,
  type StopSettings,
} from './recurrence.js'
export { earlierRules, newestRules, type ReleaseRules } from './releases.js'
export { countRuns, endsOnTime, firstRun, isScheduledAgain, type Schedule } from './schedule.js'
export type { Coin, Message } from './types.js'
export { countOpen } from './unbonding.js'
export {
  canParse,
  changeOf,
  type Field,
  fieldAt,
  isList,
  isMissing,
  isNumeric,
  type MissingField,
  parseValue,
  queriedType,
  readField,
  type Value,
  valueTypes,
} from './values.js'
