import { address } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, listedIds, type Node, openLive, start, test } from '../explorer.js'

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
  await expect(page.getByTestId('flows-found')).toHaveText(/^1 failure until \d\d:\d\d · \d+ of 120 flows checked/)

  await page.getByTestId('nav-overview').click()
  await page.getByTestId('check-more').click()
  await expect.poll(() => failures(page)).toEqual(['118', '21'])
  await expect(page.getByTestId('attention-checked')).toHaveText('All flows checked')
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
  await page.getByTestId('show-changes').click()
  await expect(page.getByTestId('flow-line')).toHaveAttribute('data-id', '120')
})

/**
 * Opens a page and returns the number of round trips until it shows a verdict, and the maximum number of requests that waited at once. The
 * node answers all waiting requests at once, and only when the page can't continue without them. After the verdict, requests wait until
 * `answerAll` is called.
 */
async function roundsUntilVerdict(page: Page, node: Node, openPage: () => Promise<void>) {
  const waiting: (() => void)[] = []
  let [rounds, mostWaiting] = [0, 0]
  await page.route(`${node.url}/**`, async route => {
    await new Promise<void>(resolve => waiting.push(resolve))
    await route.continue()
  })
  await openPage()
  const verdicts = page.locator('main [data-health]')
  await expect(async () => {
    const count = waiting.length
    await page.waitForTimeout(200)
    expect(waiting.length).toBe(count)
    mostWaiting = Math.max(mostWaiting, count)
    if (count > 0 && (await verdicts.count()) === 0) {
      rounds++
      for (const answer of waiting.splice(0)) answer()
    }
    expect(await verdicts.count()).toBeGreaterThan(0)
  }).toPass()
  const answerAll = async () => {
    for (const answer of waiting.splice(0)) answer()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return { rounds, mostWaiting, answerAll }
}

const failed = [{ executed: false, errors: ['insufficient funds'] }]

test('the overview shows the first problem after three round trips, and sends few requests at once', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startWith(startNode, [], { 120: failed })
  const { rounds, mostWaiting, answerAll } = await roundsUntilVerdict(page, node, () => open(node, '/'))
  expect(rounds).toBeLessThanOrEqual(3)
  expect(mostWaiting).toBeLessThanOrEqual(10)
  await answerAll()
})

test('the overview shows a flow that stopped after three round trips', async ({ page, open, startNode }) => {
  const stopped = { execTime: new Date(start - minute).toISOString(), endTime: new Date(start + minute).toISOString() }
  const node = await startNode({ flows: [...flows, stopped], history: { 121: failed } })
  const { rounds, answerAll } = await roundsUntilVerdict(page, node, () => open(node, '/'))
  expect(rounds).toBeLessThanOrEqual(3)
  await answerAll()
})

const owner = address('owner')

/** Starts a node with some flows of one owner, who can pay for them. */
async function startWithOwner(
  startNode: (options: object) => Promise<Node>,
  count: number,
  history: object,
): Promise<Node> {
  const node = await startNode({ flows: flows.slice(0, count).map(flow => ({ ...flow, owner })), history })
  node.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '90000000000' }]
  return node
}

test('an owner’s page shows the first verdict after three round trips, before most flows are checked', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startWithOwner(startNode, 60, { 60: failed })
  const { rounds, mostWaiting, answerAll } = await roundsUntilVerdict(page, node, () => open(node, `/owners/${owner}`))
  expect(rounds).toBeLessThanOrEqual(3)
  expect(mostWaiting).toBeLessThanOrEqual(10)
  await expect(page.getByTestId('owner-title')).toHaveText(/so far$/)
  await expect(page.getByTestId('flow-row').first()).toHaveAttribute('data-id', '60')
  await expect(page.getByTestId('owner-checked')).toHaveText('6 of 60 flows checked')
  await answerAll()
  await expect(page.getByTestId('owner-checked')).toHaveText('All flows checked')
})

test('an owner’s flows are sorted once all are checked, but not while a visitor reads them', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startWithOwner(startNode, 8, { 3: failed })
  let answer = () => {}
  const isReading = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(`${node.url}/**/flow-history/**`, async route => {
    await isReading
    await route.continue()
  })
  await open(node, `/owners/${owner}`)
  const soonestFirst = ['8', '7', '6', '5', '4', '3', '2', '1']
  await expect.poll(() => listedIds(page)).toEqual(soonestFirst)
  await page.getByTestId('flow-row').nth(4).hover()
  answer()
  await expect(page.getByTestId('owner-title')).toHaveText('1 of 8 flows needs attention')
  await expect(page.getByTestId('sort-worst')).toBeVisible()
  expect(await listedIds(page)).toEqual(soonestFirst)
  await page.getByTestId('owner-title').hover()
  await expect.poll(() => listedIds(page)).toEqual(['3', ...soonestFirst.filter(id => id !== '3')])
  await expect(page.getByTestId('sort-worst')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
