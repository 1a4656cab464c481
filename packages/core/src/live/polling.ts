const longest = 2 ** 31 - 1

export interface Polling {
  every: (interval: number | undefined) => void
}

/** While the page is hidden, an overdue poll waits until the page is visible again. */
export function createPolling(poll: () => void): Polling {
  const page = globalThis.document
  let interval: number | undefined
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    if (interval === undefined || page?.hidden) return
    const due = Math.max(last + interval - performance.now(), 0)
    timer = setTimeout(run, Math.min(due, longest))
  }

  function run(): void {
    last = performance.now()
    poll()
    schedule()
  }

  return {
    every(next) {
      if (interval === undefined && next !== undefined) {
        last = performance.now()
        page?.addEventListener('visibilitychange', schedule)
      }
      if (next === undefined) page?.removeEventListener('visibilitychange', schedule)
      interval = next
      schedule()
    },
  }
}
