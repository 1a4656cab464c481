import { FlowQueryError } from '@flow-query/core'

export function invalidDraft(message: string): FlowQueryError {
  return new FlowQueryError('argument', message, {}, '')
}
