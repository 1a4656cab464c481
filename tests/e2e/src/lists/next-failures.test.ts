import { address } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, type Node, openLive, start, test } from '../explorer.js'

const minute = 60_000

/** Daily flows of different owners. One flow runs each minute, and the newest flow runs first. */
const flows = Array.from({ length: 120 }, (_, index) => ({
  owner: address(`owner ${index + 1}`),
  interval: '86400s',
  startTime: new Date(start - 86_400_000).toISOString(),
  execTime: new Date(start + (120 - index) * minute).toISOString(),
  endTime: new Date(start + 30 * 86_400_000).toISOString(),
  configuration: { walletFallback: true },
}))

/** Starts a node whose owners can pay, except for those of some flows. */
async function startWith(
  startNode: (options: object) => Promise<Node>,
  poor: number[],
  history: object = {},
): Promise<Node> {
  const node = await startNode({ flows, history })
  for (const [index, { owner }] of flows.entries())
    node.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: poor.includes(index + 1) ? '0' : '90000000' }]
  return node
}

const failures = (page: Page) =>
  page.getByTestId('next-failure').evaluateAll(rows => rows.map(row => row.getAttribute('data-id')))

test('the overview lists the next failures up to a time with few requests, and later ones after a click', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startWith(startNode, [118, 21])
  await open(node, '/')
  await expect(page.getByTestId('check-more')).toBeVisible()
  expect(node.lcd.requests.length).toBeLessThanOrEqual(125)
  expect(await failures(page)).toEqual(['118'])
  await expect(page.getByTestId('headline')).toHaveText(/^1 of \d\d checked flows will fail in 3 min/)
  await expect(page.getByTestId('group-count')).toHaveText('1 so far')

  await page.getByTestId('failures-all').click()
  await expect(page.getByTestId('flows-found')).toHaveText(/^1 failure until \d\d:\d\d, \d+ of 120 flows checked /)

  await page.getByTestId('nav-overview').click()
  await page.getByTestId('check-more').click()
  await expect.poll(() => failures(page)).toEqual(['118', '21'])
  await expect(page.getByTestId('attention-checked')).toHaveText('All 120 flows checked')
  await expect(page.getByTestId('headline')).toHaveText(/^2 flows will fail, the next in 3 min/)
})

test('a flow that has just failed stays in the list, although many other flows run before its next run', async ({
  page,
  startNode,
}) => {
  const node = await startWith(startNode, [])
  await openLive(page, node, '/')
  await expect(page.getByTestId('check-more')).toBeVisible()
  await expect(page.getByTestId('headline')).toHaveText(/^No failures expected until \d\d:\d\d$/)
  node.lcd.execute(120, { outcome: 'failed', error: 'out of gas' })
  await page.getByTestId('attention-update').click()
  await expect(page.getByTestId('flow-line')).toHaveAttribute('data-id', '120')
})

test('the first problem appears after four round trips, and few requests are sent at once', async ({
  page,
  open,
  startNode,
}) => {
  const failed = [{ executed: false, errors: ['insufficient funds'] }]
  const node = await startWith(startNode, [], { 120: failed })
  // The node answers all waiting requests at once, and only when the page can't continue without them.
  const waiting: (() => void)[] = []
  let [rounds, mostWaiting] = [0, 0]
  let isChecking = false
  await page.route(`${node.url}/**`, async route => {
    isChecking ||= route.request().url().includes('/params')
    if (isChecking) await new Promise<void>(resolve => waiting.push(resolve))
    await route.continue()
  })
  await open(node, '/')
  const problems = page.getByTestId('problems').locator('[data-id]')
  await expect(async () => {
    const count = waiting.length
    await page.waitForTimeout(200)
    expect(waiting.length).toBe(count)
    mostWaiting = Math.max(mostWaiting, count)
    if (count > 0 && (await problems.count()) === 0) {
      rounds++
      for (const answer of waiting.splice(0)) answer()
    }
    expect(await problems.count()).toBeGreaterThan(0)
  }).toPass()
  expect(rounds).toBeLessThanOrEqual(4)
  expect(mostWaiting).toBeLessThanOrEqual(10)
  for (const answer of waiting.splice(0)) answer()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
