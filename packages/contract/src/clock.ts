import { vi } from 'vitest'

/** Awaits `work`, and advances the virtual clock until it is done. In a browser, the clock is real. */
export async function advancing<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!vi.isFakeTimers()) return work()
  const { until } = await import('../../../tests/setup/until.js')
  return until(work())
}

/** Does something, and waits until TanStack Query has notified the components. */
export function notifying(work: () => unknown): Promise<void> {
  return advancing(async () => {
    await work()
    // TanStack Query notifies components in a timeout of 0 ms. That timeout runs before this one.
    await new Promise(resolve => setTimeout(resolve))
  })
}
