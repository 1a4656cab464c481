export { withCoins } from '../coins.js'
export { checkFlow } from './check.js'
export type { FlowDraft } from './draft.js'
export type { DraftFacts, NodeAnswer } from './draft-facts.js'
export { draftFrom } from './draft-from.js'
export { parseDuration } from './duration.js'
export { type DraftPlan, planDraft } from './facts/plan.js'
export { readDraftFacts } from './facts/read.js'
export { type FixedDraft, fixDraft } from './fix.js'
export { type CheckedFix, fixAndCheck } from './fix-and-check.js'
export { draftMessage } from './formats/message.js'
export { type ParseDraftOptions, parseDraft } from './formats/parse.js'
export { type PortalLink, type PortalLinkOptions, portalLink } from './formats/portal-link.js'
export type {
  ConditionProblem,
  CostRange,
  DraftAssumption,
  DraftCost,
  DraftEffect,
  DraftProblem,
  DraftProblemKind,
  FlowCheck,
  LimitProblem,
  MessageProblem,
  MoneyProblem,
  RefusalProblem,
  ScheduleProblem,
} from './result.js'
