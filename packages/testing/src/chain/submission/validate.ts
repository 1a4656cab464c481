import { operators } from '@flow-query/rules'
import { parseDuration } from '../../go/duration.js'
import { bytesOf } from '../../go/text.js'
import { protoText } from '../accounts/proto-text.js'
import { durationToNs } from '../blocks/time.js'
import { MessageError } from '../message-error.js'
import type { AnyMessage, Conditions, IcqConfig } from '../state.js'
import { readSubmission, submitFlowType } from './submission.js'

const maxMessages = 9
const maxConditions = 5
const maxLabelBytes = 50

/** Checks what the chain can check without its state. Throws the node's error text if a message that creates a flow is invalid. */
export function validateMessage(message: AnyMessage): void {
  if (message['@type'] !== submitFlowType) return
  const { msgs, conditions, label, interval, startAt } = readSubmission(message)
  if (msgs.length === 0) throw new MessageError('msg.Msgs is empty, at least one message is required')
  if (msgs.length > maxMessages) throw new MessageError(`cannot execute more than ${maxMessages} messages`)
  validateConditions(conditions, msgs.length)
  if (bytesOf(label).length > maxLabelBytes)
    throw new MessageError(`label must be shorter than ${maxLabelBytes} characters`)
  if (interval !== '' && parseDuration(interval) === 0n && BigInt(startAt) > 0n)
    throw new MessageError('interval must be greater than 0 when a custom start time is provided')
}

function validateConditions({ feedbackLoops, comparisons }: Conditions, messages: number) {
  if (feedbackLoops.length > maxConditions)
    throw new MessageError(`cannot create more than ${maxConditions} feedbackloops`)
  for (const loop of feedbackLoops) {
    if (loop.msgKey === '' || loop.valueType === '') throw incomplete('condition FeedbackLoops', loop, 318)
    if (loop.responseIndex >= messages)
      throw new MessageError(
        `response index: ${loop.responseIndex} must be shorter than length msgs array: invalid request`,
        '/build:321',
      )
    validateQuery('Loop', loop.icqConfig, 325)
  }
  if (comparisons.length > maxConditions) throw new MessageError(`cannot create more than ${maxConditions} Comparisons`)
  for (const { operator, valueType, icqConfig } of comparisons) {
    if (!operators.some(known => known === operator) || valueType === '')
      throw incomplete('condition Comparison', {}, 337)
    validateQuery('Comparison', icqConfig, 341)
  }
}

function validateQuery(of: string, config: IcqConfig | null, line: number): void {
  if (!config) return
  const { timeoutDuration, chainId, queryKey } = config
  if (durationToNs(timeoutDuration) === 0n || chainId === '' || queryKey === '')
    throw incomplete(`${of} ICQ Config`, config, line)
}

/** The chain prints the fields after the error. A comparison's fields are memory addresses, so they are missing here. */
function incomplete(what: string, fields: object, line: number): MessageError {
  const text = protoText(fields as AnyMessage)
  return new MessageError(`${what} fields are not complete: ${text}: unknown request`, `/build:${line}`)
}
