import { messageName } from './messages.js'
import type { Message } from './types.js'

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
