import { type AnyMessage, executionProblem, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { wasSent } from '@flow-query/core/parts/runs'

/**
 * Returns whether a response from another chain can still change this execution, which must be the newest of the flow.
 *
 * A flow can send several packets one after the other, so a response can arrive after a success.
 */
export function isUnanswered(entry: FlowHistoryEntry, flow: Flow): boolean {
  const { executed, timedOut, errors, packetSequences, msgResponses } = entry
  // An uncollected fee doesn't mean that the messages failed.
  const hasFailed = errors.some(error => executionProblem(error) !== 'feeNotCollected')
  if (!wasSent(entry, flow) || timedOut || hasFailed) return false
  if (!executed) return true
  const mayHaveFollowedUp =
    packetSequences.length > 1 || (!packetSequences.length && flow.conditions.feedbackLoops.length)
  return Boolean(mayHaveFollowedUp) && msgResponses.length < countResponses(flow.msgs)
}

function countResponses(messages: readonly AnyMessage[]): number {
  return messages.reduce((sum, { msgs }) => sum + (Array.isArray(msgs) ? msgs.length : 1), 0)
}
