/** One time for the whole page: it moves once a second, and only while something listens. */
export interface Clock {
  /** Milliseconds since 1970, the same between two ticks. */
  now(): number
  /** Calls `listener` on each tick; the answer ends it. */
  subscribe(listener: () => void): () => void
}

export function createClock(current: () => number = Date.now): Clock {
  const listeners = new Set<() => void>()
  let time = current()
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait() {
    timer = setTimeout(
      () => {
        time = current()
        wait()
        for (const listener of listeners) listener()
      },
      1_000 - (current() % 1_000),
    )
  }

  return {
    now() {
      // Nobody listened, or the page slept.
      if (Math.abs(current() - time) > 1_500) time = current()
      return time
    },
    subscribe(listener) {
      listeners.add(listener)
      if (!timer) wait()
      return () => {
        listeners.delete(listener)
        if (listeners.size) return
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

export const clock = createClock()
