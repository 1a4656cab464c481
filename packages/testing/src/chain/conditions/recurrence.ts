import { durationToNs, timeToNs } from '../blocks/time.js'
import { balanceTooLow } from '../execution.js'
import { isInterchain } from '../packets.js'
import type { Flow, HistoryEntry } from '../state.js'
import type { ChainRules } from './rules.js'

interface FinishedRun {
  entry: HistoryEntry
  isUnmet: boolean
  before: HistoryEntry | undefined
}

/** Returns when a flow runs again after a run, in nanoseconds since 1970. Returns null if that run was the last. */
export function nextRun(flow: Flow, run: FinishedRun, rules: ChainRules): bigint | null {
  const interval = durationToNs(flow.interval)
  const next = timeToNs(flow.execTime) + interval
  const end = timeToNs(flow.endTime)
  // If the conditions prevent a run, the chain schedules no run that is exactly at the end time.
  if (interval <= 0n || next > end || (run.isUnmet && next === end)) return null
  return continues(flow, run, rules) ? next : null
}

function continues(flow: Flow, { entry, isUnmet, before }: FinishedRun, { endsLocalFlowsLate }: ChainRules): boolean {
  if (entry.errors.some(error => error.includes(balanceTooLow))) return false
  const readsBefore = isUnmet || endsLocalFlowsLate || isInterchain(flow)
  const decisive = readsBefore ? before : entry
  if (decisive && hasNoResult(decisive)) return false
  const failed = entry.errors.length > 0 || (decisive?.errors.length ?? 0) > 0
  const { stopOnSuccess = false, stopOnFailure = false } = flow.configuration ?? {}
  // With both settings, the chain ignores both.
  return stopOnSuccess === stopOnFailure || stopOnSuccess === failed
}

/** Returns whether the chain has no result for a run, because the run was skipped or has no response. */
function hasNoResult({ executed, errors, msgResponses, queryResponses }: HistoryEntry): boolean {
  return !executed && errors.length === 0 && msgResponses.length === 0 && queryResponses.length === 0
}
