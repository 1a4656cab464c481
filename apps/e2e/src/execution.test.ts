import { expect, type Node, test } from './explorer.js'
import { hostError, ids, outcomes, sample } from './sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

test('the strip and the list show each execution by its outcome, newest first', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}`)
  await expect(page.getByTestId('history-row')).toHaveCount(outcomes.length)
  const shown = (testId: string) =>
    page.getByTestId(testId).evaluateAll(marks => marks.map(mark => mark.getAttribute('data-outcome')))
  expect(await shown('history-outcome')).toEqual([...outcomes].reverse())
  expect((await shown('strip-mark')).sort()).toEqual([...outcomes].sort())
  const sentences = await page
    .getByTestId('strip-mark')
    .evaluateAll(marks => marks.map(mark => mark.getAttribute('aria-label') ?? ''))
  for (const sentence of sentences) expect(sentence).toMatch(/^Run \d+, \d.* CES?T: [a-z ]+, (no )?fee/)
  expect(new Set(sentences).size).toBe(outcomes.length)
  const marks = await page.getByTestId('strip-mark').evaluateAll(marks =>
    marks
      .map(mark => ({ left: mark.getBoundingClientRect().left, sentence: mark.getAttribute('aria-label') ?? '' }))
      .sort((a, b) => a.left - b.left)
      .map(({ sentence }) => Number(/\d+/.exec(sentence)?.[0])),
  )
  expect(marks).toEqual(outcomes.map((_, index) => index + 1))
})

test('an execution opens to its times, delay, fee, packets, responses and query answers', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}`)
  await page.locator('[data-testid=history-row][data-number="1"]').click()
  await expect(page).toHaveURL(/execution=1$/)
  const detail = page.getByTestId('history-detail')
  await expect(detail).toContainText(/12\.3 s after its time/)
  await expect(detail).toContainText(/\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d CES?T/)
  await expect(detail.getByTestId('detail-fee')).toContainText('0.02792 INTO')
  await expect(detail.getByTestId('detail-fee').locator('data').first()).toHaveAttribute('title', '27,920 uinto')
  await expect(detail.getByTestId('detail-packets')).toHaveText('41')
  await expect(detail.getByTestId('detail-responses')).toContainText('MsgDelegateResponse')
  await detail.getByTestId('response-json').locator('summary').click()
  await expect(detail.getByTestId('response-json')).toContainText('"amount": "7"')
  const answers = detail.getByTestId('detail-queries')
  await expect(answers).toContainText('499982000')
  await expect(answers).toContainText(btoa('499982000'))
  await expect(answers).toContainText('4 bytes, not text')
  await expect(answers).toContainText(btoa('\x00\x01\xff\xfe'))
  await expect(page.getByTestId('problem')).toHaveCount(0)

  await page.locator('[data-testid=history-row][data-number="1"]').click()
  await expect(detail).toHaveCount(0)
  expect(page.url()).not.toContain('execution')
})

test('what went wrong is said in words, with what the owner can do and the chain’s own words', async ({
  page,
  open,
}) => {
  for (const [execution, title, help, message] of [
    [2, 'The other chain refused it', 'interchain account', hostError],
    [6, 'Nothing was left to pay the fee', 'send INTO to', 'balance too low to deduct expected fee'],
    [7, 'There was not enough to send', 'lower the amount', 'spendable balance 1000uinto is smaller than 900000uinto'],
    [8, 'The agent had no permission', 'Grant it an authorization', 'authorization not found'],
    [9, 'No open channel to the other chain', 'Register it again', 'no active channel for this owner'],
    [10, 'Its conditions could not be checked', 'Keep responses', 'conditions to execute not met'],
    [3, 'The other chain did not answer in time', 'relayer', null],
    [4, 'Its conditions were not met', 'checks again', null],
    [5, 'The other chain never answered', 'cannot be told', null],
    [11, 'Waiting for the other chain', 'by itself', null],
  ] as const) {
    await test.step(title, async () => {
      await open(node, `/flows/${ids.interchain}?execution=${execution}`)
      const problem = page.getByTestId('problem')
      await expect(problem.getByRole('heading')).toHaveText(title)
      await expect(problem).toContainText(help)
      if (message) await expect(problem.getByTestId('chain-message')).toContainText(message)
      else await expect(problem.getByTestId('chain-message')).toHaveCount(0)
    })
  }
})

test('a mark of the strip opens its execution', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}`)
  await page.getByTestId('strip-mark').and(page.locator('[data-outcome=timedOut]')).click()
  await expect(page).toHaveURL(/execution=3$/)
  await expect(page.getByTestId('history-detail')).toBeInViewport()
})

test('an execution that is not loaded is asked for alone; one that is not there is said to be missing', async ({
  page,
  open,
  startNode,
}) => {
  const hour = 3_600_000
  const history = Array.from({ length: 200 }, (_, index) => {
    const time = new Date(Date.now() - (200 - index) * hour).toISOString()
    return { scheduledExecTime: time, actualExecTime: time, packetSequences: [`${index + 1_000}`] }
  })
  const long = await startNode({ flows: [{}], history: { 1: history } })
  await open(long, '/flows/1?execution=3')
  await expect(page.getByTestId('older-outcome')).toHaveAttribute('data-outcome', 'succeeded')
  await expect(page.getByTestId('detail-packets')).toHaveText('1002')
  // Each name above its value, as in the list.
  const places = await page
    .getByTestId('history-detail')
    .locator('dt')
    .evaluateAll(names =>
      names.map(name => ({
        above: name.getBoundingClientRect().bottom <= (name.nextElementSibling?.getBoundingClientRect().top ?? 0),
        left: name.getBoundingClientRect().left === name.nextElementSibling?.getBoundingClientRect().left,
      })),
    )
  expect(places).toEqual(Array.from({ length: 5 }, () => ({ above: true, left: true })))
  await page.getByTestId('close').click()
  await expect(page.getByTestId('history-detail')).toHaveCount(0)
  await page.goto('/flows/1?execution=999')
  await expect(page.getByText('This flow has no run 999.')).toBeVisible()
})

test('a run that the page’s clock has not come to yet was now', async ({ page, open, startNode }) => {
  const now = Date.now()
  const time = new Date(now + 2_000).toISOString()
  await page.clock.setFixedTime(now)
  const ahead = await startNode({ flows: [{}], history: { 1: [{ scheduledExecTime: time, actualExecTime: time }] } })
  await open(ahead, '/flows/1?execution=1')
  for (const place of [page.getByTestId('figure-last'), page.locator('.detail dd').first()])
    await expect(place).toHaveText(/^now/)
})

test('fees are summed by denom, and how many runs went well is counted', async ({ page, open }) => {
  await open(node, `/flows/${ids.interchain}`)
  await expect(page.getByTestId('figure-success')).toHaveText('11 %')
  await open(node, `/flows/${ids.rent}`)
  await expect(page.getByTestId('runs-total')).toHaveText('12')
  await expect(page.getByTestId('figure-fees')).toContainText('0.2304 INTO')
  await expect(page.getByTestId('last-outcome')).toHaveAttribute('data-outcome', 'succeeded')
})
