import { AxeBuilder } from '@axe-core/playwright'
import { at, expect, listedIds, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

test('a bookmark that cannot be stored shows a warning, and works until the page is closed', async ({
  page,
  open,
  startNode,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await open(await startNode({ state: sample() }), `/flows/${ids.rent}`)
  await page.getByTestId('bookmark').click()
  await page.getByTestId('bookmark-save').click()
  await expect(page.getByTestId('bookmark-problem')).toContainText('blocks storage')
  await page.keyboard.press('Escape')
  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('bookmark-link')).toHaveText(/Pay rent/)
})

test('a first visit has a field for an address or a flow ID', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/')
  const field = page.getByTestId('address')
  await field.fill('rent')
  await page.getByTestId('address-submit').click()
  await expect(page.getByTestId('address-help')).toContainText('starts with into1')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(ids.rent)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  await page.goBack()
  await field.fill(` ${alice.toUpperCase()} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at(`/owners/${alice}`))
})

test('bookmarks require a name, appear in all tabs, and survive a reload', async ({
  page,
  open,
  startNode,
  context,
}) => {
  const node = await startNode({ state: sample() })
  await open(node, '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('bookmarks')).toHaveCount(0)
  const other = await context.newPage()
  await other.goto(`/owners/${alice}?lcd=${encodeURIComponent(node.url)}`)
  await expect(other.getByTestId('owner-total')).toHaveText('3')
  await other.getByTestId('bookmark').click()
  await expect(other.getByTestId('bookmark-name')).toBeFocused()
  await other.keyboard.type('Alice at work')
  await other.keyboard.press('Enter')
  await expect(other.getByTestId('bookmark-dialog')).toBeHidden()
  await expect(other.getByTestId('bookmark')).toBeFocused()
  await expect(page.getByTestId('bookmark-link')).toHaveText(/Alice at work\s*Owner/)
  const line = page.getByTestId('my-line')
  await expect(line.locator('.health')).toHaveText(/^\d of 3 flows needs? attention$/)
  await expect(line.locator('time [aria-hidden]')).toHaveText(/^next run in /)

  await page.getByTestId('nav-flows').click()
  await page.getByTestId('filter-words').fill('alice work rent')
  await expect.poll(() => listedIds(page)).toEqual([ids.rent])
  await expect(page.getByTestId('flow-row-owner')).toHaveText('Alice at work')
  await page.getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-owner')).toHaveText('Alice at work')
  await page.getByTestId('bookmark').click()
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('[data-testid=bookmark-dialog]')
    .analyze()
  expect(violations).toEqual([])
  await page.getByTestId('bookmark-name').fill('   ')
  await page.getByTestId('bookmark-save').click()
  await expect(page.getByTestId('bookmark-dialog')).toBeVisible()
  await page.getByTestId('bookmark-cancel').click()
  await expect(page.getByTestId('bookmark')).toHaveAttribute('data-saved', 'false')
  await page.getByTestId('bookmark').click()
  await expect(page.getByTestId('bookmark-name')).toHaveValue('Pay rent')
  // The suggestion is selected, so that typing replaces it.
  await page.keyboard.type('Pay the rent')
  await expect(page.getByTestId('bookmark-name')).toHaveValue('Pay the rent')
  await page.getByTestId('bookmark-save').click()
  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('bookmark-link')).toHaveText([/Pay the rent\s*Flow 1/, /Alice at work/])
  await expect(line.first().locator('.health')).toContainText('Healthy')
  await page.reload()
  await expect(page.getByTestId('bookmark-link')).toHaveCount(2)
  await page.getByTestId('bookmark-link').last().click()
  await page.getByTestId('bookmark').click()
  await page.getByTestId('bookmark-remove').click()
  await expect(other.getByTestId('bookmark')).toHaveAttribute('data-saved', 'false')
})
