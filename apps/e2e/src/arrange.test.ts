import { expect, listedIds, test } from './explorer.js'
import { ids, sample } from './sample.js'

test('filtered by status: in the address, reloadable, and said that it looks at the loaded ones', async ({
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
    await expect(page.getByTestId('flow-row')).toHaveCount(1)
    expect(await listedIds(page)).toEqual(found)
    await expect(page.getByTestId('of-loaded')).toContainText(/1 of the 11 flows loaded/)
  }
  await page.reload()
  await expect(page.getByTestId('filter-status')).toHaveValue('stopped')
  expect(await listedIds(page)).toEqual([ids.stopped])
  await page.getByTestId('filter-status').selectOption('')
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await expect(page).toHaveURL(/\/flows$/)
  await expect(page.getByTestId('of-loaded')).toHaveCount(0)
})

test('sorted by label and by the next run: in the address, reloadable', async ({ page, open, startNode }) => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
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
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '3', '1'])
  await page.getByTestId('sort').selectOption('next')
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '1', '3'])
  await expect(page).toHaveURL(/sort=next/)
  await page.reload()
  await expect(page.getByTestId('sort')).toHaveValue('next')
  await expect.poll(() => listedIds(page)).toEqual(['2', '4', '1', '3'])
  await expect(page.getByTestId('of-loaded')).toBeVisible()
})

test('more than is loaded: says how many the chain has, and goes on by the button alone', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ flows: Array.from({ length: 70 }, () => ({})) }), '/flows?sort=label')
  await expect(page.getByTestId('of-loaded')).toContainText(/50 of the 50 flows loaded.* 70/)
  await page.getByTestId('load-more').click()
  await expect(page.getByTestId('of-loaded')).toContainText(/70 of the 70 flows loaded/)
})

test('no flow of that status among the loaded: says so, and leads out', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: [{}, {}] }), '/flows?status=stopped')
  await expect(page.getByTestId('empty')).toBeVisible()
  await page.getByTestId('show-all').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(2)
  await expect(page).toHaveURL(/\/flows$/)
})

test('a status and an order that do not exist count as none', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: [{}, {}] }), '/flows?status=constructor&sort=__proto__')
  await expect(page.getByTestId('flow-row')).toHaveCount(2)
  await expect(page.getByTestId('filter-status')).toHaveValue('')
})
