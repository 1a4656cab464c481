import { asked, expect, listedIds, test } from './explorer.js'

const many = Array.from({ length: 130 }, (_, index) => ({ label: `Flow number ${130 - index}` }))
const newestFirst = Array.from({ length: 130 }, (_, index) => `${130 - index}`)

test('the total is there, from one counted request; everything else is asked without counting', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: many })
  await open(node)
  await expect(page.getByTestId('flows-total')).toHaveText('130')
  await expect(page.getByTestId('flow-row').first()).toBeVisible()
  const counted = asked(node, 'flows').filter(path => /count_?total=(true|1)/i.test(path))
  expect(counted).toHaveLength(1)
  expect(counted[0]).toContain('limit=1')
  for (const path of asked(node, 'flows')) expect(path).toMatch(/limit=[1-9]/)
})

test('newest first, and scrolled to the end: every flow once', async ({ page, open, startNode }) => {
  const node = await startNode({ flows: many })
  await open(node)
  await expect(page.getByTestId('flow-row').first()).toHaveAttribute('data-id', '130')
  const end = page.getByTestId('end')
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(end).toBeInViewport({ timeout: 200 })
  }).toPass()
  expect(await listedIds(page)).toEqual(newestFirst)
  await expect(end).toContainText('130')
  await expect(page.getByTestId('load-more')).toHaveCount(0)
})

test('the button alone leads to the end as well, where nothing tells what is scrolled to', async ({
  page,
  open,
  startNode,
}) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver
  })
  await open(await startNode({ flows: many }))
  for (const loaded of [50, 100]) {
    await expect(page.getByTestId('flow-row')).toHaveCount(loaded)
    await page.getByTestId('load-more').click()
  }
  await expect(page.getByTestId('end')).toBeVisible()
  expect(await listedIds(page)).toEqual(newestFirst)
})

test('an owner with many flows: their list goes on as well', async ({ page, open, startNode }) => {
  const node = await startNode({ flows: many })
  await open(node, `/owners/${node.lcd.flow(1)?.owner}`)
  await expect(page.getByTestId('owner-total')).toHaveText('130')
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(page.getByTestId('flow-row')).toHaveCount(130, { timeout: 200 })
  }).toPass()
  expect(await listedIds(page)).toEqual(newestFirst)
})

test('a long history goes on as well: every execution once, newest first', async ({ page, open, startNode }) => {
  const hour = 3_600_000
  const now = Date.now()
  const history = Array.from({ length: 120 }, (_, index) => {
    const time = new Date(now - (120 - index) * hour).toISOString()
    return { scheduledExecTime: time, actualExecTime: time }
  })
  await open(await startNode({ flows: [{}], history: { 1: history } }), '/flows/1')
  await expect(page.getByTestId('figure-runs')).toHaveText('120')
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(page.getByTestId('history-row')).toHaveCount(120, { timeout: 200 })
  }).toPass()
  const numbers = await page
    .getByTestId('history-row')
    .evaluateAll(rows => rows.map(row => Number(row.getAttribute('data-number'))))
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
})

test('flows that are made while one looks come on top; none is doubled, none lost', async ({
  page,
  open,
  startNode,
  pass,
}) => {
  const node = await startNode({ flows: many })
  await page.clock.install()
  await open(node)
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(page.getByTestId('end')).toBeInViewport({ timeout: 200 })
  }).toPass()
  for (let made = 0; made < 60; made++) node.lcd.addFlow({ label: 'Made just now' })
  await pass(node, 20_000)
  await expect(page.getByTestId('flow-row').first()).toHaveAttribute('data-id', '190')
  await expect(page.getByTestId('flows-total')).toHaveText('190')
  const seen = await listedIds(page)
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => `${190 - index}`))
})

test.describe('a page of the list that fails', () => {
  test.use({ nodeFails: true })

  test('the button tries again', async ({ page, open, startNode }) => {
    const node = await startNode({ flows: many })
    node.lcd.fail({
      query: 'flows',
      path: 'pagination.key',
      status: 400,
      body: { code: 3, message: 'no', details: [] },
    })
    await open(node, '/flows?sort=label')
    await page.getByTestId('load-more').click()
    await expect.poll(() => asked(node, 'flows').filter(path => path.includes('pagination.key')).length).toBe(1)
    node.lcd.recover()
    await expect(page.getByTestId('load-more')).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByTestId('flow-row')).toHaveCount(50)
    await page.getByTestId('load-more').click()
    await expect(page.getByTestId('flow-row')).toHaveCount(100)
  })
})
