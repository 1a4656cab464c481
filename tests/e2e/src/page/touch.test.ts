import { expect, test } from '../explorer.js'
import { sample } from '../sample.js'

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

test('works with touch', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node, '/flows?q=osmosis')
  await page.locator('[data-testid=flow-row][data-id="2"]').tap({ position: { x: 40, y: 60 } })
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await page.getByTestId('all-runs').tap()
  await page.locator('[data-testid=history-row][data-number="2"]').tap()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await page.getByTestId('nav-params').tap()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.getByTestId('theme-toggle').tap()
  await page.getByTestId('endpoint-open').tap()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
})
