import { address } from '@flow-query/testing'
import { at, expect, type Node, test } from '../explorer.js'
import { feeAccountOf, ids, nobody, sample } from '../sample.js'

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

test('the overview says what a flow is, and a flow whose next run will fail has the same verdict in all lists and on its page', async ({
  page,
  open,
}) => {
  await open(node, '/')
  await expect(page.getByRole('main')).toContainText('A flow is a transaction that the chain executes automatically')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('burnt')).toContainText('INTO')
  await expect(page.locator(`[data-testid=flow-line][data-id="${ids.interchain}"]`)).toContainText('Failing')
  await expect(page.getByTestId('attention-checked')).toHaveText('All flows checked')
  await expect(page.getByTestId('newest-outcome').first()).toBeVisible()

  const line = page.locator(`[data-testid=next-failure][data-id="${ids.scheduled}"] .health`)
  await expect(line).toHaveText(/^Will stop: [\d.]+ INTO short$/)
  const text = `${await line.textContent()}`
  await page.getByTestId('failures-all').click()
  await expect(page).toHaveURL(/health=willFail/)
  const row = page.locator(`[data-testid=flow-row][data-id="${ids.scheduled}"]`)
  await expect(row.getByTestId('flow-row-health')).toHaveText(text)
  await page.getByTestId('nav-flows').click()
  await expect(row.getByTestId('flow-row-health')).toHaveText(text)
  await row.getByTestId('flow-link').click()
  const [cause = ''] = /[\d.]+ INTO short/.exec(text) ?? []
  await expect(page.getByTestId('verdict-title')).toHaveText(`Will stop in 1 d 1 h: ${cause}`)
  await expect(page).toHaveTitle(/^Pay the gardener · Will stop · /)
  // Nothing below the verdict contradicts it.
  await expect(page.getByTestId('next-runs').locator('li')).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText('more times')

  await page.getByTestId('nav-overview').click()
  await page.getByTestId('count-stopped').click()
  await expect(page).toHaveURL(at('/flows?status=stopped'))
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
})

test('expected failures are grouped by cause, which filters them', async ({ page, open, startNode }) => {
  const unknownAgent = { trustlessAgent: { agentAddress: nobody, feeLimit: [], connectionId: 'connection-0' } }
  const several = await startNode({ flows: [{}, unknownAgent, unknownAgent] })
  for (const id of ['2', '3'])
    several.lcd.accounts.balances[feeAccountOf(id)] = [{ denom: 'uinto', amount: '90000000' }]
  await open(several, '/')
  await expect(page.getByTestId('next-failure')).toHaveCount(3)
  const group = page.getByTestId('failure-group')
  await expect(group).toContainText('2 flows of 1 owner')
  await group.click()
  await expect(page.getByTestId('next-failure')).toHaveCount(2)
  await group.click()
  await expect(page.getByTestId('next-failure')).toHaveCount(3)
})

test('shows no notifications, and offers the changes of a list instead of moving its rows', async ({
  page,
  startNode,
}) => {
  const failing = await startNode({
    flows: [{ label: 'Pay rent' }, { label: 'Pay the gardener' }],
    history: { 1: [{}], 2: [{ executed: false, errors: ['insufficient funds'] }] },
    behave: () => ({ outcome: 'failed', error: 'insufficient funds' }),
  })
  for (const account of [feeAccountOf('1'), feeAccountOf('2'), address('owner')])
    failing.lcd.accounts.balances[account] = [{ denom: 'uinto', amount: '90000000' }]
  const url = encodeURIComponent(failing.url)
  await page.goto(`/?lcd=${url}&rpc=${url}`)
  await expect(page.getByTestId('flow-line')).toHaveAttribute('data-id', '2')
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
  await page.getByTestId('flow-line').hover()
  failing.lcd.execute(1)
  await expect(page.getByTestId('group-count')).toHaveText('1 of 2')
  await expect(page.getByTestId('flow-line')).toHaveCount(1)
  await page.getByTestId('show-changes').click()
  await expect(page.getByTestId('flow-line')).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Pay rent' })).toHaveCount(0)
})
