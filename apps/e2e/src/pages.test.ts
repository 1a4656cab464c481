import { expect, listedIds, test } from './explorer.js'
import { account, agent, alice, bob, ids, sample } from './sample.js'

test('the list and the page of a flow show its status, schedule, messages, accounts, configuration and runs', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }))
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  const rent = page.locator('[data-testid=flow-row][data-id="1"]')
  await expect(rent).toContainText('Pay rent')
  await expect(rent).toContainText('Send 0.001 INTO every hour')
  await expect(rent.getByTestId('flow-row-owner')).toContainText(alice.slice(-6))
  await expect(rent.getByTestId('flow-row-status')).toHaveAttribute('data-status', 'active')
  await expect(rent.getByTestId('flow-row-next')).toContainText(/in (30 min|29 min \d+ s)/)
  for (const [id, status] of [
    [ids.scheduled, 'scheduled'],
    [ids.completed, 'completed'],
    [ids.stopped, 'stopped'],
  ])
    await expect(
      page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-row-status'),
    ).toHaveAttribute('data-status', `${status}`)
  await expect(page).toHaveTitle(/Flows/)
  await page.locator('[data-testid=flow-row][data-id="2"]').getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expect(page.getByTestId('flow-status')).toHaveAttribute('data-status', 'active')
  await expect(page.getByTestId('flow-does')).toContainText(
    'Delegate 5 OSMO every hour, on the other chain (connection-0)',
  )
  await expect(page.getByTestId('figure-next')).toContainText(/in (30|29) min/)
  await expect(page.getByTestId('figure-success')).toHaveText('1 of 9')
  await expect(page.getByTestId('runs-total')).toHaveText('11')
  await expect(page.getByTestId('schedule-bar')).toBeVisible()
  await expect(page.getByTestId('message')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await expect(page.getByTestId('configuration')).not.toBeEmpty()
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await expect(page.getByTestId('strip-mark')).toHaveCount(11)
  await expect(page).toHaveTitle(/Stake on Osmosis/)
  const json = page.getByTestId('message-json')
  await expect(json).not.toContainText('"@type": "/cosmos.authz.v1beta1.MsgExec"', { useInnerText: true })
  await json.locator('summary').click()
  await expect(json).toContainText('"@type": "/cosmos.authz.v1beta1.MsgExec"', { useInnerText: true })
})

test('the page of an owner shows all flows, problems and agents, and looks up accounts on other chains', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), `/owners/${alice}`)
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  expect(await listedIds(page)).toEqual([ids.conditions, ids.interchain, ids.rent])
  await expect(page.getByTestId('owner-account')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await expect(page.getByTestId('attention').getByTestId('flow-line')).toHaveAttribute('data-id', ids.interchain)
  await page.getByTestId('connection').fill('connection-0')
  await page.getByTestId('connection-submit').click()
  await expect(page).toHaveURL(/account=connection-0/)
  await expect(page.getByTestId('owner-account')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await page.goto(`/owners/${bob}`)
  await expect(page.getByTestId('owner-agents')).toContainText(agent.slice(-6))
})

test('conditions are described in English, with links to other flows', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.conditions}`)
  const conditions = page.getByTestId('conditions')
  await expect(conditions).toContainText('> 0.001 INTO')
  await expect(conditions).toContainText('Stops when flow 2 fails')
  await expect(conditions).toContainText('Skips a run if flow 1 failed')
  await expect(conditions).toContainText('into Amount of message 1')
  await expect(conditions.getByTestId('condition-result').first()).toContainText('Not known yet')
  await expect(conditions.getByTestId('other-flow').first()).toContainText('Stake on Osmosis')
  await conditions.getByRole('link', { name: 'flow 2' }).click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
})

test.describe('missing data', () => {
  test.use({ nodeFails: true })

  test('shows that an account is not registered on a connection', async ({ page, open, startNode }) => {
    await open(await startNode({ state: sample() }), `/owners/${bob}?account=connection-7`)
    await expect(page.getByTestId('ica-missing')).toContainText('connection-7')
  })
})

test('shows help for a chain without flows and a flow without runs', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: [] }))
  await expect(page.getByTestId('empty')).toBeVisible()
  await open(await startNode({ flows: [{}] }), '/flows/1')
  await expect(page.getByTestId('empty')).toContainText(/in (30|29) min/)
})

test('uses the node that the server names', async ({ page, site }) => {
  await page.goto('/')
  await expect(page.getByTestId('empty')).toBeVisible()
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
})

test('links to the documentation that the server names', async ({ page, open, startNode }) => {
  const docs = 'http://127.0.0.1:9/'
  const node = await startNode({ flows: [{}] })
  // The browser blocks direct requests from a page whose response the test has changed.
  await page.route(`${node.url}/**`, async route => route.fulfill({ response: await route.fetch() }))
  await page.route('**/flows?*', async route => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace('docs" content=""', `docs" content="${docs}"`) })
  })
  await open(node)
  await expect(page.getByTestId('docs')).toHaveAttribute('href', docs)
  await page.goto('/params')
  await expect(page.getByTestId('param-row').first()).toBeVisible()
  await expect(page.getByTestId('docs')).toHaveCount(0)
})
