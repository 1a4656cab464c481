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
async function startWith(startNode: (options: object) => Promise<Node>, poor: number[]): Promise<Node> {
  const node = await startNode({ flows })
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
  await expect(page.getByTestId('check-more')).toHaveCount(2)
  expect(node.lcd.requests.length).toBeLessThanOrEqual(125)
  expect(await failures(page)).toEqual(['118'])
  await expect(page.getByTestId('failures-count')).toHaveText(/^1 until \d\d:\d\d$/)
  await expect(page.getByTestId('attention-count')).toHaveText(/^\d so far$/)

  await page.getByTestId('failures-all').click()
  await expect(page.getByTestId('flows-found')).toHaveText(/^1 failure until \d\d:\d\d, \d+ of 120 flows checked /)

  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('check-more')).toHaveCount(2)
  await page.getByTestId('check-more').first().click()
  await expect.poll(() => failures(page)).toEqual(['118', '21'])
  await expect(page.getByTestId('failures-checked')).toHaveText('All 120 flows checked')
  await expect(page.getByTestId('failures-count')).toHaveText('2')
})

test('a flow that has just failed stays in the list, although many other flows run before its next run', async ({
  page,
  startNode,
}) => {
  const node = await startWith(startNode, [])
  await openLive(page, node, '/')
  await expect(page.getByTestId('check-more')).toHaveCount(2)
  await expect(page.getByTestId('attention-count')).toHaveCount(0)
  node.lcd.execute(120, { outcome: 'failed', error: 'out of gas' })
  await expect(page.getByTestId('attention-count')).toHaveText('1 so far')
  await page.getByTestId('attention-update').click()
  await expect(page.getByTestId('flow-line')).toHaveAttribute('data-id', '120')
})
