import { clockTime } from '../convert.js'
import { positionOf } from '../scan/cursor.js'
import type { FlowHistoryEntry, FlowHistoryPage } from '../types.js'

/**
 * A flow's newest executions, newest first (as `reverse` reads them) or oldest first. As the page that they came on, whose
 * `nextKey` tells their numbers, or as its entries alone.
 */
export type NewestEntries = readonly FlowHistoryEntry[] | Pick<FlowHistoryPage, 'history' | 'nextKey'>

/** One execution of a flow. */
export interface Run {
  /** 1 was the first. Null where it cannot be known: from entries without their page. */
  number: number | null
  /** When it ran: RFC 3339, as sent. */
  time: string
}

/** The same, newest first. */
export interface NewestRuns {
  entries: readonly FlowHistoryEntry[]
  /** The run of an entry; at -1, the one after the newest. */
  runAt: (index: number) => Run
  /** Whether there are no older ones. */
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

/** The number of the newest run that is older than those of a page. */
function numberBefore(nextKey: string | null | undefined, isOldestFirst: boolean): number | null {
  if (nextKey === null) return 0
  // A page that goes up ends before the newest runs: not what is asked for.
  const position = nextKey === undefined || isOldestFirst ? undefined : positionOf(nextKey)
  return position === undefined || position > Number.MAX_SAFE_INTEGER ? null : Number(position)
}
