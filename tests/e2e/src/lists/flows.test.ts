import type { Page } from '@playwright/test'
import { expect, start, test } from '../explorer.js'

const many = Array.from({ length: 3_000 }, (_, index) => ({ label: `Flow number ${3_000 - index}` }))

test('lists all flows, newest first, and renders only the rows on the screen', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: many }))
  await expect(page.getByTestId('flows-found')).toHaveText('3,000 flows')
  await expect(page.getByTestId('flow-row').first()).toHaveAttribute('data-id', '3000')
  expect(await page.getByTestId('flow-row').count()).toBeLessThan(50)
  await page.keyboard.press('End')
  await expect(page.getByTestId('flow-row').last()).toHaveAttribute('data-id', '1')
  await expect(page.getByTestId('flow-row').last()).toBeInViewport()
  expect(await page.getByTestId('flow-row').count()).toBeLessThan(50)
  await expect(page.getByTestId('flow-row').last()).toHaveAttribute('aria-rowindex', '3001')
})

test('requests histories only for the rows on the screen', async ({ page, open, startNode }) => {
  // The node sends these in one page, so the rows do not move while they arrive.
  const node = await startNode({ flows: many.slice(0, 100) })
  await open(node)
  await expect(page.getByTestId('flow-row-health').first()).toContainText('Will stop')
  expect(node.lcd.requests.filter(({ query }) => query === 'flowHistory').length).toBeLessThan(50)
})

test('loads older runs without duplicates, and does not change the figures', async ({ page, open, startNode }) => {
  const hour = 3_600_000
  const history = Array.from({ length: 120 }, (_, index) => {
    const time = new Date(start - (120 - index) * hour).toISOString()
    return { scheduledExecTime: time, actualExecTime: time }
  })
  await open(await startNode({ flows: [{}], history: { 1: history } }), '/flows/1')
  await expect(page.getByTestId('runs-total')).toHaveText('120')
  await expect(page.getByTestId('runs-picture')).toContainText('Last 50 runs')
  const fees = await page.getByTestId('figure-fees').textContent()
  await page.getByTestId('all-runs').click()
  for (const loaded of [50, 100]) {
    await expect(page.getByTestId('history-row')).toHaveCount(loaded)
    await page.getByTestId('load-more').click()
  }
  await expect(page.getByTestId('history-row')).toHaveCount(120)
  await expect(page.getByTestId('load-more')).toHaveCount(0)
  const numbers = await page
    .getByTestId('history-row')
    .evaluateAll(rows => rows.map(row => Number(row.getAttribute('data-number'))))
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  await expect(page.getByTestId('figure-fees')).toHaveText(`${fees}`)
  await expect(page.getByTestId('runs-picture')).toContainText('Last 50 runs')
})

test('prints all rows of a long list, and restores its scroll position after going back', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ flows: Array.from({ length: 300 }, () => ({})) }))
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  const rows = page.getByTestId('flow-row')
  expect(await rows.count()).toBeLessThan(50)
  const printed = await page.evaluate(async () => {
    dispatchEvent(new Event('beforeprint'))
    // The browser captures the page after the handlers and their microtasks.
    await Promise.resolve()
    return document.querySelectorAll('[data-testid=flow-row]').length
  })
  expect(printed).toBe(300)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => rows.count()).toBeLessThan(50)

  await page.evaluate(() => scrollTo(0, 10_000))
  const row = page.locator('[data-testid=flow-row][data-id="146"]')
  await expect(row).toBeInViewport()
  await expect(page.locator('.flows .bone')).toHaveCount(0)
  const before = await page.evaluate(() => scrollY)
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(before)

  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toBeVisible()
  await pauseComputations(page)
  await page.goBack()
  await expect(row).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

/** Lets computations over many flows pause after each step, as on a slow machine with a large chain. */
function pauseComputations(page: Page): Promise<void> {
  return page.evaluate(() => {
    const now = performance.now.bind(performance)
    let calls = 0
    performance.now = () => now() + 100 * calls++
  })
}
