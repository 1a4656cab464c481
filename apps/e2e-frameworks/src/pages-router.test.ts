import { expect, test } from './site.js'

test('a flow: the server asks once, and the browser for nothing; live it is', async ({ page, lcd, addFlow, asked }) => {
  const { id } = addFlow('Pay rent')
  const listen = lcd.disturb({ silent: true })
  await page.goto(`/pages-router/flow/${id}`)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByText('connecting')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked()).toEqual([{ query: 'flow', by: 'server' }])

  listen()
  await page.reload()
  await expect(page.getByText('Live')).toBeVisible()
  lcd.updateFlow(id, { label: 'Pay more rent' })
  await expect(page.getByRole('heading')).toHaveText('Pay more rent')
})

test.describe('what the page is about', () => {
  test.use({ failing: true })

  test('is not found: a real 404', async ({ page }) => {
    expect((await page.goto('/pages-router/flow/999999'))?.status()).toBe(404)
  })

  test('cannot be read: a status of errors', async ({ page, lcd, addFlow }) => {
    const { id } = addFlow('Pay rent')
    lcd.fail({ query: 'flow', status: 503 })
    expect((await page.goto(`/pages-router/flow/${id}`))?.status()).toBe(500)
  })
})
