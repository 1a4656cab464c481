import { watchClock } from '../chain/time.js'

/** Half of the time between two blocks, in milliseconds. */
const OFTEN = 250

export interface Pulse {
  /** Looks now and then, until the returned function is called. */
  start: (look: () => void) => () => void
  /** The clock was moved on. */
  beat: () => void
}

/** With a clock that is moved by hand (`createClock`) whenever it is moved; with any other on a timer. */
export function createPulse(clock: () => number): Pulse {
  const looks = new Set<() => void>()
  let stop: (() => void) | null = null

  function beat(): void {
    for (const look of looks) look()
  }

  function onTimer(): () => void {
    const timer = setInterval(beat, OFTEN)
    return () => clearInterval(timer)
  }

  return {
    beat,
    start(look) {
      looks.add(look)
      stop ??= watchClock(clock, beat) ?? onTimer()
      return () => {
        looks.delete(look)
        if (looks.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}
