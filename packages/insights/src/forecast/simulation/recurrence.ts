import {
  type FinishedRun,
  type ReleaseRules,
  type RunResult,
  readsRunBefore,
  type StopSettings,
} from '@flow-query/rules'

/** Returns why the result of the run before ends a flow at this run, except for a second skip in a row. */
export function lateStop(
  { stopOnSuccess, stopOnFailure }: StopSettings,
  run: FinishedRun,
  before: RunResult | undefined,
  rules: ReleaseRules,
): 'stopsAfterFailure' | 'stopsAfterSkip' | undefined {
  if (!before || !readsRunBefore(run, rules)) return undefined
  if (before.hasErrors && stopOnFailure && !stopOnSuccess) return 'stopsAfterFailure'
  return before.isOpen && !run.isUnmet ? 'stopsAfterSkip' : undefined
}
