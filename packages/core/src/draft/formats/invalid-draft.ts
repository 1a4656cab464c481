import { FlowQueryError } from '../../errors.js'

export function invalidDraft(message: string): FlowQueryError {
  return new FlowQueryError('argument', message, {}, '')
}
