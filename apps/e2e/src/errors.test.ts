import type { Failure } from '@flow-query/testing'
import { expect, test } from './explorer.js'
import { account, alice, ids, sample } from './sample.js'

test.use({ nodeFails: true })

const said = (status: number, code: number, message: string) => ({ status, body: { code, message, details: [] } })

/** How each kind of error comes about, and the words that it is shown with. */
const kinds: readonly { kind: string; title: string; how: string; failure: Omit<Failure, 'query' | 'path'> }[] = [
  {
    kind: 'argument',
    title: 'The node cannot make sense of this',
    how: 'an answer of 400',
    failure: said(400, 3, 'strconv.ParseUint: parsing "x": invalid syntax'),
  },
  { kind: 'notFound', title: 'Not found', how: 'code 5', failure: said(404, 5, 'nothing under this name') },
  {
    kind: 'unsupported',
    title: 'This node does not answer such questions',
    how: 'an answer of 501 in every version',
    failure: said(501, 12, 'Not Implemented'),
  },
  {
    kind: 'tooLarge',
    title: 'The answer is too large',
    how: 'a message over the limit',
    failure: said(429, 8, 'grpc: received message larger than max (29176852 vs. 10485760)'),
  },
  {
    kind: 'rateLimited',
    title: 'Asked too often',
    how: 'an answer of 429',
    failure: { status: 429, body: 'slow down', headers: { 'retry-after': '3600' } },
  },
  { kind: 'node', title: 'The node has a problem', how: 'a panic', failure: said(500, 13, 'runtime error: panic') },
  {
    kind: 'node',
    title: 'The node has a problem',
    how: 'a proxy’s page instead of an answer',
    failure: { status: 502, body: '<html><script>window.broken = true</script><h1>Bad gateway</h1></html>' },
  },
  { kind: 'node', title: 'The node has a problem', how: 'an empty body', failure: { status: 200, body: '' } },
  { kind: 'network', title: 'No connection to the node', how: 'a connection refused', failure: { refuse: true } },
  { kind: 'network', title: 'No connection to the node', how: 'a body that breaks off', failure: { cut: true } },
  {
    kind: 'decode',
    title: 'An answer that cannot be read',
    how: 'a body of another service',
    failure: { status: 200, body: { bond_denom: 'uinto' } },
  },
]

test('each kind of error is said in its own words, and gone after a retry', async ({ page, open, startNode }) => {
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
      node.lcd.recover()
      await page.getByTestId('retry').click()
      await expect(page.getByTestId('param-row')).toHaveCount(8)
      await expect(error).toHaveCount(0)
      expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    })
  }
})

for (const how of ['hang', 'stall'] as const) {
  test(`timeout (${how === 'hang' ? 'no answer' : 'half an answer'}): said in its own words, and gone after a retry`, async ({
    page,
    open,
    startNode,
  }) => {
    const node = await startNode({ state: sample() })
    node.lcd.fail({ [how]: true })
    await page.clock.install()
    await open(node, '/params')
    await expect(page.getByTestId('skeleton')).toBeVisible()
    await expect.poll(() => node.lcd.requests.length).toBeGreaterThan(0)
    // In two leaps: in one, the page would ask again before it shows the error.
    await page.clock.fastForward(6_000)
    await page.clock.fastForward(4_500)
    const error = page.getByTestId('error')
    await expect(error).toHaveAttribute('data-kind', 'timeout')
    await expect(error.getByRole('heading')).toHaveText('The node does not answer in time')
    node.lcd.recover()
    await page.getByTestId('retry').click()
    await expect(page.getByTestId('param-row')).toHaveCount(8)
  })
}

test('an error that passes goes away by itself', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ status: 503, body: 'restarting' })
  await page.clock.install()
  await open(node, '/params')
  await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'node')
  node.lcd.recover()
  await page.clock.fastForward(16_000)
  await expect(page.getByTestId('param-row')).toHaveCount(8)
})

test('what the node cannot send is said where it would stand, and retried there', async ({ page, open, startNode }) => {
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
})

test('an interchain account that the node cannot look up: said and retried in its place', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ query: 'ica', status: 500, body: { code: 13, message: 'runtime error', details: [] } })
  await open(node, `/flows/${ids.interchain}`)
  const place = page.getByTestId('ica-address')
  await expect(place.getByTestId('error')).toHaveAttribute('data-kind', 'node')
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  node.lcd.recover()
  await place.getByTestId('retry').click()
  await expect(place).toContainText(account.slice(-6))
})

test('an error leads to another endpoint', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  node.lcd.fail({ status: 500, body: { code: 13, message: 'runtime error', details: [] } })
  await open(node, '/params')
  await page.getByTestId('error-endpoint').click()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
})
