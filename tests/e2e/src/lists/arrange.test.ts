import { at, expect, listedIds, start, test } from '../explorer.js'
import { ids, sample } from '../sample.js'

test('adds filters to the URL, shows the number of matches, survives a reload, and clears the filters', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }))
  for (const [status, found] of [
    ['scheduled', [ids.scheduled]],
    ['completed', [ids.completed]],
    ['stopped', [ids.stopped]],
  ] as const) {
    await page.getByTestId('filter-status').selectOption(status)
    await expect(page).toHaveURL(new RegExp(`status=${status}`))
    await expect(page.getByTestId('flows-found')).toHaveText('1 of 11 flows')
    await expect.poll(() => listedIds(page)).toEqual(found)
  }
  await page.reload()
  await expect(page.getByTestId('filter-status')).toHaveValue('stopped')
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await page.getByTestId('filter-status').selectOption('')
  await expect(page).toHaveURL(at('/flows'))

  await page.getByTestId('filter-type').selectOption({ label: 'MsgDelegate' })
  await expect.poll(() => listedIds(page)).toEqual([ids.interchain])
  await page.getByTestId('filter-type').selectOption('')
  await page.getByTestId('filter-connection').selectOption('connection-0')
  await expect.poll(() => listedIds(page)).toEqual([ids.conditions, ids.interchain])
  await expect(page).toHaveURL(/connection=connection-0/)
  await page.getByTestId('filter-status').selectOption('stopped')
  await expect(page.getByTestId('empty')).toBeVisible()
  await page.getByTestId('show-all').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await expect(page).toHaveURL(at('/flows'))
})

test('checks the health of more flows until the screen is full, and then only when the user asks', async ({
  page,
  open,
  startNode,
}) => {
  const flows = Array.from({ length: 80 }, () => ({}))
  const history = Object.fromEntries([10, 70].map(id => [id, [{ executed: false, errors: ['insufficient funds'] }]]))
  const node = await startNode({ flows, history })
  await open(node, '/flows?health=failing')
  await page.getByTestId('check-more').click()
  await expect(page.getByTestId('flows-found')).toHaveText('2 of 80 flows')
  await expect.poll(() => listedIds(page)).toEqual(['70', '10'])

  for (const { id } of node.lcd.state.flows) node.lcd.execute(id, { outcome: 'failed', error: 'insufficient funds' })
  await page.reload()
  const found = page.getByTestId('flows-found')
  await expect(found).toHaveText(/^\d+ found so far · \d+ of 80 flows checked\s*Check the other \d+$/)
  await page.getByTestId('check-more').click()
  await expect(found).toHaveText('80 flows')
})

test('sorts all flows, adds the order to the URL, and survives a reload', async ({ page, open, startNode }) => {
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  const flows = [
    { label: 'Flow 10', execTime: at(30) },
    { label: 'apples', execTime: at(10) },
    { label: 'Flow 9', execTime: at(-600) },
    { label: 'Bananas', execTime: at(20) },
  ]
  await open(await startNode({ flows }))
  await expect(page.getByTestId('flow-row')).toHaveCount(4)
  expect(await listedIds(page)).toEqual(['4', '3', '2', '1'])
  await page.getByTestId('sort').selectOption('label')
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '1', '3'])
  await page.getByTestId('sort').selectOption('next')
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '1', '3'])
  await expect(page).toHaveURL(/sort=next/)
  await page.reload()
  await expect(page.getByTestId('sort')).toHaveValue('next')
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '1', '3'])
})

test('the browser’s back button restores the filters that a search replaced, and a phone shows them after a click', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), '/flows?status=stopped')
  await expect.poll(() => listedIds(page)).toEqual([ids.stopped])
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  // A new page takes the focus just after its first frame.
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('gardener')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('/flows?q=gardener'))
  await expect(page.getByTestId('filter-words')).toHaveValue('gardener')
  await expect.poll(() => listedIds(page)).toEqual([ids.scheduled])
  await page.goBack()
  await page.goBack()
  await expect(page.getByTestId('filter-status')).toHaveValue('stopped')

  // On a phone, a button shows the filters and their number.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('filter-status')).toBeHidden()
  const toggle = page.getByTestId('filters-toggle')
  await expect(toggle).toHaveText('Filter and sort (1)')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['filter-status', 'filter-health', 'filter-type', 'filter-connection', 'sort'])
    await expect(page.getByTestId(name)).toBeInViewport({ ratio: 1 })
})

const failingFlows = () => {
  const flows = Array.from({ length: 40 }, () => ({}))
  const failed = [{ executed: false, errors: ['insufficient funds'] }]
  return { flows, history: Object.fromEntries(flows.map((_, index) => [index + 1, failed])) }
}

test('a search by health never shows a skeleton for a flow’s health', async ({ page, open, startNode }) => {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-testid=flow-row] .bone')) Object.assign(window, { hadSkeleton: true })
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await open(await startNode(failingFlows()), '/flows?health=attention')
  await expect(page.getByTestId('flows-found')).toHaveText('40 flows')
  await expect(page.getByTestId('flow-row-health').first()).toContainText('INTO short')
  await page.getByTestId('filter-words').fill('7')
  await expect.poll(() => listedIds(page)).toEqual(['7'])
  expect(await page.evaluate(() => 'hadSkeleton' in window)).toBe(false)
})

test.describe('while the visitor types', () => {
  // The test decides when the visitor stops typing.
  test.use({ clock: 'stopped' })

  test('a search by health waits, because each search checks other flows', async ({ page, open, startNode, until }) => {
    await open(await startNode(failingFlows()), '/flows?health=attention')
    await until(async () => expect(await page.getByTestId('flows-found').textContent()).toContain('40 flows'))
    await page.getByTestId('filter-words').fill('7')
    await page.clock.runFor(799)
    expect(page.url()).not.toContain('q=7')
    await page.clock.runFor(1)
    await expect(page).toHaveURL(/q=7/)
  })
})
