/** The longest that a timer can wait. */
const longest = 2 ** 31 - 1

/** Calls `poll` from time to time while the page is visible, and when it is again after it was due. */
export function createPolling(poll: () => void): { every: (milliseconds: number) => void; stop: () => void } {
  const page = globalThis.document
  let interval = Number.POSITIVE_INFINITY
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (interval === Number.POSITIVE_INFINITY || page?.hidden) return
    const due = last + interval - Date.now()
    timer = setTimeout(
      () => {
        last = Date.now()
        poll()
        schedule()
      },
      Math.min(Math.max(due, 0), longest),
    )
  }

  page?.addEventListener('visibilitychange', schedule)
  return {
    /** Infinity is never. The first time is one interval from now. */
    every(milliseconds) {
      if (interval === Number.POSITIVE_INFINITY) last = Date.now()
      interval = milliseconds
      schedule()
    },
    stop() {
      clearTimeout(timer)
      page?.removeEventListener('visibilitychange', schedule)
    },
  }
}
