import type { Flow } from '@flow-query/core'
import { useMemo, useState } from 'react'
import { useReading } from '../browser/use-reading'

interface StableRowsArgs<Row> {
  /** The current rows. */
  rows: readonly Row[]
  /** Whether the rows are sorted, so that they can be shown. */
  isSorted: boolean
  /** When it changes, the rows are replaced once. */
  round: unknown
}

/**
 * Keeps the rows of a list where they are, so that a visitor can read and click them. The content of each row stays current.
 *
 * Rows that are added or removed later are only counted, and `update` shows them. A change of the order alone isn't counted, because
 * each run can change it.
 */
export function useStableRows<Row extends { flow: Flow }>({ rows, isSorted, round }: StableRowsArgs<Row>) {
  const [shown, setShown] = useState<readonly Row[] | null>(null)
  const [shownRound, setShownRound] = useState<unknown>()
  const { isReading, handlers } = useReading()
  const update = () => {
    setShown(rows)
    setShownRound(round)
  }
  const isOutdated = isSorted && round !== shownRound
  if (isOutdated && (shown === null || !isReading)) update()

  const current = useMemo(() => new Map(rows.map(row => [row.flow.id, row])), [rows])
  return {
    /** The rows as they were when their places were chosen. */
    snapshot: shown,
    /** The rows with their current content. Null until the rows are sorted for the first time. */
    shown: useMemo(() => shown?.map(row => current.get(row.flow.id) ?? row) ?? null, [shown, current]),
    /** The round in which the places of the rows were chosen. */
    shownRound,
    /** Whether the rows will be replaced when the visitor stops reading them. */
    isOutdated,
    changes: useMemo(() => (shown ? countChanges(shown, rows) : 0), [shown, rows]),
    update,
    /** The event handlers of the element that contains the rows. */
    handlers,
  }
}

/** Returns the number of flows that were added or removed. */
function countChanges(before: readonly { flow: Flow }[], after: readonly { flow: Flow }[]): number {
  const idsOf = (rows: readonly { flow: Flow }[]) => new Set(rows.map(({ flow }) => flow.id))
  const [known, next] = [idsOf(before), idsOf(after)]
  return before.filter(({ flow }) => !next.has(flow.id)).length + after.filter(({ flow }) => !known.has(flow.id)).length
}
