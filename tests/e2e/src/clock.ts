import { expect, type Page } from '@playwright/test'

/**
 * Installs a clock on a page that isn't open yet. The page's time starts now, and passes only when the test advances it. Otherwise, a
 * page that polls would send more requests on a busy machine.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now - 60_000 })
  await page.clock.pauseAt(now)
}

/** Waits until a page whose time is paused has a value. The time advances slowly, so the page doesn't refetch its data. */
export async function waitPaused<T>(page: Page, read: () => Promise<T>, expected: T): Promise<void> {
  const advanceAndRead = async () => {
    await page.clock.runFor(10)
    return read()
  }
  await expect.poll(advanceAndRead, { intervals: [100] }).toEqual(expected)
}
