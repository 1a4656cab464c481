/** A labeled time on an axis. */
export interface Tick {
  time: number
  text: string
}

/**
 * Returns the round times between two times, with labels in the time zone of the reader, such as `14:20`, `3 Dec`, `Nov` or `2027`.
 *
 * @param shown the duration that the whole axis shows, in milliseconds. Ticks on parts of the same axis have the same distance
 */
export function ticks(from: number, until: number, shown = until - from): Tick[] {
  const [unit, step] = distances.find(([unit, step]) => shown <= most * step * lengths[unit]) ?? largest
  const found: Tick[] = []
  const date = startOf(from, unit, step)
  while (date.getTime() <= until) {
    const time = date.getTime()
    if (time >= from) found.push({ time, text: textOf(date, unit) })
    if (unit === 'minute') date.setMinutes(date.getMinutes() + step)
    else if (unit === 'day') date.setDate(date.getDate() + step)
    else date.setMonth(date.getMonth() + step)
  }
  return found
}

type Unit = 'minute' | 'day' | 'month'

/** The maximum number of intervals. More labels would overlap on a phone. */
const most = 5

const minute = 60_000
const lengths: Readonly<Record<Unit, number>> = { minute, day: 1_440 * minute, month: 30.4 * 1_440 * minute }

const distances: readonly (readonly [Unit, number])[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map(step => ['minute', step] as const),
  ...[1, 2, 7, 14].map(step => ['day', step] as const),
  ...[1, 3, 6, 12, 24, 60, 120].map(step => ['month', step] as const),
]
const largest = ['month', 1_200] as const

function startOf(time: number, unit: Unit, step: number): Date {
  const date = new Date(time)
  date.setHours(unit === 'minute' ? date.getHours() : 0, 0, 0, 0)
  if (unit === 'minute' && step > 60) date.setHours(0)
  const sinceYear0 = date.getFullYear() * 12 + date.getMonth()
  if (unit === 'month') date.setFullYear(0, Math.floor(sinceYear0 / step) * step, 1)
  return date
}

function textOf(date: Date, unit: Unit): string {
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  if (unit === 'minute' && !isMidnight) return minutes.format(date)
  if (unit !== 'month') return days.format(date)
  return date.getMonth() === 0 ? `${date.getFullYear()}` : months.format(date)
}

const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const months = new Intl.DateTimeFormat('en-GB', { month: 'short' })
