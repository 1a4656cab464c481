import { type ExecutionOutcome, executionOutcome, type FlowHistoryEntry, toDate } from '@flow-query/core'
import { blockAt, type EvaluatedFlow } from '../evaluate.js'

export type RunOutcome = Exclude<ExecutionOutcome, 'pending'>
export const runOutcomes = [
  'succeeded',
  'feeNotCollected',
  'failed',
  'timedOut',
  'idle',
  'skipped',
  'unacknowledged',
] as const satisfies RunOutcome[]

interface CountedRuns {
  newest: EvaluatedFlow['newest']
  counted: Set<string>
  hasPending: boolean
}

/** Runs before the first call are not reported, because a counter starts at zero with its process. */
export function createRunCounter(onRun: (outcome: RunOutcome) => void) {
  let start: number | undefined
  const flows = new Map<string, CountedRuns>()

  return (evaluated: readonly EvaluatedFlow[], now: number): void => {
    start ??= now
    for (const { flow, newest } of evaluated) {
      const before = flows.get(flow.id)
      if (!newest || (before?.newest === newest && !before.hasPending)) continue
      const recent = newest.history.filter(entry => timeOf(entry) > (start ?? now))
      if (recent.length === 0 && !before) continue
      const counted = new Set<string>()
      let hasPending = false
      for (const entry of recent) {
        const outcome = executionOutcome(entry, flow, blockAt(now))
        if (outcome === 'pending') hasPending = true
        else {
          if (!before?.counted.has(entry.scheduledExecTime)) onRun(outcome)
          counted.add(entry.scheduledExecTime)
        }
      }
      flows.set(flow.id, { newest, counted, hasPending })
    }
  }
}

function timeOf({ actualExecTime }: FlowHistoryEntry): number {
  return toDate(actualExecTime)?.getTime() ?? 0
}
