import { type AnyMessage, executionProblem, type Flow, type FlowHistoryEntry } from '@flow-query/core'

/**
 * Responses change only the newest execution, even if they belong to an older one.
 *
 * A flow can send several packets, one after the other, so a response can follow the success. `v1beta1` lists no packets, so
 * there a fee shows that one was sent.
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

function countResponses(messages: readonly AnyMessage[]): number {
  return messages.reduce((sum, { msgs }) => sum + (Array.isArray(msgs) ? msgs.length : 1), 0)
}
