import type { ExecutionOutcome, FlowStatus } from '@flow-query/core'

export const statusNames = {
  active: 'Running',
  scheduled: 'Scheduled',
  completed: 'Completed',
  stopped: 'Stopped',
} as const satisfies Record<FlowStatus, string>

/** What a status means, for the one flow that is looked at. */
export const statusMeanings = {
  active: 'It runs on schedule.',
  scheduled: 'It has not started yet.',
  completed: 'It ran to its end.',
  stopped: 'It ended before its time: by its rules, by another flow, or for want of fees.',
} as const satisfies Record<FlowStatus, string>

export const outcomeNames = {
  succeeded: 'Succeeded',
  failed: 'Failed',
  timedOut: 'Timed out',
  skipped: 'Skipped',
  pending: 'Pending',
  unanswered: 'Unanswered',
} as const satisfies Record<ExecutionOutcome, string>
