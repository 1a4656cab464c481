export type { FlowDraft } from './draft/draft.js'
export { parseDuration } from './draft/duration.js'
export { draftMessage } from './draft/message.js'
