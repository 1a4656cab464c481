import { expect, listedIds, openLive, start, test } from '../explorer.js'

test('a connected page sends no requests until an event arrives, and then refetches only changed data', {
  tag: '@gateway',
}, async ({ page, pass, startNode }) => {
  const node = await startNode({
    flows: [{ execTime: new Date(start + 3_600_000).toISOString() }],
    history: { 1: [{}] },
  })
  await openLive(page, node, '/flows/1')
  await expect(page.getByTestId('live-mark')).toHaveText('Live')
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.locator('.bone')).toHaveCount(0)
  await pass(1_000)

  // This is four times the polling interval of a page without a connection. Only the node line and the forecast send requests,
  // because events don't report empty blocks and transfers.
  const before = node.lcd.requests.length
  await pass(60_000)
  const requested = node.lcd.requests.slice(before).map(({ target }) => target)
  expect(requested.filter(target => target.startsWith('/intento/'))).toEqual([])
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')

  node.lcd.execute(1)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
  await expect(page.getByTestId('skeleton')).toHaveCount(0)
  const queries = node.lcd.requests.slice(before).flatMap(({ query }) => query ?? [])
  expect(queries).toEqual(expect.arrayContaining(['flow', 'flowHistory']))
  // The list of runs, and the newest runs for the forecast, are two queries.
  expect(queries.length).toBeLessThanOrEqual(6)
})

test.describe('a broken connection', () => {
  test.use({ nodeFails: true })

  test('is shown, reconnects, and loads missed changes and new ones', { tag: '@gateway' }, async ({
    page,
    startNode,
    until,
  }) => {
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
    await until(async () => expect(await mark.getAttribute('data-connection')).toBe('connected'))
    await expect(page.getByTestId('flow-row')).toContainText('Missed')
    await expect(mark).toHaveText('Live')
    node.lcd.updateFlow(1, { label: 'Heard again' })
    await expect(page.getByTestId('flow-row')).toContainText('Heard again')
    await expect(page.getByTestId('flows-found')).toHaveText('1 flow')
    node.lcd.addFlow({ label: 'Second' })
    await expect(page.getByTestId('flows-found')).toHaveText('2 flows')
    await expect.poll(() => listedIds(page)).toEqual(['2', '1'])
  })
})

test('is live only while the chain creates blocks', { tag: '@gateway' }, async ({ page, pass, startNode, until }) => {
  const node = await startNode({ flows: [{ label: 'First' }] })
  await openLive(page, node, '/flows')
  const mark = page.getByTestId('live-mark')
  const facts = page.getByTestId('node-facts')
  await expect(mark).toHaveText('Live')
  await expect(facts).toHaveText(/^intento-demo-1 · Block [\d,]+ · now$/)

  node.isHalted = true
  await pass(60_000)
  await expect(mark).toHaveText('No new blocks')
  await expect(facts).toHaveText(/ · 1 min ago$/)
  await expect(page.getByTestId('stale')).toHaveAttribute('data-kind', 'halted')
  await expect(page.getByTestId('stale')).toContainText(/newest block is from \d\d:\d\d:\d\d \(1 min ago\)/)
  await expect(page.getByTestId('flow-row-health').locator('.health')).toHaveAttribute('data-health', 'unknown')
  node.isHalted = false
  node.lcd.advance(60_000)
  await until(async () => expect(await mark.textContent()).toBe('Live'))
  await expect(page.getByTestId('stale')).toHaveCount(0)
  await expect(page.getByTestId('flow-row-health').locator('.health')).not.toHaveAttribute('data-health', 'unknown')
})

test('the dialog can add an RPC, and clears it when the LCD changes', async ({ page, open, startNode }) => {
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
