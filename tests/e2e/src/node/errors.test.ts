import type { Failure } from '@flow-query/testing'
import { expect, test } from '../explorer.js'
import { account, alice, ids, sample } from '../sample.js'

test.use({ nodeFails: true })

/** For each kind of error, its title and a failure that causes it. */
const kinds: readonly { kind: string; title: string; how: string; failure: Omit<Failure, 'query' | 'path'> }[] = [
  {
    kind: 'node',
    title: 'The node can’t respond at the moment',
    how: 'an error page of a proxy',
    failure: { status: 502, body: '<html><script>window.broken = true</script><h1>Bad gateway</h1></html>' },
  },
  { kind: 'network', title: 'The node can’t be reached', how: 'a refused connection', failure: { refuse: true } },
]

test('each kind of error has its own text and buttons, and disappears after a successful retry', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  for (const { kind, title, how, failure } of kinds) {
    await test.step(`${kind}: ${how}`, async () => {
      node.lcd.fail(failure)
      await open(node, '/params')
      const error = page.getByTestId('error')
      await expect(error, how).toHaveAttribute('data-kind', kind)
      await expect(error.getByRole('heading')).toHaveText(title)
      await expect(error).toHaveAttribute('role', 'alert')
      await error.locator('summary').click()
      await expect(error.locator('code')).toContainText(node.url)
      await page.getByTestId('error-endpoint').click()
      await page.getByTestId('endpoint-cancel').click()
      node.lcd.recover()
      await page.getByTestId('retry').click()
      await expect(page.getByTestId('param-row')).toHaveCount(8)
      await expect(error).toHaveCount(0)
      expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    })
  }
})

test('a timeout has its own text, and disappears after a successful retry', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ hang: true })
  await open(node, '/params')
  await expect(page.getByTestId('skeleton')).toBeVisible()
  await expect.poll(() => node.lcd.requests.length).toBeGreaterThan(0)
  // The page sends the request again before its timeout.
  await page.clock.runFor(10_000)
  const error = page.getByTestId('error')
  await expect(error).toHaveAttribute('data-kind', 'timeout')
  await expect(error.getByRole('heading')).toHaveText('The node doesn’t answer')
  node.lcd.recover()
  await page.getByTestId('retry').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
})

test('a temporary error disappears without a manual retry', async ({ page, open, pass, startNode }) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ status: 503, body: 'restarting' })
  await open(node, '/params')
  await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'node')
  node.lcd.recover()
  await pass(16_000)
  await expect(page.getByTestId('param-row')).toHaveCount(8)

  node.lcd.fail({ query: 'totalBurnt', status: 503, body: 'restarting' })
  await open(node, '/')
  const total = page.getByTestId('burnt')
  await expect(total).toContainText('–')
  node.lcd.recover()
  await pass(16_000)
  await expect(total).toContainText('INTO')
})

test('an error is shown in place of the missing data, with a retry button', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  for (const [what, query, path, shown] of [
    ['the flows', 'flows', '/flows', 'flow-row'],
    ['a flow', 'flow', `/flows/${ids.interchain}`, 'flow-title'],
    ['a history', 'flowHistory', `/flows/${ids.interchain}`, 'history-row'],
    ['an owner', 'flowsForOwner', `/owners/${alice}`, 'flow-row'],
  ] as const) {
    await test.step(what, async () => {
      node.lcd.fail({ query, status: 500, body: { code: 13, message: 'runtime error', details: [] } })
      await open(node, path)
      await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'node')
      await expect(page.getByTestId(shown)).toHaveCount(0)
      if (query === 'flowHistory') await expect(page.getByTestId('flow-title')).toBeVisible()
      node.lcd.recover()
      await page.getByTestId('retry').click()
      await expect(page.getByTestId(shown).first()).toBeVisible()
    })
  }
  await test.step('the newest block', async () => {
    node.lcd.fail({ path: path => /blocks\/latest|\/status$/.test(path), status: 403, body: '' })
    await open(node)
    await expect(page.getByTestId('stale')).toContainText('Flows have no status without the newest block.')
    node.lcd.recover()
    await page.getByTestId('stale-retry').click()
    await expect(page.getByTestId('flow-row').first()).toBeVisible()
  })
})

test('a failed lookup of an interchain account is shown in its place, with a retry button', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ query: 'ica', status: 500, body: { code: 13, message: 'runtime error', details: [] } })
  await open(node, `/flows/${ids.interchain}`)
  const place = page.getByTestId('ica-address')
  await expect(place.getByTestId('error')).toHaveAttribute('data-kind', 'node')
  await expect(page.getByTestId('history-row')).toHaveCount(5)
  node.lcd.recover()
  await place.getByTestId('retry').click()
  await expect(place).toContainText(account.slice(-6))
})
