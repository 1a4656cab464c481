import type { ScaleTime } from 'd3-scale'

/** A label of a time axis. */
export interface Tick {
  /** A fraction of the width, from 0 to 1. */
  place: number
  label: string
}

const hour = 3_600_000

/** Returns about `count` labels with round times in the user's time zone, or with dates if the axis spans more than two days. */
export function clockLabels(scale: ScaleTime<number, number>, count: number): Tick[] {
  const [from = 0, until = 0] = scale.domain().map(Number)
  const length = until - from
  const format = length > 48 * hour ? days : length > 0.2 * hour ? minutes : seconds
  // A date would be wrong for a tick at noon, and several ticks of a day would have the same label.
  const times = scale.ticks(count).filter(time => format !== days || time.getHours() === 0)
  const step = Math.ceil(times.length / (count + 1))
  return times
    .filter((_, index) => index % step === 0)
    .map(time => ({ place: scale(time), label: format.format(time) }))
    .filter(({ place }) => place > edge && place < 1 - edge)
}

/** Labels that are closer to an end of the axis would be cut off. This is a fraction of the axis. */
const edge = 0.06

/** Formats a time for a table. The date is omitted if it is today. */
export function shortTime(time: number, now: number): string {
  return new Date(time).toDateString() === new Date(now).toDateString()
    ? seconds.format(time)
    : `${days.format(time)}, ${minutes.format(time)}`
}

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
