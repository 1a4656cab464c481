import type { ScaleTime } from 'd3-scale'

/** A mark of an axis, from 0 to 1. */
export interface Tick {
  place: number
  label: string
}

const hour = 3_600_000

/** About so many round times, in the reader's zone: as a clock shows them, as dates where a scale spans more than two days. */
export function clockLabels(scale: ScaleTime<number, number>, count: number): Tick[] {
  const [from = 0, until = 0] = scale.domain().map(Number)
  const length = until - from
  const format = length > 48 * hour ? days : length > 0.2 * hour ? minutes : seconds
  const times = scale.ticks(count)
  const step = Math.ceil(times.length / (count + 1))
  return times
    .filter((_, index) => index % step === 0)
    .map(time => ({ place: scale(time), label: format.format(time) }))
    .filter(({ place }) => place > edge && place < 1 - edge)
}

/** A label that is centred there would be cut off. */
const edge = 0.06

/** A time as a table has it: of today the clock, else the day as well. */
export function shortTime(time: number, now: number): string {
  return new Date(time).toDateString() === new Date(now).toDateString()
    ? seconds.format(time)
    : `${days.format(time)}, ${minutes.format(time)}`
}

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
