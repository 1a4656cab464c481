import { expect, test } from './site.js'

test.describe('what the page is about', () => {
  test.use({ failing: true })

  test('is not found: a real 404', async ({ page, asked }) => {
    expect((await page.goto('/flow/999999'))?.status()).toBe(404)
    await expect(page.getByRole('heading')).toHaveText('There is no such flow')
    expect(asked().filter(({ query }) => query === 'flow')).toEqual([{ query: 'flow', by: 'server' }])
  })

  test('is not found where a link leads: the same page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Live')).toBeVisible()
    await page.getByText('One that is not there').click()
    await expect(page.getByRole('heading')).toHaveText('There is no such flow')
    await expect(page).toHaveURL('/flow/999999')
  })

  test('cannot be: a 404 too, and nobody is asked', async ({ page, asked }) => {
    expect((await page.goto('/flow/rent'))?.status()).toBe(404)
    await expect(page.getByRole('heading')).toHaveText('There is no such flow')
    expect(asked()).toEqual([])
  })

  test('cannot be read: an error page with a status of errors, until it can', async ({
    page,
    lcd,
    addFlow,
    badNode,
  }) => {
    const { id } = addFlow('Pay rent')
    const end = lcd.fail({ query: 'flow', status: 503 })
    expect((await page.goto(`/flow/${id}`))?.status()).toBe(badNode)
    await expect(page.getByRole('heading')).toHaveText('The chain could not be read')
    end()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading')).toHaveText('Pay rent')
  })
})

test('what stands beside it could not be read by the server: the browser asks again', async ({
  page,
  lcd,
  addFlow,
  asked,
}) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  // As often as a client tries.
  lcd.fail({ query: 'flowHistory', status: 503, times: 3 })
  lcd.disturb({ silent: true })
  expect((await page.goto(`/flow/${id}`))?.status()).toBe(200)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  expect(asked().filter(({ by }) => by === 'browser')).toEqual([{ query: 'flowHistory', by: 'browser' }])
})
