import type { ExecutionOutcome, FlowStatus } from '@flow-query/core'

/** The names of all flow statuses. */
export const statusNames = {
  active: 'Running',
  scheduled: 'Scheduled',
  completed: 'Completed',
  stopped: 'Stopped',
} as const satisfies Record<FlowStatus, string>

/** A sentence about a flow for each status. */
export const statusMeanings = {
  active: 'It runs on schedule.',
  scheduled: 'It has not started yet.',
  completed: 'It ran until its end time.',
  stopped: 'It stopped before its end time, because of its rules, another flow or missing fees.',
} as const satisfies Record<FlowStatus, string>

/** The names of all execution outcomes. */
export const outcomeNames = {
  succeeded: 'Succeeded',
  feeNotCollected: 'Fee not collected',
  failed: 'Failed',
  timedOut: 'Timed out',
  idle: 'Nothing executed',
  skipped: 'Skipped',
  pending: 'Pending',
  unacknowledged: 'Unacknowledged',
} as const satisfies Record<ExecutionOutcome, string>
