import { createClock } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, type Node, test } from './explorer.js'

test('a flow that runs while one looks: counted down, then a new execution in every part of its page', async ({
  page,
  open,
  pass,
  startNode,
}) => {
  const now = Date.now()
  await page.clock.install({ time: now })
  const node = await startNode({
    flows: [{ interval: '60s', execTime: new Date(now + 8_000).toISOString() }],
    history: { 1: [{}] },
  })
  await open(node, '/flows/1')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('runs-total')).toHaveText('1')
  await expect(page.getByTestId('figure-next')).toContainText(/in \d s/)

  await pass(node, 12_000)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('history-row').first()).toHaveAttribute('data-number', '2')
  await expect(page.getByTestId('history-outcome').first()).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('strip-mark')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
  await expect(page.getByTestId('figure-next')).toContainText(/in \d\d s/)
})

test.describe('as time passes', () => {
  let node: Node
  test.beforeEach(async ({ page, open, startNode }) => {
    const now = Date.now()
    await page.clock.install({ time: now })
    node = await startNode({
      flows: [
        { label: 'Soon', interval: '600s', execTime: new Date(now + 42_000).toISOString() },
        {
          label: 'For the last time',
          interval: '600s',
          execTime: new Date(now + 30_000).toISOString(),
          endTime: new Date(now + 31_000).toISOString(),
        },
        {
          label: 'Starts soon',
          startTime: new Date(now + 30_000).toISOString(),
          execTime: new Date(now + 630_000).toISOString(),
        },
      ],
    })
    await open(node)
  })

  const row = (page: Page, id: number) => page.locator(`[data-testid=flow-row][data-id="${id}"]`)

  test('the countdown of each row goes on', async ({ page, pass }) => {
    const next = row(page, 1).getByTestId('flow-row-next')
    await expect(next).toContainText(/in 4\d s/)
    await pass(node, 20_000)
    await expect(next).toContainText(/in [12]\d s/)
    await pass(node, 25_000)
    await expect(next).toContainText(/in 9 min/)
  })

  test('what starts is running, and what is over says so', async ({ page, pass }) => {
    const status = (id: number) => row(page, id).getByTestId('flow-row-status')
    await expect(status(3)).toHaveAttribute('data-status', 'scheduled')
    await expect(status(2)).toHaveAttribute('data-status', 'active')
    await pass(node, 35_000)
    await expect(status(3)).toHaveAttribute('data-status', 'active')
    await pass(node, 120_000)
    await expect(status(2)).toHaveAttribute('data-status', 'completed')
    await expect(row(page, 2).getByTestId('flow-row-next')).toContainText(/ran 2 min ago/)
  })

  test('a flow that is made while one looks comes on top, and is counted', async ({ page, pass }) => {
    await expect(page.getByTestId('flow-row')).toHaveCount(3)
    node.lcd.addFlow({ label: 'Made just now' })
    await pass(node, 21_000)
    await expect(page.getByTestId('flow-row').first()).toContainText('Made just now')
    await expect(page.getByTestId('flows-found')).toHaveText('4 flows')
  })

  test('a flow that its owner changes shows the change', async ({ page, pass }) => {
    await expect(row(page, 1)).toContainText('Soon')
    await row(page, 1).getByTestId('flow-link').click()
    await expect(page.getByTestId('flow-title')).toHaveText('Soon')
    node.lcd.updateFlow(1, { label: 'Renamed' })
    await pass(node, 21_000)
    await expect(page.getByTestId('flow-title')).toHaveText('Renamed')
  })
})

test('an answer of the other chain: what is pending succeeds while one looks', async ({ page, open, startNode }) => {
  const now = Date.now()
  const clock = createClock(now)
  await page.clock.install({ time: now })
  const node = await startNode({
    clock: clock.now,
    flows: [{ selfHostedIca: { portId: 'icacontroller-1', connectionId: 'connection-0' } }],
    behave: () => ({ outcome: 'succeeded', answerAfter: 3_600_000 }),
  })
  node.lcd.fail({ query: 'ica', slow: 3_600_000 })
  node.lcd.execute(1)
  await open(node, '/flows/1?execution=1')
  const outcome = page.getByTestId('history-outcome')
  await expect(outcome).toHaveAttribute('data-outcome', 'pending')
  await expect(page.getByTestId('problem')).toContainText('other chain')
  node.lcd.answer(1)
  await page.clock.fastForward(21_000)
  await expect(outcome).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('problem')).toHaveCount(0)
  await expect(page.getByTestId('strip-mark')).toHaveAttribute('data-outcome', 'succeeded')
})

test('what stays without an answer is unanswered once none can come any more', async ({ page, open, startNode }) => {
  await page.clock.install()
  const time = new Date(Date.now() - 30_000).toISOString()
  const node = await startNode({
    flows: [{ interval: '60s', trustlessAgent: null, selfHostedIca: null }],
    history: {
      1: [{ executed: false, msgResponses: [], packetSequences: ['7'], scheduledExecTime: time, actualExecTime: time }],
    },
  })
  await open(node, '/flows/1')
  await expect(page.getByTestId('history-outcome')).toHaveAttribute('data-outcome', 'pending')
  await page.clock.fastForward(45_000)
  await expect(page.getByTestId('history-outcome')).toHaveAttribute('data-outcome', 'unanswered')
  await expect(page.getByTestId('strip-mark')).toHaveAttribute('data-outcome', 'unanswered')
})
