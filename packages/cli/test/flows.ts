import { flow, type HistoryEntry, historyEntry } from '@flow-query/testing'

type Flow = ReturnType<typeof flow>

const minute = 60_000
const day = 24 * 60 * minute

/** The moment at which these flows stand. */
export const now = Date.parse('2026-11-20T21:00:00Z')

const timeAt = (ms: number) => new Date(ms).toISOString()

/** It runs every hour, the next time in half an hour. */
export function hourly(changes: Partial<Flow> = {}): Flow {
  return flow(changes, now)
}

/** It ran every hour until so many days ago. */
export function ended(days: number, changes: Partial<Flow> = {}): Flow {
  const end = timeAt(now - days * day)
  return flow({ startTime: timeAt(now - (days + 1) * day), execTime: end, endTime: end, ...changes }, now)
}

/** A configuration. */
export const stopOnFailure: Flow['configuration'] = {
  saveResponses: false,
  updatingDisabled: false,
  stopOnSuccess: false,
  stopOnFailure: true,
  stopOnTimeout: false,
  walletFallback: true,
}

/** What some flow did each hour, the last time when it ran last: `..F` is two runs that went well, and one that failed. */
export function runs(of: Flow, outcomes: string): HistoryEntry[] {
  const due = Date.parse(of.execTime)
  const last = due > now ? due - 60 * minute : due
  return Array.from(outcomes, (outcome, index) => {
    const time = last - (outcomes.length - 1 - index) * 60 * minute
    const times = { scheduledExecTime: timeAt(time), actualExecTime: timeAt(time + 400) }
    return historyEntry(
      { ...times, ...(outcome === 'F' && { executed: false, errors: [error], msgResponses: [] }) },
      now,
    )
  })
}

const error =
  'msg handling error: could not execute local flow: spendable balance 48041uinto is smaller than 500000uinto: insufficient funds'
