import { createLcd } from '@flow-query/testing'
import { expect, test } from '@playwright/test'

test('shows the label of a flow', async ({ page }) => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  await page.route('https://lcd.example.org/**', async route => {
    const response = await lcd.fetch(route.request().url())
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    })
  })

  await page.goto('http://127.0.0.1:5173/flow/1')
  await expect(page.getByText('Pay rent')).toBeVisible()
})
