import { expect, start, test } from '../explorer.js'

test('without an RPC, polls and then shows the new run in all parts of the page', async ({
  page,
  open,
  pass,
  startNode,
}) => {
  const node = await startNode({
    flows: [{ interval: '3600s', execTime: new Date(start + 30_000).toISOString() }],
    history: { 1: [{}] },
  })
  await open(node, '/flows/1')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('runs-total')).toHaveText('1')
  await expect(page.getByTestId('figure-next')).toContainText('in 30 s')
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'polling')
  await expect(page.getByTestId('live-mark')).toContainText('Updated now')

  await pass(34_000)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('history-row').first()).toHaveAttribute('data-number', '2')
  await expect(page.getByTestId('history-outcome').first()).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('strip-mark')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
  await expect(page.getByTestId('figure-next')).toContainText('in 59 min')
  expect(node.lcd.sockets).toBe(0)
})

test('as time passes, rows count down to the next run, and show the status of flows that start or end', async ({
  page,
  open,
  pass,
  startNode,
  until,
}) => {
  const at = (seconds: number) => new Date(start + 1_000 * seconds).toISOString()
  const node = await startNode({
    flows: [
      { label: 'Soon', interval: '600s', execTime: at(59) },
      { label: 'For the last time', interval: '600s', execTime: at(30), endTime: at(31) },
      { label: 'Starts soon', startTime: at(30), execTime: at(630) },
    ],
  })
  await open(node)
  const cell = (id: number, testId: string) =>
    page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId(testId)
  await expect(cell(1, 'flow-row-next')).toContainText('in 59 s')
  await expect(cell(3, 'flow-row-status')).toHaveAttribute('data-status', 'scheduled')
  await expect(cell(2, 'flow-row-status')).toHaveAttribute('data-status', 'active')
  await pass(35_000)
  await expect(cell(1, 'flow-row-next')).toContainText('in 24 s')
  // The page reads the newest block every 15 seconds. Until then, the flow hasn't started.
  await pass(15_000)
  await expect(cell(3, 'flow-row-status')).toHaveAttribute('data-status', 'active')
  await until(async () => expect(await cell(1, 'flow-row-next').textContent()).toContain('in 9 min'))
  await pass(93_000)
  await expect(cell(2, 'flow-row-status')).toHaveAttribute('data-status', 'completed')
  await expect(cell(2, 'flow-row-next')).toContainText('ran 2 min ago')
})

test('polls until the other chain responds to a pending run', async ({ page, open, startNode }) => {
  const node = await startNode({
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
