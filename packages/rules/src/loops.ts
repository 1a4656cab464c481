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

/**
 * Returns how many messages the chain executes first, separately from the others. Their effects stay if a later message fails. Without
 * feedback loops, these are all messages.
 */
export function countBeforeLoops({
  msgs,
  feedbackLoops,
}: {
  msgs: readonly Message[]
  feedbackLoops: readonly Pick<Loop, 'msgsIndex'>[]
}): number {
  return feedbackLoops.reduce((first, { msgsIndex }) => Math.min(first, msgsIndex), msgs.length)
}

export interface LoopRules {
  /** Whether a feedback loop changes its message with a value from a response. */
  readsResponse: (loop: Loop) => boolean
  /**
   * The index of the message that a feedback loop changes, or undefined if the chain ignores the loop. The chain counts the messages after
   * the first part from 0, so a loop with the index 1 changes the message with the index 2.
   */
  changedMessage: (loop: Loop) => number | undefined
}

/** Returns the rules for the feedback loops of a flow on this chain. */
export function createLoopRules({ msgs, saveResponses, feedbackLoops }: FlowWithLoops): LoopRules {
  const first = countBeforeLoops({ msgs, feedbackLoops })
  // A transfer has no response.
  const responses = msgs.slice(0, first).filter(message => messageName(message) !== 'MsgTransfer').length
  const isFound = ({ msgsIndex, responseIndex }: Loop) =>
    msgsIndex === first && msgsIndex < msgs.length - first && responseIndex < responses
  const changedMessage = (loop: Loop) => {
    const hasValue = loop.icqConfig || loop.responseKey !== ''
    return hasValue && saveResponses && isFound(loop) ? 2 * loop.msgsIndex : undefined
  }
  return {
    readsResponse: loop => !loop.icqConfig && loop.responseKey !== '' && changedMessage(loop) !== undefined,
    changedMessage,
  }
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

/**
 * Returns whether another chain also receives the messages after the first part. The chain sends them when the first part is answered, but
 * only if a feedback loop reads the last response to it.
 */
export function sendsSecondPart(flow: FlowWithLoops): boolean {
  const { msgs, feedbackLoops, saveResponses } = flow
  const first = msgs.slice(0, countBeforeLoops(flow))
  const responses = first.flatMap(message => (messageName(message) === 'MsgExec' ? messagesIn(message) : [message]))
  return saveResponses && feedbackLoops.some(({ responseIndex }) => responseIndex === responses.length - 1)
}
