import { expect, listedIds, type Node, test } from './explorer.js'
import { account, alice, bob, ids, nobody, sample } from './sample.js'

for (const version of ['v1', 'v1beta1'] as const) {
  test.describe(`on a node of ${version}`, () => {
    // A node of v1beta1 is first asked in v1, which it answers with 501.
    test.use({ nodeFails: version === 'v1beta1' })

    let node: Node
    test.beforeEach(async ({ startNode }) => {
      node = await startNode({ version, state: sample() })
    })

    test('flows: each with its id, label, owner, status, what it does and when it runs next', async ({
      page,
      open,
    }) => {
      await open(node)
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
    })

    test('flow: its status, schedule, messages, accounts, rules and history', async ({ page, open }) => {
      await open(node, `/flows/${ids.interchain}`)
      await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
      await expect(page.getByTestId('flow-status')).toHaveAttribute('data-status', 'active')
      await expect(page.getByTestId('flow-does')).toContainText(
        'Delegate 5 OSMO every hour, on the other chain (connection-0)',
      )
      await expect(page.getByTestId('figure-next')).toContainText(/in (30|29) min/)
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

    test('owner: all their flows, and their accounts on other chains', async ({ page, open }) => {
      await open(node, `/owners/${alice}`)
      await expect(page.getByTestId('owner-total')).toHaveText('3')
      expect(await listedIds(page)).toEqual([ids.conditions, ids.interchain, ids.rent])
      await expect(page.getByTestId('owner-account')).toHaveCount(1)
      await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
    })

    test('parameters: each with its unit and meaning', async ({ page, open }) => {
      await open(node, '/params')
      await expect(page.getByTestId('param-row')).toHaveCount(8)
      const row = (field: string) => page.locator(`[data-testid=param-row][data-field=${field}]`)
      await expect(row('flow_funds_commission')).toContainText('2 %')
      await expect(row('burn_fee_per_msg')).toContainText('0.01 INTO')
      await expect(row('max_flow_duration')).toContainText('1,098 days')
      await expect(row('min_flow_interval')).toContainText('5 seconds')
      await expect(row('connection_rewards')).toContainText('0.02 INTO')
    })
  })
}

test('flow: its conditions in words, the flows in them as links', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.conditions}`)
  const conditions = page.getByTestId('conditions')
  await expect(conditions).toContainText('> 0.001 INTO')
  await expect(conditions).toContainText('Stops when flow 2 fails')
  await expect(conditions).toContainText('Is skipped when flow 1 failed')
  await expect(conditions).toContainText('into Amount of message 1')
  await expect(conditions.getByTestId('judgement').first()).toContainText('Not known yet')
  await expect(conditions.getByTestId('other-flow').first()).toContainText('Stake on Osmosis')
  await conditions.getByRole('link', { name: 'flow 2' }).click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
})

test('owner: an account on a connection that is asked for, or that there is none', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  await open(node, `/owners/${bob}`)
  await expect(page.getByTestId('flow-row')).toHaveCount(3)
  await page.goto(`/owners/${alice}`)
  await page.getByTestId('connection').fill('connection-0')
  await page.getByTestId('connection-submit').click()
  await expect(page).toHaveURL(/account=connection-0/)
  await expect(page.getByTestId('owner-account')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
})

test.describe('what is not there', () => {
  test.use({ nodeFails: true })

  test('an account that was never registered: says so, with the connection', async ({ page, open, startNode }) => {
    await open(await startNode({ state: sample() }), `/owners/${bob}?account=connection-7`)
    await expect(page.getByTestId('ica-missing')).toContainText('connection-7')
  })

  test('a flow that does not exist: says so, and leads back', async ({ page, open, startNode }) => {
    await open(await startNode({ state: sample() }), '/flows/4711')
    await expect(page.getByTestId('not-found')).toContainText('4711')
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(/\/flows$/)
    await expect(page.getByTestId('flow-row')).toHaveCount(11)
  })

  test('no flow id at all: says so without asking the node', async ({ page, open, startNode }) => {
    const node = await startNode({ state: sample() })
    await open(node, '/flows/rent')
    await expect(page.getByTestId('not-found')).toContainText('rent')
    expect(node.lcd.requests.filter(({ query }) => query === 'flow')).toEqual([])
  })
})

test('an owner without flows: an empty page that helps', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/owners/${nobody}`)
  await expect(page.getByTestId('empty')).toBeVisible()
})

test('a chain without flows, and a flow without executions: empty pages that help', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ flows: [] }))
  await expect(page.getByTestId('empty')).toBeVisible()
  await open(await startNode({ flows: [{}] }), '/flows/1')
  await expect(page.getByTestId('empty')).toContainText(/in (30|29) min/)
})

test('no such page: says so, and leads to the flows', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node, '/nowhere/at/all')
  await page.getByTestId('not-found').getByRole('link').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})

test('the site itself is the overview of the node that its server names', async ({ page, site }) => {
  await page.goto('/')
  await expect(page.getByTestId('empty')).toBeVisible()
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
})

test('a whole row leads to its flow, its owner to theirs, and back and forth through the pages', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }))
  const row = page.locator(`[data-testid=flow-row][data-id="${ids.rent}"]`)
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page).toHaveURL(/\/flows\/1$/)
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  await page.getByTestId('flow-owner').click()
  await expect(page).toHaveURL(`/owners/${alice}`)
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.goBack()
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await page.goBack()
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  await page.goBack()
  await row.getByTestId('flow-row-owner').click()
  await expect(page).toHaveURL(`/owners/${alice}`)
})

test('a list that one comes back to is where one left it; another address opens at its top', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: Array.from({ length: 500 }, () => ({})) })
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('500 flows')
  await page.evaluate(() => scrollTo(0, 20_000))
  const row = page.locator('[data-testid=flow-row][data-id="190"]')
  await expect(row).toBeInViewport()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.goto(`/owners/${node.lcd.flow(1)?.owner}`)
  await expect(page.getByTestId('flow-row').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the documentation is linked where the server of the page names it', async ({ page, open, startNode }) => {
  const docs = 'http://127.0.0.1:9/'
  await page.route('**/flows?*', async route => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replace('docs" content=""', `docs" content="${docs}"`) })
  })
  const node = await startNode({ flows: [{}] })
  await open(node)
  await expect(page.getByTestId('docs')).toHaveAttribute('href', docs)
  await page.goto('/params')
  await expect(page.getByTestId('param-row').first()).toBeVisible()
  await expect(page.getByTestId('docs')).toHaveCount(0)
})

test.describe('a link', () => {
  test.use({ nodeFails: true })

  test('every view has an address of its own, which can be opened and reloaded', async ({
    page,
    open,
    startNode,
    site,
  }) => {
    const node = await startNode({ state: sample() })
    for (const [what, path, testId] of [
      ['the flows, filtered and sorted', '/flows?status=stopped&sort=label', 'flow-row'],
      ['a flow', `/flows/${ids.rent}`, 'schedule-bar'],
      ['an opened execution', `/flows/${ids.interchain}?execution=2`, 'history-detail'],
      ['an owner', `/owners/${alice}`, 'owner-account'],
      ['an account that was looked up', `/owners/${bob}?account=connection-0`, 'owner-account'],
      ['the parameters', '/params', 'param-row'],
    ] as const) {
      await test.step(what, async () => {
        await open(node, path)
        await expect(page.getByTestId(testId).first()).toBeVisible()
        expect(page.url()).toBe(site.url + path)
        await page.reload()
        await expect(page.getByTestId(testId).first()).toBeVisible()
        expect(page.url()).toBe(site.url + path)
      })
    }
  })
})
