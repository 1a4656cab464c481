export type { FlowDraft } from './draft/draft.js'
export { parseDuration } from './draft/duration.js'
export type { DraftFacts, NodeVerdict } from './draft/facts.js'
export { draftMessage } from './draft/message.js'
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
} from './draft/result.js'
