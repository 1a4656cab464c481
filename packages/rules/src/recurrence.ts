import type { ReleaseRules } from './releases.js'

export interface RunResult {
  hasErrors: boolean
  /** Whether the chain has no result, because the run was skipped or isn't answered. */
  isOpen: boolean
}

interface HistoryEntry {
  executed: boolean
  errors: readonly string[]
  msgResponses: readonly unknown[]
  queryResponses: readonly unknown[]
}

export function resultOf({ executed, errors, msgResponses, queryResponses }: HistoryEntry): RunResult {
  const hasErrors = errors.length > 0
  return { hasErrors, isOpen: !executed && !hasErrors && msgResponses.length + queryResponses.length === 0 }
}

/** Null before the first run. */
export function hasSucceeded(run: Pick<HistoryEntry, 'executed' | 'errors'> | undefined): boolean | null {
  return run ? run.executed && run.errors.length === 0 : null
}

export interface FinishedRun extends RunResult {
  isUnmet: boolean
  isRemote: boolean
}

export interface StopSettings {
  stopOnSuccess: boolean
  stopOnFailure: boolean
}

/** Returns whether a run lets a flow continue, if its schedule has another run. */
export function continues(
  { stopOnSuccess, stopOnFailure }: StopSettings,
  run: FinishedRun,
  before: RunResult | undefined,
  rules: ReleaseRules,
): boolean {
  const decisive = readsRunBefore(run, rules) ? before : run
  if (decisive?.isOpen) return false
  // If both settings are on, the chain ignores them.
  if (stopOnSuccess === stopOnFailure) return true
  return stopOnSuccess === (run.hasErrors || (decisive?.hasErrors ?? false))
}

/** Returns whether the result of the run before decides, instead of the result of this run. */
export function readsRunBefore(
  { isUnmet, isRemote }: Pick<FinishedRun, 'isUnmet' | 'isRemote'>,
  { endsLocalFlowsLate }: ReleaseRules,
): boolean {
  return isUnmet || isRemote || endsLocalFlowsLate
}
