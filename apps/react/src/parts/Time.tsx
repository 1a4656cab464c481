import { toDate } from '@flow-query/core'
import { formatRelativeTime, formatTime } from '@flow-query/words'
import { useClock } from '../hooks'

interface TimeProps {
  time: string
  /** What to show instead of the time relative to now. */
  select?: (time: number, now: number) => string
  /** Shows the absolute time as well. */
  both?: boolean
}

/** A node's time relative to now; absolute on hover and to screen readers. */
export function Time({ time, select = formatRelativeTime, both = false }: TimeProps) {
  const date = toDate(time)
  const text = useClock(now => (date ? select(date.getTime(), now) : '—'))
  if (!date) return text
  return (
    <time dateTime={date.toISOString()} title={formatTime(date)}>
      <span aria-hidden="true">{text}</span>
      <span className={both ? 'absolute' : 'sr'}>{formatTime(date)}</span>
    </time>
  )
}
