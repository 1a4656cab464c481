import { messageName, messagesIn } from './messages.js'
import type { Message } from './types.js'
import { type Field, fieldAt, isList, isMissing } from './values.js'

export interface Loop {
  responseIndex: number
  responseKey: string
  msgsIndex: number
  icqConfig: unknown
}

interface FlowWithLoops {
  msgs: readonly Message[]
  saveResponses: boolean
  feedbackLoops: readonly Loop[]
}

/** Returns whether the chain runs no message at all, because a feedback loop changes the first one. */
export function changesFirstMessage(loops: readonly Pick<Loop, 'msgsIndex'>[]): boolean {
  return loops.some(({ msgsIndex }) => msgsIndex === 0)
}

/** Returns whether a feedback loop of a flow on this chain changes its message with a value from a response. */
export function readsResponse(loop: Loop, flow: FlowWithLoops): boolean {
  return flow.saveResponses && loop.responseKey !== '' && !loop.icqConfig && isInRange(loop, flow)
}

/**
 * Returns whether a feedback loop of a flow on this chain reaches its message. The chain first runs the messages before the first loop.
 * Then it counts the remaining messages from 0, so a loop only works if its index is lower than the number of remaining messages.
 */
export function isInRange(
  { msgsIndex, responseIndex }: Pick<Loop, 'msgsIndex' | 'responseIndex'>,
  { msgs, feedbackLoops }: Pick<FlowWithLoops, 'msgs' | 'feedbackLoops'>,
): boolean {
  const first = Math.min(...feedbackLoops.map(({ msgsIndex }) => msgsIndex))
  // A transfer has no response.
  const responses = msgs.slice(0, first).filter(message => messageName(message) !== 'MsgTransfer')
  return msgsIndex === first && msgsIndex < msgs.length - first && responseIndex < responses.length
}

/**
 * Returns false if the chain can't write a value of this type into the field of the message. Fields that the message lacks in JSON are
 * unknown, because they can have their default values. In a `MsgExec`, the chain changes the first message.
 */
export function mayReplace(
  { msgKey, valueType }: { msgKey: string; valueType: string },
  message: Message | undefined,
): boolean {
  const target = message && messageName(message) === 'MsgExec' ? messagesIn(message)[0] : message
  if (!target) return false
  const field = fieldAt(target, msgKey)
  if (isMissing(field))
    return typeof field.parent === 'object' && !Array.isArray(field.parent) && /^[A-Z]/.test(field.step)
  return field.value === null || isAssignable(valueType, field)
}

/** In JSON, numbers are texts, so only the fields of coins have a known type. */
function isAssignable(type: string, { value, type: field }: Field): boolean {
  if (type === 'sdk.Coin') return typeof value === 'object' && !Array.isArray(value)
  if (isList(type)) return Array.isArray(value)
  if (type === 'string') return typeof value === 'string' && field !== 'amount'
  return type === 'math.Int' && typeof value === 'string' && field !== 'denom'
}
