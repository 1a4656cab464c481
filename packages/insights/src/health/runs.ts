import type { FlowHistoryEntry, FlowHistoryPage } from '@flow-query/core'
import { clockTime, positionOf } from '@flow-query/core/parts/runs'

/**
 * A flow's newest executions, newest first (from a request with `reverse`) or oldest first. Pass the whole page if you have it, because
 * the numbers of the runs are computed from `nextKey`.
 */
export type NewestEntries = readonly FlowHistoryEntry[] | Pick<FlowHistoryPage, 'history' | 'nextKey'>

export interface Run {
  /** Starts at 1, and is null if the entries were passed without their page. */
  number: number | null
  /** When the run happened, in RFC 3339 format. */
  time: string
}

export interface NewestRuns {
  entries: readonly FlowHistoryEntry[]
  /** Index -1 is the run after the newest one. */
  runAt: (index: number) => Run
  isWhole: boolean
}

export function newestRuns(newest: NewestEntries): NewestRuns {
  const { history, nextKey } = 'history' in newest ? newest : { history: newest, nextKey: undefined }
  const isOldestFirst = clockTime(history[0]?.actualExecTime ?? '') < clockTime(history.at(-1)?.actualExecTime ?? '')
  const entries = isOldestFirst ? history.toReversed() : history
  const before = numberBefore(nextKey, isOldestFirst)
  return {
    entries,
    runAt: index => ({
      number: before === null ? null : before + entries.length - index,
      time: entries[index]?.actualExecTime ?? '',
    }),
    isWhole: nextKey === null,
  }
}

function numberBefore(nextKey: string | null | undefined, isOldestFirst: boolean): number | null {
  if (nextKey === null) return 0
  // A page that is sorted oldest first has a `nextKey` that points to newer runs.
  const position = nextKey === undefined || isOldestFirst ? undefined : positionOf(nextKey)
  return position === undefined || position > Number.MAX_SAFE_INTEGER ? null : Number(position)
}
