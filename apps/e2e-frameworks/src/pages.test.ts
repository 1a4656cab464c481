import { expect, test } from './site.js'

test('a flow: the server asks once for each query, and the browser for nothing', async ({
  page,
  lcd,
  addFlow,
  asked,
}) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  // Who begins to listen asks for what happened before: here nobody listens yet.
  lcd.disturb({ silent: true })
  const response = await page.goto(`/flow/${id}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  await expect(page.getByText('connecting')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked()).toEqual([
    { query: 'flow', by: 'server' },
    { query: 'flowHistory', by: 'server' },
  ])
})

test('live: what happens is on the page, for a request each', async ({ page, lcd, addFlow, asked }) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  await page.goto(`/flow/${id}`)
  await expect(page.getByText('Live')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  await page.waitForLoadState('networkidle')

  lcd.advance(60_000)
  lcd.execute(id, { outcome: 'failed', error: 'insufficient funds' })
  await expect(page.getByRole('listitem')).toHaveText([/did not/, /succeeded/])
  lcd.updateFlow(id, { label: 'Pay more rent' })
  await expect(page.getByRole('heading')).toHaveText('Pay more rent')
  const times = (query: string, by: string) => asked().filter(one => one.query === query && one.by === by).length
  expect([times('flow', 'server'), times('flowHistory', 'server')]).toEqual([1, 1])
  // Once for what happened before it listened, and once for each event.
  expect(times('flow', 'browser')).toBeLessThanOrEqual(3)
  expect(times('flowHistory', 'browser')).toBeLessThanOrEqual(2)
})

test("an owner's flows: the first page comes with the server's, the next when it is asked for", async ({
  page,
  lcd,
  addFlow,
  asked,
}) => {
  const { owner } = addFlow('Flow 1')
  for (const label of ['Flow 2', 'Flow 3', 'Flow 4', 'Flow 5', 'Flow 6', 'Flow 7']) addFlow(label, owner)
  lcd.disturb({ silent: true })
  await page.goto(`/owner/${owner}`)
  await expect(page.getByRole('listitem')).toHaveText(['Flow 1', 'Flow 2', 'Flow 3', 'Flow 4', 'Flow 5'])
  await expect(page.getByText('connecting')).toBeVisible()
  expect(asked()).toEqual([{ query: 'flowsForOwner', by: 'server' }])

  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'More' })).toBeDisabled()
  expect(asked()).toEqual([
    { query: 'flowsForOwner', by: 'server' },
    { query: 'flowsForOwner', by: 'browser' },
  ])

  await page.getByText('Flow 7').click()
  await expect(page.getByRole('heading')).toHaveText('Flow 7')
})

test('a link leads to a flow with one request for each query', async ({ page, lcd, asked }) => {
  lcd.disturb({ silent: true })
  await page.goto('/')
  await expect(page.getByText('connecting')).toBeVisible()
  await page.getByText('The first flow').click()
  await expect(page).toHaveURL('/flow/1')
  await expect(page.getByRole('link')).toHaveText('All flows of its owner')
  await expect(page.getByText('Loading its runs')).toBeHidden()
  expect(
    asked()
      .map(({ query }) => query)
      .sort(),
  ).toEqual(['flow', 'flowHistory'])
})

test('two visitors at once share nothing, and one after the other neither', async ({
  request,
  lcd,
  addFlow,
  asked,
}) => {
  const flows = ['Rent of Alice', 'Rent of Bob'].map(label => addFlow(label))
  lcd.fail({ query: ['flow', 'flowHistory'], slow: 1_000 })
  const htmls = await Promise.all(flows.map(async ({ id }) => (await request.get(`/flow/${id}`)).text()))
  expect(htmls.map(html => ['Alice', 'Bob'].filter(name => html.includes(name)))).toEqual([['Alice'], ['Bob']])
  for (const [index, html] of htmls.entries())
    expect(flows.map(({ owner }) => html.includes(owner))).toEqual([index === 0, index === 1])

  lcd.recover()
  const [{ id } = { id: '' }] = flows
  lcd.updateFlow(id, { label: 'Rent of Carol' })
  const html = await (await request.get(`/flow/${id}`)).text()
  expect(['Alice', 'Bob', 'Carol'].filter(name => html.includes(name))).toEqual(['Carol'])
  expect(asked().filter(({ query }) => query === 'flow')).toHaveLength(3)
})
