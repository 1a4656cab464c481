import { type Tick, ticks } from './ticks'

/** The places of events on a time axis, between 0 and 1. */
export interface TimeScale {
  /** The distance between the two nearest events. */
  slot: number
  ticks: Tick[]
  /** The places of gaps that are shown shorter than they are, and their durations. */
  breaks: { at: number; duration: number }[]
  place: (time: number) => number
}

/** Longer and shorter gaps would hide all other events, so they are shown with these parts of the usual gap. */
const [longest, shortest] = [3, 0.5]

/** Creates a scale for events, such as the runs of a flow. */
export function timeScale(events: readonly number[]): TimeScale {
  const times = [...events].sort((one, other) => one - other)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const usual = median(gaps.filter(gap => gap > 0))
  const shown = gaps.map(gap => Math.min(longest * usual, Math.max(shortest * usual, gap)))
  const total = shown.reduce((sum, gap) => sum + gap, 0)
  // The first and the last event need half a slot at the edges.
  const least = Math.min(...shown, total || 1)
  const whole = total + least
  const places = [least / 2 / whole]
  for (const gap of shown) places.push((places.at(-1) ?? 0) + gap / whole)
  const breakIndexes = gaps.flatMap((gap, index) => (gap > longest * usual ? [index] : []))

  function place(time: number): number {
    const after = times.findIndex(other => other >= time)
    const [first = 0.5] = places
    if (after === 0) return first
    if (after < 0) return places.at(-1) ?? first
    const [from = 0, until = 0] = times.slice(after - 1, after + 1)
    const [start = 0, end = 0] = places.slice(after - 1, after + 1)
    return start + ((end - start) * (time - from)) / Math.max(1, until - from)
  }

  const ends = [...breakIndexes, gaps.length]
  const stretches = ends.map((end, index) => [times[(ends[index - 1] ?? -1) + 1] ?? 0, times[end] ?? 0] as const)
  return {
    slot: least / whole,
    ticks: spread(
      stretches.flatMap(([from, until]) => ticks(from, until, total || 1)),
      place,
    ),
    breaks: breakIndexes.map(index => ({
      at: ((places[index] ?? 0) + (places[index + 1] ?? 0)) / 2,
      duration: gaps[index] ?? 0,
    })),
    place,
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 1
}

/** The least distance of two labels, which would overlap on a phone. */
const labelWidth = 0.17

function spread(all: readonly Tick[], place: TimeScale['place']): Tick[] {
  let last = -1
  return all.filter(({ time }) => {
    const at = place(time)
    if (at - last < labelWidth) return false
    last = at
    return true
  })
}
