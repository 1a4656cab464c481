import type { AnyMessage, Flow, FlowHistoryEntry } from '@flow-query/core'

/**
 * Whether another chain may still have something to say about an execution. What it says is written into the newest one of
 * the flow, whichever it is about, while the flow itself stays as it is.
 *
 * A flow whose later messages take values from responses to earlier ones sends them in several packets, each once the one
 * before is answered: the first answer says that the execution went well, and the next may say otherwise. `v1beta1` does
 * not list packets; there a fee, which the whole execution costs, tells that something was sent.
 */
export function isUnanswered(entry: FlowHistoryEntry, flow: Flow): boolean {
  const { executed, timedOut, errors, execFee, packetSequences, msgResponses } = entry
  const isInterchain = flow.selfHostedIca !== null || flow.trustlessAgent !== null
  const wasSent = packetSequences.length > 0 || (isInterchain && execFee.length > 0)
  if (!wasSent || timedOut || errors.length > 0) return false
  if (!executed) return true
  const mayHaveFollowedUp =
    packetSequences.length > 1 || (!packetSequences.length && flow.conditions.feedbackLoops.length)
  return Boolean(mayHaveFollowedUp) && msgResponses.length < countResponses(flow.msgs)
}

/** How many responses the messages of a flow have in all: those in an authz message have one each. */
function countResponses(messages: readonly AnyMessage[]): number {
  return messages.reduce((sum, { msgs }) => sum + (Array.isArray(msgs) ? msgs.length : 1), 0)
}
