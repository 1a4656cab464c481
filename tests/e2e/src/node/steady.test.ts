import type { Page } from '@playwright/test'
import { expect, type Node, start, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

const pages = [
  ['the overview', '/', 'next-failure'],
  ['the flows', '/flows', 'flow-row'],
  ['a flow', `/flows/${ids.rent}`, 'history-row'],
  ['a flow with an interchain account and fees in two denoms', `/flows/${ids.interchain}`, 'history-row'],
  ['an owner', `/owners/${alice}`, 'ica-address'],
  ['the parameters', '/params', 'param-row'],
] as const

/** Returns the cumulative layout shift since the page was opened, and the elements that moved. */
function shifts(page: Page): Promise<{ sum: number; what: string[] }> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number; what: string[] } }).shifts)
}

for (const width of [1280, 360]) {
  const title = `has no layout shifts while data is loaded and refetched, at a width of ${width} px`
  test(title, { tag: width === 360 ? '@slow' : [] }, async ({ page, open, pass, startNode }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => {
      const shifts = { sum: 0, what: [] as string[] }
      Object.assign(window, { shifts })
      interface LayoutShift extends PerformanceEntry {
        value: number
        hadRecentInput: boolean
        sources: readonly { node: Element | null }[]
      }
      new PerformanceObserver(list => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
          if (hadRecentInput) continue
          shifts.sum += value
          shifts.what.push(...sources.map(({ node }) => `${value.toFixed(4)} ${node?.outerHTML?.slice(0, 80)}`))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Because of the latency, requests that depend on each other finish at different times, so the browser paints each step.
    const node = await startNode({ state: sample(), latency: 100 })
    for (const [what, path, shown] of pages) {
      await test.step(what, async () => {
        const placeholders = page.getByTestId('skeleton').first().waitFor()
        await page.route(`${node.url}/**`, async route => {
          await placeholders
          await route.continue()
        })
        await open(node, path)
        await expect(page.getByTestId(shown).first()).toBeVisible()
        await expect(page.getByTestId('skeleton')).toHaveCount(0)
        await page.unroute(`${node.url}/**`)
        const before = node.lcd.requests.length
        await pass(16_000)
        expect(node.lcd.requests.length).toBeGreaterThan(before)
        await expect(page.getByTestId('live-mark')).toContainText('now')
        const moved = await shifts(page)
        expect.soft(moved.sum, [what, ...moved.what].join('\n')).toBeLessThan(0.02)
      })
    }
  })
}

/** Returns how often each URL was requested since request number `first`. */
function requestCounts({ lcd }: Node, first: number): number[] {
  const times = new Map<string, number>()
  for (const { target } of lcd.requests.slice(first)) times.set(target, (times.get(target) ?? 0) + 1)
  return [...times.values()]
}

test('an idle page refetches each query every fifteen seconds', async ({ page, open, pass, inFlight, startNode }) => {
  const node = await startNode({ state: sample() })
  // The page of a flow with an interchain account sends all requests that the page of the other flow sends.
  const requesting = pages.filter(([, path]) => path !== '/' && path !== `/flows/${ids.rent}`)
  for (const [what, path, shown] of requesting) {
    await test.step(what, async () => {
      await expect.poll(() => inFlight.size).toBe(0)
      const first = node.lcd.requests.length
      await open(node, path)
      await expect(page.getByTestId(shown).first()).toBeVisible()
      await expect(page.locator('.bone')).toHaveCount(0)
      // The page also requests the newest runs of each flow on the screen, and what their forecasts need.
      expect(node.lcd.requests.length - first).toBeLessThanOrEqual(36)
      const before = node.lcd.requests.length
      await pass(60_000)
      await expect.poll(() => Math.max(...requestCounts(node, before))).toBeGreaterThanOrEqual(3)
      expect(Math.max(...requestCounts(node, before))).toBeLessThanOrEqual(6)
    })
  }
})

test('does not flood an unresponsive node with requests', async ({ page, open, inFlight, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await expect(page.locator('.bone')).toHaveCount(0)
  await expect.poll(() => inFlight.size).toBe(0)
  node.lcd.fail({ hang: true })
  const before = node.lcd.requests.length
  await page.clock.runFor(60_000)
  await expect.poll(() => Math.max(...requestCounts(node, before))).toBeGreaterThanOrEqual(2)
  expect(Math.max(...requestCounts(node, before))).toBeLessThanOrEqual(5)
})

test('refetches a due flow with backoff while it does not run', async ({ page, open, pass, startNode }) => {
  const node = await startNode({ flows: [{ execTime: new Date(start + 5_000).toISOString() }] })
  // Only the page's time passes, so the flow never runs.
  node.isHalted = true
  await open(node, '/flows/1')
  await expect(page.getByTestId('flow-title')).toBeVisible()
  await expect(page.locator('.bone')).toHaveCount(0)
  const before = node.lcd.requests.length
  await pass(60_000)
  await expect(page.getByTestId('figure-next')).toContainText(/due now/)
  await expect.poll(() => Math.max(...requestCounts(node, before))).toBeGreaterThanOrEqual(3)
  expect(Math.max(...requestCounts(node, before))).toBeLessThanOrEqual(12)
})
