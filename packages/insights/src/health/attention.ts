import type { BlockTime, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ExecutionOutcome, executionOutcome } from '@flow-query/core'
import { clockTime } from '@flow-query/core/parts/runs'
import type { FlowHealth } from './health.js'
import type { Run } from './runs.js'
import type { StopRule } from './stop.js'

export function needsAttention(health: FlowHealth): boolean {
  if (health.state !== 'ended') return health.state === 'failing' || health.state === 'stuck'
  return health.cause !== null || (health.stopped !== null && unwantedStops[health.stopped.rule])
}

/** Whether the owner didn't choose the stop. */
const unwantedStops: Record<StopRule, boolean> = {
  stopOnSuccess: false,
  stopOnFailure: true,
  stopOnTimeout: true,
  stopOnSuccessOf: false,
  stopOnFailureOf: false,
  comparisons: true,
  skipOnSuccessOf: true,
  skipOnFailureOf: true,
  conditions: false,
  feeBalanceTooLow: true,
  unacknowledgedRun: true,
  sentRun: true,
  idleRun: true,
  unansweredQuery: true,
  unknown: false,
}

/** A flow with an unknown time is sorted last. */
export function startOf(health: FlowHealth): number {
  if (health.state === 'unknown') return 0
  if (health.state === 'ended') return clockTime((health.since ?? health.stopped?.run)?.time ?? '') || 0
  return clockTime(health.since?.time ?? '') || endOfTime
}

const endOfTime = 8_640_000_000_000_000

/**
 * Returns the newest failed run, which `cause` and `message` also describe. Without a failed run, returns the run that stopped the flow, or
 * the run in which the current state began.
 */
export function runToInspect(health: FlowHealth): Run | null {
  switch (health.state) {
    case 'failing':
      return health.failedRun
    case 'ended':
      return health.failedRun ?? health.stopped?.run ?? health.since
    case 'unknown':
      return null
    default:
      return health.since
  }
}

/** Skipped runs don't count as failed, because the flow's conditions caused the skip. */
export function hasFailed(run: FlowHistoryEntry, flow: Flow, time: BlockTime): boolean {
  return failures.has(executionOutcome(run, flow, time))
}

const failures: ReadonlySet<ExecutionOutcome> = new Set([
  'failed',
  'feeNotCollected',
  'timedOut',
  'idle',
  'unacknowledged',
])
