import type { Page } from '@playwright/test'
import { asked, expect, listedIds, type Node, test } from './explorer.js'

/** Opens a page that reads from a node and hears from its RPC too, and waits until it does. */
async function openLive(page: Page, node: Node, path: string): Promise<void> {
  const { url } = node
  await page.goto(`${path}?lcd=${encodeURIComponent(url)}&rpc=${encodeURIComponent(url)}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
}

test('the countdown reaches zero and the new execution is there, with nothing asked in between', async ({
  page,
  startNode,
}) => {
  const node = await startNode({
    flows: [{ interval: '60s', execTime: new Date(Date.now() + 7_000).toISOString() }],
    history: { 1: [{}] },
  })
  await openLive(page, node, '/flows/1')
  await expect(page.getByTestId('live-mark')).toHaveText('Live')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('skeleton')).toHaveCount(0)

  // What the page asked up to here, it does not ask again until the flow has run.
  await page.waitForTimeout(1_000)
  const before = node.lcd.requests.length
  await expect.poll(() => node.lcd.sockets).toBe(1)
  expect(node.lcd.requests.length).toBe(before)
  const ran = new Promise<number>(resolve => {
    const looking = setInterval(() => {
      if (node.lcd.history(1).length < 2) return
      clearInterval(looking)
      resolve(node.lcd.requests.length)
    }, 10)
  })
  expect(await ran).toBe(before)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
  await expect(page.getByTestId('figure-next')).toContainText(/in (1 min|5\d s)/)
  expect(node.lcd.requests.slice(before).map(({ query }) => query)).toEqual(
    expect.arrayContaining(['flow', 'flowHistory']),
  )
  expect(node.lcd.requests.length - before).toBeLessThanOrEqual(4)
})

test('what is made and changed is shown as it happens, by asking only for what it touches', async ({
  page,
  startNode,
}) => {
  const node = await startNode({ flows: [{ label: 'First' }, { label: 'Second' }] })
  await openLive(page, node, '/flows')
  await expect(page.getByTestId('flow-row')).toHaveCount(2)
  node.lcd.addFlow({ label: 'Third' })
  await expect(page.getByTestId('flows-found')).toHaveText('3 flows')
  expect(await listedIds(page)).toEqual(['3', '2', '1'])
  node.lcd.updateFlow(2, { label: 'Renamed' })
  await expect(page.getByTestId('flow-row').nth(1)).toContainText('Renamed')
  expect(asked(node, 'params')).toEqual([])
})

test('an answer of the other chain arrives by itself', async ({ page, startNode }) => {
  const node = await startNode({
    flows: [{ selfHostedIca: { portId: 'icacontroller-1', connectionId: 'connection-0' } }],
    behave: () => ({ outcome: 'succeeded', answerAfter: 3_600_000 }),
  })
  // No account is found for it, which browsers say on their console.
  node.lcd.fail({ query: 'ica', slow: 3_600_000 })
  node.lcd.execute(1)
  await openLive(page, node, '/flows/1')
  await expect(page.getByTestId('history-outcome')).toHaveAttribute('data-outcome', 'pending')
  node.lcd.answer(1)
  await expect(page.getByTestId('history-outcome')).toHaveAttribute('data-outcome', 'succeeded')
})

test.describe('a connection that breaks', () => {
  test.use({ nodeFails: true })

  test('says so, comes back by itself, and shows what was missed', async ({ page, startNode }) => {
    const node = await startNode({ flows: [{ label: 'First' }] })
    await openLive(page, node, '/flows')
    const mark = page.getByTestId('live-mark')
    const restore = node.lcd.disturb({ refuse: true })
    node.lcd.cut()
    await expect(mark).toHaveAttribute('data-connection', 'reconnecting')
    await expect(mark).toHaveText('Reconnecting')
    await expect(mark).toHaveAttribute('title', /websocket/)
    node.lcd.updateFlow(1, { label: 'Missed' })
    restore()
    await expect(mark).toHaveAttribute('data-connection', 'connected', { timeout: 20_000 })
    await expect(page.getByTestId('flow-row')).toContainText('Missed')
    await expect(mark).toHaveText('Live')
    node.lcd.updateFlow(1, { label: 'Heard again' })
    await expect(page.getByTestId('flow-row')).toContainText('Heard again')
  })
})

test('without an RPC the page polls, and says when it last did', async ({ page, open, pass, startNode }) => {
  const node = await startNode({ flows: [{ label: 'First' }] })
  await page.clock.install()
  await open(node, '/flows/1')
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'polling')
  await expect(page.getByTestId('live-mark')).toContainText('Updated')
  node.lcd.updateFlow(1, { label: 'Asked for' })
  await pass(node, 16_000)
  await expect(page.getByTestId('flow-title')).toContainText('Asked for')
  expect(node.lcd.sockets).toBe(0)
})

test('an RPC can be added to a node in the dialog, and goes when another node is chosen', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: [{ label: 'First' }] })
  await open(node)
  const mark = page.getByTestId('live-mark')
  await expect(mark).toHaveAttribute('data-connection', 'polling')
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-rpc').fill('ftp://rpc.example.org')
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-error')).toContainText('RPC')
  await page.getByTestId('endpoint-rpc').fill(node.url)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-dialog')).toBeHidden()
  await expect(mark).toHaveAttribute('data-connection', 'connected')

  await page.reload()
  await expect(mark).toHaveAttribute('data-connection', 'connected')
  await page.getByTestId('endpoint-open').click()
  await expect(page.getByTestId('endpoint-rpc')).toHaveValue(node.url)
  await page.getByTestId('endpoint-lcd').fill('http://127.0.0.1:9')
  await expect(page.getByTestId('endpoint-rpc')).toHaveValue('')
})

test('pages come and go on one connection, which ends with the last', async ({ page, startNode }) => {
  const node = await startNode({ flows: [{ label: 'First' }] })
  await openLive(page, node, '/flows')
  await page.getByTestId('flow-link').first().click()
  await expect(page.getByTestId('flow-title')).toHaveText('First')
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row').first()).toBeVisible()
  expect(node.lcd.sockets).toBe(1)
  await page.goto('about:blank')
  await expect.poll(() => node.lcd.sockets).toBe(0)
})
