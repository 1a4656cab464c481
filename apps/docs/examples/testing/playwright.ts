import { createLcd } from '@flow-query/testing'
import { expect, test } from '@playwright/test'

test('a flow is shown by its label', async ({ page }) => {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  await page.route('https://lcd.example.org/**', async route => {
    const answer = await lcd.fetch(route.request().url())
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    })
  })

  await page.goto('http://127.0.0.1:5173/flow/1')
  await expect(page.getByText('Pay rent')).toBeVisible()
})
