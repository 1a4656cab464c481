import { continues, isScheduledAgain, type ReleaseRules, resultOf } from '@flow-query/rules'
import { durationToNs, timeToNs } from '../blocks/time.js'
import { balanceTooLow } from '../execution.js'
import { isInterchain } from '../packets.js'
import type { Flow, HistoryEntry } from '../state.js'

interface FinishedRun {
  entry: HistoryEntry
  isUnmet: boolean
  before: HistoryEntry | undefined
}

/** Returns when a flow runs again after a run, in nanoseconds since 1970. Returns null if that run was the last. */
export function nextRun(flow: Flow, { entry, isUnmet, before }: FinishedRun, rules: ReleaseRules): bigint | null {
  const schedule = {
    next: timeToNs(flow.execTime),
    end: timeToNs(flow.endTime),
    interval: durationToNs(flow.interval),
  }
  const isUnpaid = entry.errors.some(error => error.includes(balanceTooLow))
  if (isUnpaid || !isScheduledAgain(schedule, isUnmet)) return null
  const { stopOnSuccess = false, stopOnFailure = false } = flow.configuration ?? {}
  const run = { ...resultOf(entry), isUnmet, isRemote: isInterchain(flow) }
  const isContinued = continues({ stopOnSuccess, stopOnFailure }, run, before && resultOf(before), rules)
  return isContinued ? schedule.next + schedule.interval : null
}
