import { expect, test } from './site.js'

test('what the page is about does not wait for what stands beside it', async ({ page, lcd, addFlow }) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  lcd.fail({ query: 'flowHistory', hang: true })
  await page.goto(`/flow/${id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByText('Loading its runs')).toBeVisible()
})
