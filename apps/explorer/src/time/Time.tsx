import { toDate } from '@flow-query/core'
import { formatRelativeTime, formatTime } from '@flow-query/format'
import { useChainNow } from './use-chain-time'

interface TimeProps {
  time: string
  /** Formats the time. By default, it is relative to now. */
  select?: (time: number, now: number) => string
  /** Whether to show the absolute time too. */
  both?: boolean
}

/** A time relative to now. The absolute time is shown on hover and read by screen readers. */
export function Time({ time, select = formatRelativeTime, both = false }: TimeProps) {
  const date = toDate(time)
  const text = useChainNow(now => (date ? select(date.getTime(), now) : '—'))
  if (!date) return text
  return (
    <time dateTime={date.toISOString()} title={formatTime(date)}>
      <span aria-hidden="true">{text}</span>
      <span className={both ? 'absolute' : 'sr'}>{formatTime(date)}</span>
    </time>
  )
}
