import { expect, test } from './explorer.js'
import { alice, ids, sample } from './sample.js'

test.beforeEach(async ({ open, startNode }) => {
  await open(await startNode({ state: sample() }))
})

test('finds a flow by its id, after the key / focused the search field', async ({ page }) => {
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.keyboard.press('/')
  await expect(page.getByTestId('search')).toBeFocused()
  await page.keyboard.type(ids.interchain)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/flows\/2$/)
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expect(page.getByTestId('search')).toHaveValue('')
})

test('the key / does not focus the search field while the user types in another field', async ({ page }) => {
  await page.getByTestId('filter-words').pressSequentially('a/b')
  await expect(page.getByTestId('filter-words')).toHaveValue('a/b')
})

test('finds an owner by their address, also in upper case', async ({ page }) => {
  for (const text of [alice, alice.toUpperCase()]) {
    await page.getByTestId('search').fill(` ${text} `)
    await page.getByTestId('search').press('Enter')
    await expect(page).toHaveURL(`/owners/${alice}`)
    await expect(page.getByTestId('owner-total')).toHaveText('3')
    await page.goBack()
  }
})

test('lists flows that contain a text, and ignores an empty search', async ({ page }) => {
  const url = page.url()
  await page.getByTestId('search').press('Enter')
  expect(page.url()).toBe(url)
  await page.getByTestId('search').fill('restake pays')
  await page.getByTestId('search').press('Enter')
  await expect(page).toHaveURL(/\/flows\?q=restake\+pays$/)
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('flow-row')).toContainText('Restake when it pays')
})

test.describe('missing data', () => {
  test.use({ nodeFails: true })

  test('rejects an id that is not a uint64', async ({ page }) => {
    await page.getByTestId('search').fill('18446744073709551616')
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('18446744073709551616')
  })

  test('an address with a typo shows a link to the list, and no retry button', async ({ page }) => {
    await page.getByTestId('search').fill(`${alice.slice(0, -1)}${alice.endsWith('q') ? 'p' : 'q'}`)
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('Invalid address')
    await expect(page.getByTestId('retry')).toHaveCount(0)
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(/\/flows$/)
  })
})
