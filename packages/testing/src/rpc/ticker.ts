import { watchClock } from '../chain/blocks/time.js'

/** Half a block's duration, in milliseconds. */
const tickInterval = 250

export interface Ticker {
  start: (onTick: () => void) => () => void
  tick: () => void
}

/** With a `createClock` clock, it ticks whenever the clock moves. With any other clock, it uses a timer. */
export function createTicker(clock: () => number): Ticker {
  const listeners = new Set<() => void>()
  let stop: (() => void) | null = null

  function tick(): void {
    for (const onTick of listeners) onTick()
  }

  function onTimer(): () => void {
    const timer = setInterval(tick, tickInterval)
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
