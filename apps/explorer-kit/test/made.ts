import type { Flow, FlowHistoryEntry } from '@flow-query/core'

/** A moment that tests take for now, in milliseconds since 1970. */
export const now = 1_800_000_000_000
export const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()

/** A flow that began an hour ago, runs every minute, next in half a minute, for an hour more. */
export function madeFlow(changes: Partial<Flow> = {}): Flow {
  return {
    id: '1',
    owner: 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07',
    label: 'Pay rent',
    feeAddress: '',
    msgs: [],
    interval: '60s',
    startTime: at(-3_600),
    execTime: at(30),
    endTime: at(3_600),
    updateHistory: [],
    selfHostedIca: null,
    trustlessAgent: null,
    configuration: {
      saveResponses: true,
      updatingDisabled: false,
      stopOnSuccess: false,
      stopOnFailure: false,
      stopOnTimeout: false,
      walletFallback: false,
    },
    conditions: {
      feedbackLoops: [],
      comparisons: [],
      stopOnSuccessOf: [],
      stopOnFailureOf: [],
      skipOnFailureOf: [],
      skipOnSuccessOf: [],
      useAndForComparisons: false,
    },
    ...changes,
  }
}

/** A run that went well, so many seconds from now. */
export function madeRun(seconds: number, changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry {
  return {
    scheduledExecTime: at(seconds),
    actualExecTime: at(seconds),
    execFee: [{ denom: 'uinto', amount: '100' }],
    executed: true,
    timedOut: false,
    errors: [],
    msgResponses: [],
    queryResponses: [],
    packetSequences: [],
    ...changes,
  }
}
