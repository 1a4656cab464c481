import { expect, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

test('the page of an owner has no nested scrolling, and filters its flows', async ({ page, open, startNode }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const flows = Array.from({ length: 8 }, () => ({ owner: alice }))
  const failed = [{ executed: false, errors: ['insufficient funds'] }]
  const history = Object.fromEntries(flows.map((_, index) => [index + 1, failed]))
  await open(await startNode({ flows, history }), `/owners/${alice}`)
  await expect(page.getByTestId('owner-title')).toHaveText('All 8 flows need attention')
  const scrollers = await page.locator('main *').evaluateAll(elements =>
    elements
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .filter(element => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map(({ className }) => className),
  )
  expect(scrollers).toEqual([])
  await page.getByTestId('group-attention').click()
  await expect(page.getByTestId('group-attention')).toHaveText('Need attention 8')
  await expect(page.getByTestId('flow-row').first()).toBeVisible()
})

test('the header is small on a phone and at 200% zoom, and the name of the endpoint is not cut off', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ flows: [] }), '/params')
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await expect(page.getByTestId('live-mark')).toContainText('Updated')
  const header = page.locator('.header')
  await page.setViewportSize({ width: 360, height: 740 })
  const height = async () => (await header.boundingBox())?.height
  await expect.poll(height).toBeLessThanOrEqual(100)
  await page.setViewportSize({ width: 640, height: 400 })
  await expect.poll(height).toBeLessThanOrEqual(100)
  const name = page.getByTestId('endpoint-open').locator('.ellipsis')
  await expect.poll(() => name.evaluate(text => text.scrollWidth - text.clientWidth)).toBe(0)
})

test('a new run does not move the rows while a visitor reads them', async ({ page, inFlight, startNode }) => {
  const node = await startNode({ flows: [{}], history: { 1: [{}, {}] } })
  const url = encodeURIComponent(node.url)
  await page.goto(`/flows/1?lcd=${url}&rpc=${url}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
  // The pointer must stay on the rows, so all parts of the page must be loaded.
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.locator('.bone')).toHaveCount(0)
  await expect.poll(() => inFlight.size).toBe(0)
  await page.getByTestId('history-row').first().hover()
  node.lcd.execute(1)
  await expect(page.getByTestId('show-new-runs')).toHaveText('Show 1 new run')
  await expect(page.getByTestId('history-row').first()).toHaveAttribute('data-number', '2')
  await page.getByTestId('show-new-runs').click()
  await expect(page.getByTestId('history-row').first()).toHaveAttribute('data-number', '3')
})

test('a printed flow has whole addresses and no controls', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.rent}`)
  await expect(page.getByTestId('history-row').first()).toBeVisible()
  await expect(page.locator('.bone')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.locator('button, select, input, .button, [data-testid=check-more]').filter({ visible: true }),
  ).toHaveCount(0)
  const owner = page.getByTestId('flow-owner')
  await expect(owner.locator('bdi')).toBeHidden()
  expect(await owner.evaluate(link => getComputedStyle(link, '::after').content)).toContain(alice)
})
