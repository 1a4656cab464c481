import type { ChainRelease, FlowConfiguration, FlowHistoryEntry } from '@flow-query/core'
import { decidesLate } from '../../releases.js'

export interface RunResult {
  isOpen: boolean
  hasErrors: boolean
}

export function resultOf({ executed, errors, msgResponses, queryResponses }: FlowHistoryEntry): RunResult {
  const hasErrors = errors.length > 0
  return { isOpen: !executed && !hasErrors && msgResponses.length + queryResponses.length === 0, hasErrors }
}

export interface FinishedRun extends RunResult {
  isUnmet: boolean
  isRemote: boolean
}

export function continues(
  { stopOnSuccess, stopOnFailure }: FlowConfiguration,
  run: FinishedRun,
  before: RunResult | undefined,
  release: ChainRelease,
): boolean {
  const decisive = readsRunBefore(run, release) ? before : run
  if (decisive?.isOpen) return false
  // If both settings are on, the chain ignores them.
  if (stopOnSuccess === stopOnFailure) return true
  return stopOnSuccess === (run.hasErrors || (decisive?.hasErrors ?? false))
}

/** Returns why the result of the run before ends a flow at this run, except for a second skip in a row. */
export function lateStop(
  { stopOnSuccess, stopOnFailure }: FlowConfiguration,
  run: FinishedRun,
  before: RunResult | undefined,
  release: ChainRelease,
): 'stopsAfterFailure' | 'stopsAfterSkip' | undefined {
  if (!before || !readsRunBefore(run, release)) return undefined
  if (before.hasErrors && stopOnFailure && !stopOnSuccess) return 'stopsAfterFailure'
  return before.isOpen && !run.isUnmet ? 'stopsAfterSkip' : undefined
}

function readsRunBefore({ isUnmet, isRemote }: FinishedRun, release: ChainRelease): boolean {
  return isUnmet || decidesLate(release, isRemote)
}
