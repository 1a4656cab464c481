/** The clock that all parts of a page share. It ticks once per second while it has listeners. */
export interface Clock {
  /** The time of the last tick, in milliseconds since 1970. */
  now(): number
  /** Calls `listener` on each tick. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createClock(): Clock {
  const listeners = new Set<() => void>()
  let time = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait() {
    timer = setTimeout(
      () => {
        time = Date.now()
        wait()
        for (const listener of listeners) listener()
      },
      1_000 - (Date.now() % 1_000),
    )
  }

  return {
    now() {
      // The clock had no listeners, or the browser suspended the page.
      if (Math.abs(Date.now() - time) > 1_500) time = Date.now()
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
