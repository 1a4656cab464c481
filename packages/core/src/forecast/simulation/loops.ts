import type { FeedbackLoop, Flow } from '../../types.js'
import { nameOf } from '../messages.js'
import { canRead } from './comparison.js'
import type { Evidence } from './conditions.js'

export function hasUnreadableLoop(flow: Flow, evidence: Evidence): boolean {
  const { feedbackLoops } = flow.conditions
  const first = Math.min(...feedbackLoops.map(({ msgsIndex }) => msgsIndex))
  return feedbackLoops.some(loop => readsValue(loop, flow, first) && isUnreadable(loop, flow, evidence))
}

/**
 * The chain runs the messages before the first loop and saves their responses. Then it counts the remaining messages from 0, so a loop
 * only works if its index is lower than the number of remaining messages.
 */
function readsValue(loop: FeedbackLoop, { msgs, configuration }: Flow, first: number): boolean {
  const { icqConfig, msgsIndex, responseIndex, responseKey, differenceMode } = loop
  const responses = msgs.slice(0, first).filter(message => nameOf(message) !== 'MsgTransfer')
  const hasResponse = configuration.saveResponses && responseIndex < responses.length
  const isInRange = msgsIndex === first && msgsIndex < msgs.length - first
  return hasResponse && isInRange && responseKey !== '' && !icqConfig && !differenceMode
}

/** The chain reads the responses of the newest run. If that run is simulated, only the expected responses are known. */
function isUnreadable({ flowId, responseIndex, ...loop }: FeedbackLoop, flow: Flow, evidence: Evidence): boolean {
  const runs = evidence.runs(flowId === '0' ? flow.id : flowId)
  if (!runs) return false
  const expected = runs.simulated === 'succeeded' ? runs.expected : undefined
  const response = runs.simulated ? expected?.[responseIndex] : runs.entries[0]?.msgResponses[responseIndex]
  return response !== undefined && canRead(loop, response) === false
}
