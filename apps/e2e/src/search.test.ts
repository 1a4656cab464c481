import { expect, test } from './explorer.js'
import { alice, ids, sample } from './sample.js'

test.beforeEach(async ({ open, startNode }) => {
  await open(await startNode({ state: sample() }))
})

test('the field keeps its mark when it has the focus', async ({ page }) => {
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  const mark = page.locator('search .mark')
  const before = await mark.screenshot()
  await page.getByTestId('search').focus()
  expect((await mark.screenshot()).equals(before)).toBe(true)
})

test('an id leads to its flow', async ({ page }) => {
  await page.getByTestId('search').fill(` ${ids.interchain} `)
  await page.getByTestId('search').press('Enter')
  await expect(page).toHaveURL(/\/flows\/2$/)
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
})

test('an address leads to its owner, in capitals too', async ({ page }) => {
  await page.getByTestId('search').fill(alice)
  await page.getByTestId('search-submit').click()
  await expect(page).toHaveURL(`/owners/${alice}`)
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await page.goBack()
  await page.getByTestId('search').fill(alice.toUpperCase())
  await page.getByTestId('search-submit').click()
  await expect(page.getByTestId('owner-total')).toHaveText('3')
})

test('nonsense: says what can be found, and stays', async ({ page }) => {
  const url = page.url()
  for (const nonsense of ['rent', '-1', '1e3', '', '../params', `${alice.slice(0, -3)}!`]) {
    await page.getByTestId('search').fill(nonsense)
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('search-error'), nonsense).not.toBeEmpty()
    await expect(page.getByTestId('search')).toHaveAttribute('aria-invalid', 'true')
    expect(page.url()).toBe(url)
    await page.getByTestId('search').fill('1')
    await expect(page.getByTestId('search-error')).toBeEmpty()
  }
})

test.describe('what is not there', () => {
  test.use({ nodeFails: true })

  test('an id that is no uint64: says so', async ({ page }) => {
    await page.getByTestId('search').fill('18446744073709551616')
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('18446744073709551616')
  })

  test('an address with a typing mistake: says so, and leads back rather than to the same again', async ({ page }) => {
    await page.getByTestId('search').fill(`${alice.slice(0, -1)}${alice.endsWith('q') ? 'p' : 'q'}`)
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('no address')
    await expect(page.getByTestId('retry')).toHaveCount(0)
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(/\/flows$/)
  })
})
