import { expect, storedFlows, test } from '../explorer.js'

test('a gateway loads a large chain automatically, and updates its stored flows after a reload', {
  tag: '@gateway',
}, async ({ page, open, startNode }) => {
  const node = await startNode({ flows: Array.from({ length: 6_000 }, () => ({})) })
  // Until the gateway has loaded the flows itself, pages load only the newest ones. On a busy machine, this takes minutes.
  test.slow()
  const status = async () => (await fetch(`${node.url}/flow-query/collection`)).status
  await expect.poll(status, { timeout: 300_000 }).toBe(200)
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('6,000 flows')
  await expect.poll(() => storedFlows(page)).toBe(6_000)
  node.lcd.updateFlow(3, { label: 'Changed before the reload' })
  node.lcd.addFlow({ label: 'Created before the reload' })
  const changes = page.waitForRequest(/\/flow-query\/collection\?.*since=/)
  await page.reload()
  await changes
  await expect(page.getByTestId('flows-found')).toHaveText('6,001 flows')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
  await page.getByTestId('filter-words').fill('before the reload')
  await expect(page.getByTestId('flows-found')).toHaveText('2 of 6,001 flows')
})
