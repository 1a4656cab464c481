import { expect, type Node, test } from './explorer.js'
import { agent, bob, ids, sample } from './sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

test('a flow that fails begins with since when, why, and what helps, with the run one click away', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(node, `/flows/${ids.interchain}`)
  const verdict = page.getByTestId('verdict')
  await expect(verdict).toHaveAttribute('data-health', 'failing')
  await expect(verdict).toContainText('Failing since run')
  await expect(verdict.getByTestId('help')).not.toBeEmpty()
  await expect(page.getByTestId('look-at-run')).toBeInViewport({ ratio: 1 })
  await page.getByTestId('look-at-run').click()
  await expect(page.getByTestId('history-detail')).toBeInViewport()
})

test('a flow that is well says so in a line', async ({ page, open }) => {
  await open(node, `/flows/${ids.rent}`)
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'healthy')
  await expect(page.getByTestId('figure-success')).toHaveText('100 %')
})

test('runs by outcome', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}`)
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await page.getByTestId('filter-outcome').selectOption('timedOut')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('history-row')).toHaveAttribute('data-number', '3')
  await expect(page.getByTestId('runs-found')).toHaveText('1 of the newest 11 runs')
})

test('the overview: what fails, what runs next, what has run, whose flows they are', async ({ page, open }) => {
  await open(node, '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('burnt')).toContainText('INTO')
  await expect(page.getByTestId('attention').getByTestId('flow-line')).toHaveAttribute('data-id', ids.interchain)
  await expect(page.getByTestId('upcoming').getByTestId('upcoming-run')).toHaveCount(10)
  await expect(page.getByTestId('newest-outcome').first()).toBeVisible()
  await expect(page.getByTestId('owners')).toContainText(bob.slice(-6))
  await page.getByTestId('count-stopped').click()
  await expect(page).toHaveURL(/\/flows\?status=stopped$/)
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
})

test('an agent: found in the list and from a flow that uses it, with what it takes and who uses it', async ({
  page,
  open,
}) => {
  await open(node, '/agents')
  await expect(page.getByTestId('agent-row')).toContainText('0.00002 INTO')
  await open(node, `/flows/${ids.conditions}`)
  await page.getByTestId('flow-agent').click()
  await expect(page).toHaveURL(`/agents/${agent}`)
  await expect(page.getByTestId('agent-facts')).toContainText('0.00002 INTO')
  await expect(page.getByTestId('flow-row')).toHaveAttribute('data-id', ids.conditions)
})

test('an owner: what needs attention comes first; the agents they run', async ({ page, open }) => {
  await open(node, `/owners/${node.lcd.flow(2)?.owner}`)
  await expect(page.getByTestId('attention').getByTestId('flow-line')).toHaveAttribute('data-id', ids.interchain)
  await open(node, `/owners/${bob}`)
  await expect(page.getByTestId('owner-agents')).toContainText(agent.slice(-6))
})

test('a flow on the page that fails is told, wherever one has scrolled to', async ({ page, startNode }) => {
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
