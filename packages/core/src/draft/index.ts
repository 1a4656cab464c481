export type { FlowDraft } from './draft.js'
export { parseDuration } from './duration.js'
export type { DraftFacts, NodeVerdict } from './facts.js'
export { draftMessage } from './message.js'
export type {
  ConditionProblem,
  CostRange,
  DraftAssumption,
  DraftCost,
  DraftEffect,
  DraftProblem,
  DraftProblemKind,
  FlowCheck,
  MessageProblem,
  MoneyProblem,
  RefusalProblem,
  ScheduleProblem,
} from './result.js'
