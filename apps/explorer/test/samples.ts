import type { Flow, FlowHistoryEntry } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/insights'

/** The current time in tests, in milliseconds since 1970. */
export const now = 1_800_000_000_000
export const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()

/** A flow that runs every minute. It started an hour ago, ends in an hour, and is due in 30 seconds. */
export function sampleFlow(changes: Partial<Flow> = {}): Flow {
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

/** A successful run, `seconds` after `now`. */
export function sampleRun(seconds: number, changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry {
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

/** The health of a flow that ended with a failed run. */
export const failedHealth: Extract<FlowHealth, { state: 'ended' }> = {
  state: 'ended',
  since: null,
  outcome: 'failed',
  failedRun: null,
  cause: 'noGrant',
  message: null,
  failingSince: null,
  orEarlier: false,
  allFailed: true,
  stopped: null,
  unclear: [],
}
