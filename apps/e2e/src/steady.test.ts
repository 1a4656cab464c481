import { createClock } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, test } from './explorer.js'
import { alice, ids, sample } from './sample.js'

const pages = [
  ['the flows', '/flows', 'flow-row'],
  ['a flow', `/flows/${ids.rent}`, 'history-row'],
  ['a flow with an interchain account and fees in two denoms', `/flows/${ids.interchain}`, 'history-row'],
  ['an owner', `/owners/${alice}`, 'ica-address'],
  ['the parameters', '/params', 'param-row'],
] as const

/** What moved by itself on a page since it was opened, as the browser sums it up, and what it was. */
function shifts(page: Page): Promise<{ sum: number; what: string[] }> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number; what: string[] } }).shifts)
}

for (const width of [1280, 360]) {
  test(`at ${width} px nothing jumps while data come in and are renewed`, async ({ page, open, pass, startNode }) => {
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
    await page.clock.install()
    // What is asked after another answer comes in later than that, so that each step is painted.
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
        await pass(node, 21_000)
        await expect.poll(() => node.lcd.requests.length).toBeGreaterThan(before)
        await expect(page.getByTestId('live-mark')).toContainText(/now|[0-3] s ago/)
        const moved = await shifts(page)
        expect.soft(moved.sum, [what, ...moved.what].join('\n')).toBeLessThan(0.02)
      })
    }
  })
}

test('a page that nobody touches asks now and then, not all the time', async ({ page, open, pass, startNode }) => {
  test.slow()
  const node = await startNode({ state: sample() })
  await page.clock.install()
  for (const [what, path, shown] of pages) {
    await test.step(what, async () => {
      const first = node.lcd.requests.length
      await open(node, path)
      await expect(page.getByTestId(shown).first()).toBeVisible()
      const before = node.lcd.requests.length
      // Of each flow on the screen its newest runs, besides what the page itself asks.
      expect(before - first).toBeLessThanOrEqual(20)
      for (let seconds = 0; seconds < 60; seconds++) await pass(node, 1_000)
      const inAMinute = node.lcd.requests.length - before
      expect(inAMinute).toBeGreaterThan(0)
      expect(inAMinute).toBeLessThanOrEqual(path === '/params' ? 12 : 60)
    })
  }
})

test('a node that is down is not stormed with requests', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await page.clock.install()
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  node.lcd.fail({ hang: true })
  const before = node.lcd.requests.length
  for (let seconds = 0; seconds < 60; seconds++) await page.clock.fastForward(1_000)
  expect(node.lcd.requests.length - before).toBeLessThanOrEqual(60)
})

test('a flow that is due but does not run is asked about every few seconds', async ({ page, open, startNode }) => {
  const { now } = createClock(Date.now())
  const node = await startNode({ flows: [{ execTime: new Date(now() + 5_000).toISOString() }], clock: now })
  await page.clock.install()
  await open(node, '/flows/1')
  await expect(page.getByTestId('flow-title')).toBeVisible()
  const before = node.lcd.requests.length
  for (let seconds = 0; seconds < 60; seconds++) await page.clock.fastForward(1_000)
  await expect(page.getByTestId('figure-next')).toContainText(/due now/)
  expect(node.lcd.requests.length - before).toBeLessThanOrEqual(100)
})
