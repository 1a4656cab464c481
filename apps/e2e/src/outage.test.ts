import { expect, test } from './explorer.js'
import { ids, sample } from './sample.js'

test.use({ nodeFails: true })

for (const [what, path, shown, count] of [
  ['the flows', '/flows', 'flow-row', 11],
  ['a flow', `/flows/${ids.interchain}`, 'history-row', 11],
] as const) {
  test(`${what}: if the node goes offline, the data stays and is marked as stale until the node is back`, async ({
    page,
    open,
    startNode,
    pass,
  }) => {
    const node = await startNode({ state: sample() })
    await page.clock.install()
    await open(node, path)
    await expect(page.getByTestId(shown)).toHaveCount(count)
    await pass(node, 1_000)
    await expect(page.locator('.flows .bone')).toHaveCount(0)
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'ok')
    await expect(page.getByTestId('stale')).toHaveCount(0)

    await node.die()
    await pass(node, 21_000)
    await expect(page.getByTestId('stale')).toHaveAttribute('data-kind', 'network')
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'failing')
    await expect(page.getByTestId(shown)).toHaveCount(count)
    await pass(node, 60_000)
    await expect(page.getByTestId('stale')).toContainText(/1 min ago/)
    await expect(page.getByTestId(shown)).toHaveCount(count)

    await node.revive()
    await pass(node, 21_000)
    await expect(page.getByTestId('stale')).toHaveCount(0)
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'ok')
    await expect(page.getByTestId(shown)).toHaveCount(count)
  })
}

test('the stale banner has a retry button', async ({ page, open, startNode, pass }) => {
  const node = await startNode({ state: sample() })
  await page.clock.install()
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await pass(node, 1_000)
  await expect(page.locator('.flows .bone')).toHaveCount(0)
  await node.die()
  await pass(node, 21_000)
  await expect(page.getByTestId('stale')).toBeVisible()
  await node.revive()
  await page.getByTestId('stale-retry').click()
  await expect(page.getByTestId('stale')).toHaveCount(0)
})

test('while the node is offline, new pages show an error and visited pages show cached data', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await node.die()
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'network')
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})
