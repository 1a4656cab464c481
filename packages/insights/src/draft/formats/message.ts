import type { AnyMessage } from '@flow-query/core'
import type { FlowDraft } from '../draft.js'
import { inNodeFormat } from './node-format.js'

export const submitFlow = '/intento.intent.v1.MsgSubmitFlow'

/**
 * Returns the `MsgSubmitFlow` of a draft as JSON that a node accepts. Fields that not all releases support are only set if the draft
 * uses them.
 */
export function draftMessage({ conditions, ...draft }: FlowDraft): AnyMessage {
  const isUsed = Object.values(conditions).some(value => (Array.isArray(value) ? value.length > 0 : value))
  const fields = { ...draft, ...(isUsed && { conditions }) }
  return { '@type': submitFlow, ...inNodeFormat(fields, withoutUnused) }
}

function withoutUnused(field: string, value: unknown): unknown {
  return field === 'difference_mode' && !value ? null : value
}
