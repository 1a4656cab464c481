import { toDate } from '@flow-query/core'
import { formatRelativeTime, formatTime } from '@flow-query/format'
import { useOldDataTime } from './data-age'
import { shortTime } from './short-time'
import { useChainNow } from './use-chain-time'

interface TimeProps {
  time: string
  /** Formats the time. By default, it is relative to now. */
  select?: (time: number, now: number) => string
  /** Whether the result of `select` doesn't depend on now. */
  isAbsolute?: boolean
  /** Whether to show the absolute time too. */
  both?: boolean
}

/**
 * A time relative to now. The absolute time is shown on hover and read by screen readers. It replaces the relative time while the data
 * is old, because a run that is planned in the data can be over.
 */
export function Time({ time, select = formatRelativeTime, isAbsolute = false, both = false }: TimeProps) {
  const date = toDate(time)
  const isOld = useOldDataTime() !== null && !isAbsolute
  const text = useChainNow(now => (date ? (isOld ? shortTime : select)(date.getTime(), now) : '—'))
  if (!date) return text
  return (
    <time dateTime={date.toISOString()} title={formatTime(date)}>
      <span aria-hidden="true">{text}</span>
      <span className={both ? 'absolute' : 'sr'}>{formatTime(date)}</span>
    </time>
  )
}
