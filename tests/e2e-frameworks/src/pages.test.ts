import { expect, test, waitForHydration } from './site.js'

test('a flow: the server sends each query once, and the browser sends none', { tag: '@page' }, async ({
  page,
  lcd,
  addFlow,
  requests,
  proxyRequests,
}) => {
  const { id } = addFlow('Pay rent')
  lcd.execute(id)
  // Without a live connection, the browser has no reason to refetch.
  lcd.disturb({ silent: true })
  const response = await page.goto(`/flow/${id}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/])
  await waitForHydration(page)
  expect(requests()).toEqual([
    ...Array(proxyRequests).fill({ query: 'flow', by: 'server' }),
    { query: 'flow', by: 'server' },
    { query: 'flowHistory', by: 'server' },
  ])
})

test('live: each event updates the page with one request', { tag: '@page' }, async ({
  page,
  lcd,
  addFlow,
  requests,
  proxyRequests,
}) => {
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
  const times = (query: string, by: string) =>
    requests().filter(request => request.query === query && request.by === by).length
  expect([times('flow', 'server'), times('flowHistory', 'server')]).toEqual([1 + proxyRequests, 1])
  // There is one request after the connection opens, and one for each event.
  expect(times('flow', 'browser')).toBeLessThanOrEqual(3)
  expect(times('flowHistory', 'browser')).toBeLessThanOrEqual(2)
})

test("an owner's flows: the server renders the first page, and the browser loads the next one on demand", async ({
  page,
  lcd,
  addFlow,
  requests,
  proxyRequests,
}) => {
  const { owner } = addFlow('Flow 1')
  for (const label of ['Flow 2', 'Flow 3', 'Flow 4', 'Flow 5', 'Flow 6', 'Flow 7']) addFlow(label, owner)
  lcd.disturb({ silent: true })
  await page.goto(`/owner/${owner}`)
  await expect(page.getByRole('listitem')).toHaveText(['Flow 1', 'Flow 2', 'Flow 3', 'Flow 4', 'Flow 5'])
  await waitForHydration(page)
  const fromServer = Array(proxyRequests + 1).fill({ query: 'flowsForOwner', by: 'server' })
  expect(requests()).toEqual(fromServer)

  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'More' })).toBeDisabled()
  expect(requests()).toEqual([...fromServer, { query: 'flowsForOwner', by: 'browser' }])

  await page.getByText('Flow 7').click()
  await expect(page.getByRole('heading')).toHaveText('Flow 7')
})

test('a link leads to a flow with one request for each query', async ({ page, lcd, requests }) => {
  lcd.disturb({ silent: true })
  await page.goto('/')
  await waitForHydration(page)
  await page.getByText('First flow').click()
  await expect(page.getByRole('link')).toHaveText(['All flows of this owner'])
  await expect(page).toHaveURL('/flow/1')
  await expect(page.getByText('Loading runs…')).toHaveCount(0)
  expect(
    requests()
      .map(({ query }) => query)
      .sort(),
  ).toEqual(['flow', 'flowHistory'])
})

test('visitors share no data, at the same time or one after the other', { tag: '@page' }, async ({
  request,
  lcd,
  addFlow,
  requests,
  proxyRequests,
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
  expect(requests().filter(({ query }) => query === 'flow')).toHaveLength(3 * (1 + proxyRequests))
})

test('a page doesn’t wait for a slow node, and the browser sends the request again', { tag: '@page' }, async ({
  page,
  lcd,
  addFlow,
  proxyRequests,
}) => {
  const { id } = addFlow('Pay rent')
  lcd.fail({ query: 'flow', hang: true, times: proxyRequests + 1 })
  const response = await page.goto(`/flow/${id}`)
  expect(response?.status()).toBe(200)
  expect(await response?.text()).toContain('Loading…')
  await expect(page.getByRole('heading')).toHaveText('Pay rent')
})

test('a list doesn’t wait for a slow node, and the browser sends the request again', async ({
  page,
  lcd,
  addFlow,
  proxyRequests,
}) => {
  const { owner } = addFlow('Pay rent')
  lcd.fail({ query: 'flowsForOwner', hang: true, times: proxyRequests + 1 })
  expect((await page.goto(`/owner/${owner}`))?.status()).toBe(200)
  await expect(page.getByRole('listitem')).toHaveText(['Pay rent'])
})

test('shows labels that browsers change in HTML, and runs that have the same time', { tag: '@page' }, async ({
  page,
  lcd,
  addFlow,
}) => {
  const { id, owner } = addFlow('a\0b\r\nc\rd')
  for (let run = 0; run < 2; run++) lcd.execute(id)
  lcd.disturb({ silent: true })
  await page.goto(`/flow/${id}`)
  await waitForHydration(page)
  await expect(page.getByRole('heading')).toHaveText('a\ufffdb c d')
  await expect(page.getByRole('listitem')).toHaveText([/succeeded/, /succeeded/])
  await page.goto(`/owner/${owner}`)
  await waitForHydration(page)
  await expect(page.getByRole('listitem')).toHaveText(['a\ufffdb c d'])
})
