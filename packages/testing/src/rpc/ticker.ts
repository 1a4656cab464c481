import { watchClock } from '../chain/time.js'

/** Half of the time between two blocks, in milliseconds. */
const OFTEN = 250

export interface Ticker {
  /** Calls `onTick` now and then, until the returned function is called. */
  start: (onTick: () => void) => () => void
  /** The clock was moved on. */
  tick: () => void
}

/** With a clock that is moved by hand (`createClock`) it ticks whenever that is moved; with any other on a timer. */
export function createTicker(clock: () => number): Ticker {
  const listeners = new Set<() => void>()
  let stop: (() => void) | null = null

  function tick(): void {
    for (const onTick of listeners) onTick()
  }

  function onTimer(): () => void {
    const timer = setInterval(tick, OFTEN)
    return () => clearInterval(timer)
  }

  return {
    tick,
    start(onTick) {
      listeners.add(onTick)
      stop ??= watchClock(clock, tick) ?? onTimer()
      return () => {
        listeners.delete(onTick)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}
