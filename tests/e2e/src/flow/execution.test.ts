import { createHash } from 'node:crypto'
import { startDemo } from '@flow-query/demo'
import { expect, type Node, openLive, start, test } from '../explorer.js'
import { alice, hostError, ids, outcomes, sample } from '../sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

test('the chart and the list show the outcome of each execution, and a bar opens its execution', async ({
  page,
  open,
}) => {
  await open(node, `/flows/${ids.interchain}`)
  await page.getByTestId('all-runs').click()
  await expect(page.getByTestId('history-row')).toHaveCount(outcomes.length)
  const shown = (testId: string) =>
    page.getByTestId(testId).evaluateAll(marks => marks.map(mark => mark.getAttribute('data-outcome')))
  expect(await shown('history-outcome')).toEqual([...outcomes].reverse())
  expect((await shown('strip-mark')).sort()).toEqual([...outcomes].sort())
  const sentences = await page
    .getByTestId('strip-mark')
    .evaluateAll(marks => marks.map(mark => mark.getAttribute('aria-label') ?? ''))
  for (const sentence of sentences) expect(sentence).toMatch(/^Run \d+, \d.* CET: [a-z ]+, (no )?fee/)
  expect(new Set(sentences).size).toBe(outcomes.length)
  const marks = await page.getByTestId('strip-mark').evaluateAll(marks =>
    marks
      .map(mark => ({ left: mark.getBoundingClientRect().left, sentence: mark.getAttribute('aria-label') ?? '' }))
      .sort((a, b) => a.left - b.left)
      .map(({ sentence }) => Number(/\d+/.exec(sentence)?.[0])),
  )
  expect(marks).toEqual(outcomes.map((_, index) => index + 1))
  await page.getByTestId('strip-mark').and(page.locator('[data-outcome=timedOut]')).click()
  await expect(page).toHaveURL(/execution=3(&|$)/)
  await expect(page.getByTestId('history-detail')).toBeInViewport()
})

test('a shared link opens a run in view, with its times, results, responses and problems', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}?execution=1`)
  const detail = page.getByTestId('history-detail')
  await expect(detail).toBeInViewport()
  await expect(detail.getByTestId('detail-packets')).toHaveText('Executed on the other chain in packet 41')
  // The focus still starts at the top of the page.
  await page.keyboard.press('Tab')
  await expect(page.locator('.skip')).toBeFocused()

  await expect(detail).toContainText(/12\.3 s late/)
  await expect(detail).toContainText('1 Jan 2026, 02:30:00 CET')
  await expect(detail.getByTestId('detail-fee')).toContainText('0.02792 INTO')
  await expect(detail.getByTestId('detail-fee').locator('data').first()).toHaveAttribute('title', '27,920 uinto')
  await expect(detail.getByTestId('detail-responses')).toContainText('Delegate 5 OSMO')
  await detail.getByTestId('response-json').locator('summary').click()
  await expect(detail.getByTestId('response-json')).toContainText('"amount": "7"')
  const answers = detail.getByTestId('detail-queries')
  await expect(answers).toContainText('499982000')
  await expect(answers).toContainText(btoa('499982000'))
  await expect(answers).toContainText('4 bytes of binary data')
  await expect(answers).toContainText(btoa('\x00\x01\xff\xfe'))
  await expect(page.getByTestId('problem')).toHaveCount(0)

  await page.locator('[data-testid=history-row][data-number="1"]').click()
  await expect(detail).toHaveCount(0)
  expect(page.url()).not.toContain('execution')
  await page.getByTestId('all-runs').click()

  for (const [execution, title, help, message] of [
    [2, 'The other chain rejected it', 'interchain account', hostError],
    [3, 'A packet to the other chain timed out', 'relayer', null],
  ] as const) {
    await test.step(title, async () => {
      await page.locator(`[data-testid=history-row][data-number="${execution}"]`).click()
      const problem = page.getByTestId('problem')
      await expect(problem.getByRole('heading')).toHaveText(title)
      await expect(problem).toContainText(help)
      if (message) await expect(problem.getByTestId('chain-message')).toContainText(message)
      else await expect(problem.getByTestId('chain-message')).toHaveCount(0)
    })
  }
})

test('fetches an execution that is not loaded, and shows a message if it does not exist', async ({
  page,
  open,
  startNode,
}) => {
  const hour = 3_600_000
  const history = Array.from({ length: 200 }, (_, index) => {
    const time = new Date(start - (200 - index) * hour).toISOString()
    return { scheduledExecTime: time, actualExecTime: time, packetSequences: [`${index + 1_000}`] }
  })
  const long = await startNode({ flows: [{}], history: { 1: history } })
  await open(long, '/flows/1?execution=3')
  await expect(page.getByTestId('older-outcome')).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('detail-packets')).toHaveText('Executed on the other chain in packet 1002')
  // The name of each detail must be above its value.
  const places = await page
    .getByTestId('history-detail')
    .locator('dt')
    .evaluateAll(names =>
      names.map(name => ({
        above: name.getBoundingClientRect().bottom <= (name.nextElementSibling?.getBoundingClientRect().top ?? 0),
        left: name.getBoundingClientRect().left === name.nextElementSibling?.getBoundingClientRect().left,
      })),
    )
  expect(places).toEqual(Array.from({ length: 6 }, () => ({ above: true, left: true })))
  await page.getByTestId('close').click()
  await expect(page.getByTestId('history-detail')).toHaveCount(0)
  await open(long, '/flows/1?execution=999')
  await expect(page.getByText('This flow has no run 999.')).toBeVisible()
})

test('shows "now" for a run that is in the future according to the browser’s clock', async ({
  page,
  open,
  startNode,
}) => {
  const time = new Date(start + 2_000).toISOString()
  const ahead = await startNode({ flows: [{}], history: { 1: [{ scheduledExecTime: time, actualExecTime: time }] } })
  await open(ahead, '/flows/1?execution=1')
  for (const place of [page.getByTestId('figure-last'), page.locator('.detail dd').first()])
    await expect(place).toHaveText(/^now/)
})

test('a link keeps the filter of the runs, also when a run is open', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}?outcome=timedOut`)
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('history-row')).toHaveAttribute('data-number', '3')
  await expect(page.getByTestId('runs-found')).toHaveText('1 of the last 11 runs')
  await expect(page.getByTestId('filter-outcome')).toHaveValue('timedOut')
  await page.getByTestId('history-link').click()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await expect(page).toHaveURL(/execution=3/)
  await expect(page).toHaveURL(/outcome=timedOut/)
  await page.getByTestId('filter-outcome').selectOption('')
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await expect(page.getByTestId('history-detail')).toBeVisible()
})

