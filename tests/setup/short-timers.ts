// These functions run in the page, before its own scripts.

type Callback = (...values: unknown[]) => void

interface Timers {
  set: (callback: Callback, delay?: number, ...values: unknown[]) => number
  clear: (timer?: number) => void
}

/** Saves the real timers before Playwright replaces them. */
export function saveTimers(): void {
  const realTimers = {
    timeouts: { set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window) },
    frames: { set: window.requestAnimationFrame.bind(window), clear: window.cancelAnimationFrame.bind(window) },
  }
  Object.assign(window, { realTimers })
}

/** Lets animation frames and timers of less than a second fire after their real delay too, not only when a test advances the time. */
export function runShortTimers(): void {
  const tooLong = 1_000
  const { realTimers } = window as unknown as { realTimers: Record<'timeouts' | 'frames', Timers> }

  function combine(paused: Timers, real: Timers): Timers {
    const pending = new Map<number | undefined, number>()
    function clear(timer?: number): void {
      real.clear(pending.get(timer))
      pending.delete(timer)
      paused.clear(timer)
    }
    return {
      set(callback, delay, ...values) {
        if (Number(delay) >= tooLong) return paused.set(callback, delay, ...values)
        function fire(): void {
          clear(timer)
          callback(...values)
        }
        const timer = paused.set(fire, delay)
        pending.set(timer, real.set(fire, delay))
        return timer
      },
      clear,
    }
  }

  const timeouts = combine(
    { set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window) },
    realTimers.timeouts,
  )
  const frames = combine(
    {
      set: window.requestAnimationFrame.bind(window) as Timers['set'],
      clear: window.cancelAnimationFrame.bind(window) as Timers['clear'],
    },
    realTimers.frames,
  )
  Object.assign(window, {
    setTimeout: timeouts.set,
    clearTimeout: timeouts.clear,
    requestAnimationFrame: (callback: FrameRequestCallback) => frames.set(() => callback(performance.now())),
    cancelAnimationFrame: frames.clear,
  })
}
