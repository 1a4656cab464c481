import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './explorer.js'
import { ids, sample } from './sample.js'

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

test('the bookmark dialog is accessible, and requires a name', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.rent}`)
  await page.getByTestId('bookmark').click()
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=bookmark-dialog]').analyze()
  expect(violations).toEqual([])
  await page.getByTestId('bookmark-name').fill('   ')
  await page.getByTestId('bookmark-save').click()
  await expect(page.getByTestId('bookmark-dialog')).toBeVisible()
  await page.getByTestId('bookmark-cancel').click()
  await expect(page.getByTestId('bookmark')).toHaveAttribute('data-saved', 'false')
})
