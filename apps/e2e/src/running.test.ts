import { createClock } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, type Node, test } from './explorer.js'

test('counts down to the next run, and then shows the new run in all parts of the page', async ({
  page,
  open,
  pass,
  startNode,
}) => {
  const now = Date.now()
  await page.clock.install({ time: now })
  const node = await startNode({
    flows: [{ interval: '60s', execTime: new Date(now + 30_000).toISOString() }],
    history: { 1: [{}] },
  })
  await open(node, '/flows/1')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('runs-total')).toHaveText('1')
  await expect(page.getByTestId('figure-next')).toContainText(/in \d+ s/)

  await pass(node, 34_000)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('history-row').first()).toHaveAttribute('data-number', '2')
  await expect(page.getByTestId('history-outcome').first()).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('strip-mark')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
  await expect(page.getByTestId('figure-next')).toContainText(/in (\d\d s|1 min)/)
})

test.describe('as time passes', () => {
  let node: Node
  test.beforeEach(async ({ page, open, startNode }) => {
    const now = Date.now()
    await page.clock.install({ time: now })
    node = await startNode({
      flows: [
        { label: 'Soon', interval: '600s', execTime: new Date(now + 59_000).toISOString() },
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

  test('each row counts down to the next run', async ({ page, pass }) => {
    const next = row(page, 1).getByTestId('flow-row-next')
    await expect(next).toContainText(/in [345]\d s/)
    await pass(node, 30_000)
    await expect(next).toContainText(/in ([12]\d|\d) s/)
    await pass(node, 32_000)
    await expect(next).toContainText(/in 9 min/)
  })

  test('updates the status of flows that start or end', async ({ page, pass }) => {
    const status = (id: number) => row(page, id).getByTestId('flow-row-status')
    await expect(status(3)).toHaveAttribute('data-status', 'scheduled')
    await expect(status(2)).toHaveAttribute('data-status', 'active')
    await pass(node, 35_000)
    await expect(status(3)).toHaveAttribute('data-status', 'active')
    await pass(node, 120_000)
    await expect(status(2)).toHaveAttribute('data-status', 'completed')
    await expect(row(page, 2).getByTestId('flow-row-next')).toContainText(/ran 2 min ago/)
  })
})

test('polls until the other chain responds to a pending run', async ({ page, open, startNode }) => {
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
