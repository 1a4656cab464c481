import { useMemo, useState } from 'react'
import { useReading } from '../states/use-reading'

interface StillArgs<Row> {
  /** The current rows. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
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
export function useStill<Row>({ rows, keyOf, isSorted, round }: StillArgs<Row>) {
  const [shown, setShown] = useState<readonly Row[] | null>(null)
  const [shownRound, setShownRound] = useState<unknown>()
  const { isReading, handlers } = useReading()
  const update = () => {
    setShown(rows)
    setShownRound(round)
  }
  if (isSorted && round !== shownRound && (shown === null || !isReading)) update()

  const current = useMemo(() => new Map(rows.map(row => [keyOf(row), row])), [rows, keyOf])
  return {
    /** Null until the rows are sorted for the first time. */
    shown: useMemo(() => shown?.map(row => current.get(keyOf(row)) ?? row) ?? null, [shown, current, keyOf]),
    changes: useMemo(() => (shown ? countChanges(shown.map(keyOf), rows.map(keyOf)) : 0), [shown, rows, keyOf]),
    update,
    /** The event handlers of the element that contains the rows. */
    handlers,
  }
}

/** Returns the number of keys that were added or removed. */
function countChanges(before: readonly string[], after: readonly string[]): number {
  const [known, next] = [new Set(before), new Set(after)]
  return before.filter(key => !next.has(key)).length + after.filter(key => !known.has(key)).length
}
