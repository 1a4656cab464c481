import { expect, test } from './site.js'

test.describe('errors of the main content', () => {
  test.use({ failing: true })

  test('a missing flow returns status 404', async ({ page, requests }) => {
    expect((await page.goto('/flow/999999'))?.status()).toBe(404)
    await expect(page.getByRole('heading')).toHaveText('Page not found')
    expect(requests().filter(({ query }) => query === 'flow')).toEqual([{ query: 'flow', by: 'server' }])
  })

  test('a link to a missing flow shows the same page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Live')).toBeVisible()
    await page.getByText('Missing flow').click()
    await expect(page.getByRole('heading')).toHaveText('Page not found')
    await expect(page).toHaveURL('/flow/999999')
  })

  for (const path of ['/owner/bad', '/owner/bad/failing'])
    test(`an invalid owner returns status 404 without a request to the node: ${path}`, async ({ page, requests }) => {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading')).toHaveText('Page not found')
      expect(requests()).toEqual([])
    })

  test('an invalid ID returns status 404 without a request to the node', async ({ page, requests }) => {
    expect((await page.goto('/flow/rent'))?.status()).toBe(404)
    await expect(page.getByRole('heading')).toHaveText('Page not found')
    expect(requests()).toEqual([])
  })

  test('if the node fails later, the page keeps its data and shows errors next to it', { tag: '@page' }, async ({
    page,
    lcd,
    addFlow,
  }) => {
    const { id } = addFlow('Pay rent')
    lcd.execute(id)
    await page.goto(`/flow/${id}`)
    await expect(page.getByText('Live')).toBeVisible()
    lcd.fail({ query: ['flow', 'flowHistory'], status: 503 })
    lcd.execute(id)
    await expect(page.getByRole('alert').filter({ hasText: 'The node can’t respond' })).toHaveCount(2)
    await expect(page.getByRole('heading')).toHaveText('Pay rent')
    await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  })

  test('a failing node causes an error page, which recovers with "Try again"', { tag: '@page' }, async ({
    page,
    lcd,
    addFlow,
    errorStatus,
  }) => {
    const { id } = addFlow('Pay rent')
    const end = lcd.fail({ query: 'flow', status: 503 })
    expect((await page.goto(`/flow/${id}`))?.status()).toBe(errorStatus)
    await expect(page.getByRole('heading')).toHaveText('Could not load the page')
    end()
    await page.getByText('Try again', { exact: true }).click()
    await expect(page.getByRole('heading')).toHaveText('Pay rent')
  })
})

test('other content that fails to load on the server is loaded by the browser', async ({
  page,
  lcd,
  addFlow,
  requests,
}) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  // The client sends each request up to three times.
  lcd.fail({ query: 'flowHistory', status: 503, times: 3 })
  lcd.disturb({ silent: true })
  expect((await page.goto(`/flow/${id}`))?.status()).toBe(200)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  expect(requests().filter(({ by }) => by === 'browser')).toEqual([{ query: 'flowHistory', by: 'browser' }])
})
