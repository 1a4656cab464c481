import { createClock } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import type { Page } from '@playwright/test'
import { expect, listedIds, type Node, openLive, start, test } from '../explorer.js'
import { alice, feeAccountOf, ids, sample } from '../sample.js'

const pages = [
  ['the overview', '/', 'next-failure'],
  ['the flows', '/flows', 'flow-row'],
  ['a flow', `/flows/${ids.rent}`, 'history-row'],
  ['a flow with an interchain account and fees in two denoms', `/flows/${ids.interchain}`, 'history-row'],
  ['an owner', `/owners/${alice}`, 'ica-address'],
  ['the parameters', '/params', 'param-row'],
] as const

/** Records the layout shifts of a page from its start. */
async function recordShifts(page: Page): Promise<void> {
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
}

/** Returns the cumulative layout shift since the page was opened, and the elements that moved. */
function shifts(page: Page): Promise<{ sum: number; what: string[] }> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number; what: string[] } }).shifts)
}

for (const width of [1280, 360]) {
  const title = `has no layout shifts while data is loaded and refetched, at a width of ${width} px`
  test(title, { tag: width === 360 ? '@slow' : [] }, async ({ page, open, pass, startNode }) => {
    test.slow()
    await page.setViewportSize({ width, height: 800 })
    await recordShifts(page)
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

test('a run changes neither the layout of a flow’s page nor its verdict', async ({ page, pass, startNode }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await recordShifts(page)
  await page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => {
      const verdict = document.querySelector('[data-testid=verdict]')
      if (verdict) texts.add(verdict.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const node = await startNode({
    flows: [{ label: 'Drip', owner: alice, interval: '15s', execTime: new Date(start + 10_000).toISOString() }],
    history: { 1: Array.from({ length: 60 }, () => ({})) },
    latency: 100,
  })
  const rich = [{ denom: 'uinto', amount: '900000000' }]
  Object.assign(node.lcd.accounts.balances, { [alice]: rich, [feeAccountOf('1')]: rich })
  await openLive(page, node, '/flows/1')
  await expect(page.getByTestId('verdict-title')).toHaveText('Healthy')
  await expect(page.locator('.bone')).toHaveCount(0)
  const before = await shifts(page)
  await page.evaluate(() => (window as unknown as { texts: Set<string> }).texts.clear())
  for (let run = 61; run < 65; run++) {
    await pass(15_000)
    await expect(page.getByTestId('runs-total')).toHaveText(`${run}`)
  }
  const texts = await page.evaluate(() => Array.from((window as unknown as { texts: Set<string> }).texts))
  expect(texts.filter(text => !text.includes('Next run: likely to succeed'))).toEqual([])
  expect(texts).not.toEqual([])
  const moved = await shifts(page)
  expect(moved.sum - before.sum, moved.what.slice(before.what.length).join('\n')).toBeLessThan(0.005)
})

test('runs don’t move the rows of a list that is sorted by the last run', async ({ page, pass, startNode }) => {
  const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
  const node = await startNode({ flows: [25, 40, 30].map(seconds => ({ interval: '600s', execTime: at(seconds) })) })
  await recordShifts(page)
  await openLive(page, node, '/flows')
  await page.getByTestId('sort').selectOption('last')
  await expect(page.getByTestId('flow-row')).toHaveCount(3)
  const order = await listedIds(page)
  const before = await shifts(page)
  await pass(34_000)
  await expect(page.getByTestId('show-changes')).toHaveText('Show 2 changes')
  expect(await listedIds(page)).toEqual(order)
  await expect(page.locator('[data-testid=flow-row][data-id="3"]').getByTestId('flow-row-next')).toContainText(
    'in 9 min',
  )
  const moved = await shifts(page)
  expect(moved.sum - before.sum, moved.what.join('\n')).toBeLessThan(0.005)
  await page.getByTestId('show-changes').click()
  await expect.poll(() => listedIds(page)).toEqual(['3', '1', '2'])
  await expect(page.getByTestId('show-changes')).toHaveCount(0)
})

for (const width of [1280, 360]) {
  test.describe(`at a width of ${width} px`, () => {
    test.use({ nodeFails: true })

    test('the banner of an outage moves nothing, and covers nothing at the end of the page', async ({
      page,
      open,
      pass,
      startNode,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      const node = await startNode({ state: sample() })
      await open(node, '/flows')
      await expect(page.getByTestId('flow-row')).toHaveCount(11)
      await expect(page.locator('.bone')).toHaveCount(0)
      const places = () =>
        page
          .locator('h1, [data-testid=flow-row]')
          .evaluateAll(elements => elements.map(element => element.getBoundingClientRect().y))
      const before = await places()
      await node.die()
      await pass(21_000)
      const banner = page.getByTestId('stale')
      await expect(banner).toBeInViewport({ ratio: 1 })
      expect(await places()).toEqual(before)

      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const footer = await page.getByTestId('node-facts').boundingBox()
      const end = (footer?.y ?? 0) + (footer?.height ?? 0)
      await expect.poll(async () => (await banner.boundingBox())?.y).toBeGreaterThanOrEqual(end)
    })
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

test.describe(() => {
  // Some agents of the demo don't exist.
  test.use({ nodeFails: true })

  test('the page of a flow needs few requests although its owner has many flows', async ({
    page,
    inFlight,
    startNode,
  }) => {
    const node = await startNode({ lcd: createDemoLcd({ clock: createClock(start).now }) })
    for (const id of ['36', '412']) {
      await expect.poll(() => inFlight.size).toBe(0)
      const before = node.lcd.requests.length
      await openLive(page, node, `/flows/${id}`)
      await expect(page.getByTestId('history-row').first()).toBeVisible()
      await expect(page.locator('.bone')).toHaveCount(0)
      await expect.poll(() => inFlight.size).toBe(0)
      expect(node.lcd.requests.length - before, id).toBeLessThanOrEqual(25)
    }
  })
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
  // The chain has stopped, so the page doesn't say that the run is due now.
  await expect(page.getByTestId('figure-next')).toContainText('13:00:05')
  await expect.poll(() => Math.max(...requestCounts(node, before))).toBeGreaterThanOrEqual(3)
  expect(Math.max(...requestCounts(node, before))).toBeLessThanOrEqual(12)
})
