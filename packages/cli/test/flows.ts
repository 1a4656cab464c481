import { flow, type HistoryEntry, historyEntry } from '@flow-query/testing'

type Flow = ReturnType<typeof flow>

const minute = 60_000
const day = 24 * 60 * minute

/** The current time in tests with these flows. */
export const now = Date.parse('2026-11-20T21:00:00Z')

const timeAt = (ms: number) => new Date(ms).toISOString()

/** A flow that runs every hour. Its next run is in 30 minutes. */
export function hourly(changes: Partial<Flow> = {}): Flow {
  return flow(changes, now)
}

/** A flow that ran every hour for a day and ended this many days ago. */
export function ended(days: number, changes: Partial<Flow> = {}): Flow {
  const end = timeAt(now - days * day)
  return flow({ startTime: timeAt(now - (days + 1) * day), execTime: end, endTime: end, ...changes }, now)
}

export const stopOnFailure: Flow['configuration'] = {
  saveResponses: false,
  updatingDisabled: false,
  stopOnSuccess: false,
  stopOnFailure: true,
  stopOnTimeout: false,
  walletFallback: true,
}

/** The history of an hourly flow, one letter per run: `..F` means that two runs succeeded and the last one failed. */
export function runs(flow: Flow, outcomes: string): HistoryEntry[] {
  const due = Date.parse(flow.execTime)
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
