import { expect, type Node, test } from '../explorer.js'
import { bob, ids, sample } from '../sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

test('the page of a failing flow starts with the explanation and a link to the failed run', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(node, `/flows/${ids.interchain}`)
  const verdict = page.getByTestId('verdict')
  await expect(verdict).toHaveAttribute('data-health', 'failing')
  await expect(verdict).toContainText('Failing')
  await expect(verdict.getByTestId('help')).not.toBeEmpty()
  await expect(page.getByTestId('view-run')).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('view-run')).toHaveText('View run 10')
  await page.getByTestId('view-run').click()
  await expect(page.getByTestId('history-detail')).toBeInViewport()
})

test('the overview shows failing flows, upcoming runs, recent runs and owners', async ({ page, open }) => {
  await open(node, '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('burnt')).toContainText('INTO')
  await expect(page.getByTestId('attention').getByTestId('flow-line')).toHaveAttribute('data-id', ids.interchain)
  await expect(page.getByTestId('attention-count')).toHaveText('1')
  await expect(page.getByTestId('attention-checked')).toHaveText('All 10 started flows checked')
  await expect(page.getByTestId('upcoming').getByTestId('upcoming-run')).toHaveCount(10)
  await expect(page.getByTestId('newest-outcome').first()).toBeVisible()
  await expect(page.getByTestId('owners')).toContainText(bob.slice(-6))
  await page.getByTestId('count-stopped').click()
  await expect(page).toHaveURL(/\/flows\?status=stopped$/)
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
})

test('shows a notification when a flow on the page fails', async ({ page, startNode }) => {
  const failing = await startNode({
    flows: [{ label: 'Pay rent' }],
    history: { 1: [{}] },
    behave: () => ({ outcome: 'failed', error: 'balance too low to deduct expected fee' }),
  })
  const url = encodeURIComponent(failing.url)
  await page.goto(`/flows?lcd=${url}&rpc=${url}`)
  await expect(page.getByTestId('flow-row-health')).toContainText('Healthy')
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
  failing.lcd.execute(1)
  await expect(page.getByTestId('toast')).toContainText('Pay rent')
  await expect(page.getByTestId('flow-row-health')).toContainText('Failing')
})
