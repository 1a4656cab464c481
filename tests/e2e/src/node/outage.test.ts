import { expect, test } from '../explorer.js'
import { ids, sample } from '../sample.js'

test.use({ nodeFails: true })

for (const [what, path, shown, recovery] of [
  ['the flows', '/flows', 'flow-row', 'refetch'],
  ['a flow', `/flows/${ids.interchain}`, 'strip-mark', 'retry button'],
] as const) {
  const title = `${what}: if the node goes offline, the data stays and is marked as stale until a ${recovery} succeeds`
  test(title, { tag: path === '/flows' ? '@gateway' : [] }, async ({ page, open, startNode, pass }) => {
    const node = await startNode({ state: sample() })
    await open(node, path)
    await expect(page.getByTestId(shown)).toHaveCount(11)
    await pass(1_000)
    await expect(page.locator('.flows .bone')).toHaveCount(0)
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'ok')
    await expect(page.getByTestId('stale')).toHaveCount(0)

    if (path !== '/flows') await expect(page.getByTestId('timeline-now')).toBeVisible()

    await node.die()
    await pass(21_000)
    await expect(page.getByTestId('stale')).toHaveAttribute('data-kind', 'network')
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'failing')
    await expect(page.getByTestId(shown)).toHaveCount(11)
    if (path === '/flows') {
      const row = page.locator(`[data-testid=flow-row][data-id="${ids.rent}"]`)
      await expect(row.getByTestId('flow-row-health')).toContainText(/ \(at \d\d:\d\d\)$/)
      await expect(row.getByTestId('flow-row-next').locator('[aria-hidden]')).toHaveText(/^(\d+ \w+, )?\d\d:\d\d/)
    } else {
      await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'unknown')
      await expect(page.getByTestId('verdict-second')).toContainText('may have run since then')
      await expect(page.getByTestId('timeline-now')).toHaveCount(0)
      await expect(page.getByTestId('money-now')).toHaveCount(0)
    }
    await pass(60_000)
    await expect(page.getByTestId('stale')).toContainText(/1 min ago/)
    await expect(page.getByTestId(shown)).toHaveCount(11)

    if (recovery === 'refetch') {
      await node.revive()
      await pass(21_000)
    } else {
      await node.revive()
      await page.getByTestId('stale-retry').click()
    }
    await expect(page.getByTestId('stale')).toHaveCount(0)
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'ok')
    await expect(page.getByTestId(shown)).toHaveCount(11)
  })
}

test('while the node is offline, new pages show an error and visited pages show cached data, also if their code can’t be loaded', async ({
  page,
  context,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  // Otherwise, the forecasts of the flows may load the parameters before the node stops.
  node.lcd.fail({ query: 'params', refuse: true })
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await node.die()
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'network')
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await context.setOffline(true)
  await page.getByTestId('api-open').click()
  await page.getByTestId('part-failure').getByRole('button').click()
  await page.getByTestId('nav-agents').click()
  await expect(page.getByTestId('crash')).toContainText('This page couldn’t be loaded')
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})

test('a page that opens while the node is offline shows an error and no banner, until a retry succeeds', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  await node.die()
  await open(node)
  await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'network')
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'failing')
  await expect(page.getByTestId('stale')).toHaveCount(0)
  await node.revive()
  await page.getByTestId('retry').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})
