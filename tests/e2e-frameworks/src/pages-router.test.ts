import { expect, test, waitForHydration } from './site.js'

test('a flow is fetched once by the server, and updates live', { tag: '@page' }, async ({
  page,
  lcd,
  addFlow,
  requests,
}) => {
  const { id } = addFlow('Pay rent')
  const listen = lcd.disturb({ silent: true })
  await page.goto(`/pages-router/flow/${id}`)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await waitForHydration(page)
  expect(requests()).toEqual([{ query: 'flow', by: 'server' }])

  listen()
  await page.reload()
  await expect(page.getByText('Live')).toBeVisible()
  lcd.updateFlow(id, { label: 'Pay more rent' })
  await expect(page.getByRole('heading')).toHaveText('Pay more rent')
})

test.describe('errors of the main content', () => {
  test.use({ failing: true })

  for (const id of ['999999', 'rent'])
    test(`a missing flow or an invalid ID returns status 404: ${id}`, async ({ page }) => {
      expect((await page.goto(`/pages-router/flow/${id}`))?.status()).toBe(404)
    })

  test('a failing node causes status 500', async ({ page, lcd, addFlow }) => {
    const { id } = addFlow('Pay rent')
    lcd.fail({ query: 'flow', status: 503 })
    expect((await page.goto(`/pages-router/flow/${id}`))?.status()).toBe(500)
  })
})
