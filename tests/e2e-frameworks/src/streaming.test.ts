import { expect, test } from './site.js'

test('the main content does not wait for streamed content', { tag: '@page' }, async ({ page, lcd, addFlow }) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  lcd.fail({ query: 'flowHistory', hang: true })
  await page.goto(`/flow/${id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByText('Loading runs…')).toBeVisible()
})