test('a run shows what happened to its packet on the other chain', async ({ page, startNode }) => {
  const port = `icacontroller-${alice}`
  const counterparty = { port_id: 'icahost', channel_id: 'channel-7' }
  node.lcd.accounts.channels['connection-0'] = [
    { port_id: port, channel_id: 'channel-0', state: 'STATE_OPEN', counterparty },
  ]
  const other = await startNode({ flows: [] })
  const acknowledgement = '{"error":"ABCI code: 5: error handling packet: see events for details"}'
  const hash = createHash('sha256').update(acknowledgement).digest('base64')
  other.lcd.accounts.acknowledgements['channel-7'] = { 41: hash }
  const demo = await startDemo({ port: 0, lcdUrl: node.url, chains: `connection-0=${other.url}` })
  await page.goto(`${demo.url}/flows/${ids.interchain}?execution=1`)
  await expect(page.getByTestId('packet-result')).toHaveText(/^The other chain rejected packet 41: .* \(code 5\)$/)
  await demo.close()
})

test('the block of a run is searched after a click', async ({ page, open, startNode }) => {
  const chain = await startNode({ flows: [{ interval: '3600s' }] })
  chain.lcd.advance(3_660_000)
  await open(chain, '/flows/1?execution=1')
  await page.getByTestId('find-block').click()
  await expect(page.getByTestId('detail-block')).toHaveText(/^[\d,]+$/)
  const height = (await page.getByTestId('detail-block').textContent())?.replaceAll(',', '')
  const block = await fetch(`${chain.url}/cosmos/base/tendermint/v1beta1/blocks/${height}`)
  expect(await block.json()).toMatchObject({
    block: { header: { time: chain.lcd.history(1)[0]?.actualExecTime } },
  })
})

test('a run shows the transaction that answered its packet, if the page was open', async ({ page }) => {
  await openLive(page, node, `/flows/${ids.interchain}`)
  const row = page.locator(`[data-testid=history-row][data-number="${outcomes.length + 1}"]`)
  const outcome = row.getByTestId('history-outcome')
  // The list watches for answers only while it is on the page.
  await expect(page.getByTestId('history-row').first()).toBeVisible()
  node.lcd.execute(ids.interchain)
  await expect(outcome).toHaveAttribute('data-outcome', 'pending')
  node.lcd.answer(ids.interchain)
  await expect(outcome).toHaveAttribute('data-outcome', 'succeeded')

  await row.click()
  const transaction = page.getByTestId('detail-transaction')
  await expect(transaction).toHaveAttribute('title', /^[\dA-F]{64}$/)
  const hash = (await transaction.getAttribute('title')) ?? ''
  await expect(transaction).toHaveText(`${hash.slice(0, 9)}…${hash.slice(-6)}`)

  await page.reload()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await expect(transaction).toHaveCount(0)
})
