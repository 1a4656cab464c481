import type { AnyMessage, Flow } from '@flow-query/core'
import { type ResponseShape, rulesOf } from '@flow-query/rules'
import { isInterchain } from '../forecast-facts.js'
import { messagesIn, nameOf } from '../messages.js'

/**
 * Returns the shapes of the responses to the flow's messages, or undefined for each one whose fields are unknown.
 *
 * The chain stores no response to a transfer. Another chain responds to the messages in a `MsgExec`.
 */
export function expectedResponses(flow: Flow): (ResponseShape | undefined)[] {
  const { msgs, configuration } = flow
  if (!configuration.saveResponses) return []
  const isRemote = isInterchain(flow)
  const sentBy = (message: AnyMessage) => (nameOf(message) === 'MsgExec' ? messagesIn(message, 0) : [message])
  // If one of several messages contains more than one message, the chain mixes up their responses.
  const isMixedUp = msgs.length > 1 && msgs.some(message => sentBy(message).length > 1)
  return msgs.flatMap(message => {
    const name = nameOf(message)
    if (isRemote) return sentBy(message).map(inner => (isMixedUp ? undefined : rulesOf(inner).response))
    if (name === 'MsgTransfer') return []
    return name === 'MsgExec' ? {} : rulesOf(message).response
  })
}
