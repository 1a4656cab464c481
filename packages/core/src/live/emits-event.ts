import type { FlowHistoryEntry } from '../types.js'

/**
 * Returns whether a run must have emitted an `executed` event, because its messages took effect or were sent to another chain.
 *
 * If it returns false, the run may still have emitted an event. On release 1.1.0, a run emits no event if its conditions skip it
 * or fail.
 */
export function emitsEvent({ executed, packetSequences }: FlowHistoryEntry): boolean {
  return executed || packetSequences.length > 0
}
