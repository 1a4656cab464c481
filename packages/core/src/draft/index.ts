export { checkFlow } from './check.js'
export type { FlowDraft } from './draft.js'
export { draftFrom } from './draft-from.js'
export { parseDuration } from './duration.js'
export type { DraftFacts, NodeVerdict } from './facts.js'
export { type FixedDraft, fixDraft } from './fix.js'
export { draftMessage } from './message.js'
export { type ParseDraftOptions, parseDraft } from './parse.js'
export { type DraftPlan, planDraft } from './plan.js'
export { type PortalLink, type PortalLinkOptions, portalLink } from './portal-link.js'
export { readDraftFacts } from './read.js'
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
