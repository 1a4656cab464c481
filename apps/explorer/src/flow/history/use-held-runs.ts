import { useState } from 'react'
import { useReading } from '../../browser/use-reading'
import type { Execution } from '../../runs/executions'

/** Holds back new runs while a visitor reads the list, so that its rows don't move. */
export function useHeldRuns(runs: readonly Execution[], isOpen: boolean) {
  const newest = runs[0]?.number ?? 0
  const [shownUntil, setShownUntil] = useState(newest)
  const { isReading, handlers } = useReading()
  const isHeld = isReading || isOpen || scrollY > 0
  if (newest > shownUntil && !isHeld) setShownUntil(newest)
  return {
    isShown: ({ number }: Execution) => number <= shownUntil,
    waiting: newest - shownUntil,
    show: () => setShownUntil(newest),
    handlers,
  }
}
