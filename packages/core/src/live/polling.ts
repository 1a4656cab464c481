/** The longest that a timer can wait. */
const longest = 2 ** 31 - 1

export interface Polling {
  /** Milliseconds between two rounds, undefined for none; the first one is a whole interval from now. */
  every: (interval: number | undefined) => void
}

/** Calls `poll` from time to time while the page is visible, and when it is again after it was due. */
export function createPolling(poll: () => void): Polling {
  const page = globalThis.document
  let interval: number | undefined
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (interval === undefined || page?.hidden) return
    const due = Math.max(last + interval - Date.now(), 0)
    timer = setTimeout(run, Math.min(due, longest))
  }

  function run(): void {
    last = Date.now()
    poll()
    schedule()
  }

  return {
    every(next) {
      if (interval === undefined && next !== undefined) {
        last = Date.now()
        page?.addEventListener('visibilitychange', schedule)
      }
      if (next === undefined) page?.removeEventListener('visibilitychange', schedule)
      interval = next
      schedule()
    },
  }
}
