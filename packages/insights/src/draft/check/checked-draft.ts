import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowDraft } from '../draft.js'
import type { DraftFacts } from '../draft-facts.js'
import type { MessageAt } from './messages.js'

export interface CheckedDraft {
  draft: FlowDraft
  /** All messages, including those in a `MsgExec`. */
  messages: readonly MessageAt[]
  flow: Flow
  facts: DraftFacts
  time: BlockTime
}
