import { type AnyMessage, executionProblem, type Flow, type FlowHistoryEntry } from '@flow-query/core'

/**
 * Whether an execution still waits for a response from another chain. Responses change only the newest execution of a flow,
 * even if they belong to an older one. They don't change the flow itself.
 *
 * A flow can send several packets, if later messages use values from earlier responses. Each packet is sent after the response
 * to the previous one. The first response marks the execution as successful, but a later one can report a failure. `v1beta1`
 * doesn't list packets, so there a fee shows that a packet was sent.
 */
export function isUnanswered(entry: FlowHistoryEntry, flow: Flow): boolean {
  const { executed, timedOut, errors, execFee, packetSequences, msgResponses } = entry
  const isInterchain = flow.selfHostedIca !== null || flow.trustlessAgent !== null
  const wasSent = packetSequences.length > 0 || (isInterchain && execFee.length > 0)
  // An uncollected fee is no failure on the other chain.
  const hasFailed = errors.some(error => executionProblem(error) !== 'feeNotCollected')
  if (!wasSent || timedOut || hasFailed) return false
  if (!executed) return true
  const mayHaveFollowedUp =
    packetSequences.length > 1 || (!packetSequences.length && flow.conditions.feedbackLoops.length)
  return Boolean(mayHaveFollowedUp) && msgResponses.length < countResponses(flow.msgs)
}

/** Counts the responses that the messages will have. Each message inside an authz message has its own response. */
function countResponses(messages: readonly AnyMessage[]): number {
  return messages.reduce((sum, { msgs }) => sum + (Array.isArray(msgs) ? msgs.length : 1), 0)
}
