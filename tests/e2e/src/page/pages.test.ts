import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '@flow-query/demo'
import type { Page } from '@playwright/test'
import { at, expect, listedIds, test } from '../explorer.js'
import { account, agent, alice, bob, ids, nobody, sample } from '../sample.js'

test('links lead to all pages with their data', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.locator(`[data-testid=flow-line][data-id="${ids.interchain}"]`)).toBeVisible()
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flows-found')).toHaveText('11 flows')
  const row = page.locator(`[data-testid=flow-row][data-id="${ids.conditions}"]`)
  await expect(row).toContainText('Restake when it pays')
  await expect(page.locator('.flows .bone')).toHaveCount(0)
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toHaveText('Restake when it pays')
  await expect(page.getByTestId('conditions')).toContainText('Stops when flow 2 fails')
  await page.getByTestId('flow-agent').click()
  await expect(page).toHaveURL(at(`/agents/${agent}`))
  await expect(page.getByTestId('flow-row')).toHaveAttribute('data-id', ids.conditions)
  await page.getByTestId('nav-agents').click()
  await expect(page.getByTestId('agent-row')).toHaveCount(1)
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByTestId('flow-owner').click()
  await expect(page).toHaveURL(at(`/owners/${alice}`))
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await expect(page.getByTestId('ica-address')).toHaveCount(1)
})

test('a link to the opened page adds no entry to the history', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/')
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  for (let click = 0; click < 3; click++) await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  expect(await entries()).toBe(before + 1)
  await page.goBack()
  await expect(page.getByTestId('count-active')).toContainText('8')
})

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
  await expect(rent.getByTestId('flow-row-next')).toHaveText(/^in 30 min.*CET$/)
  for (const [id, status] of [
    [ids.scheduled, 'scheduled'],
    [ids.completed, 'completed'],
    [ids.stopped, 'stopped'],
  ])
    await expect(
      page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-row-status'),
    ).toHaveAttribute('data-status', `${status}`)
  await expect(
    page.locator(`[data-testid=flow-row][data-id="${ids.completed}"]`).getByTestId('flow-row-next'),
  ).toHaveText('ran 2 h ago')
  await expect(page).toHaveTitle(/Flows/)
  await page.locator('[data-testid=flow-row][data-id="2"]').getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expect(page.getByTestId('flow-status')).toHaveAttribute('data-status', 'active')
  await expect(page.getByTestId('flow-does')).toContainText(
    'Delegate 5 OSMO every hour, on the other chain (connection-0)',
  )
  await expect(page.getByTestId('figure-next')).toContainText('in 30 min')
  await expect(page.getByTestId('runs-picture')).toContainText('1 succeeded')
  await expect(page.getByTestId('runs-total')).toHaveText('11')
  await expect(page.getByTestId('next-runs').locator('li').first()).toBeVisible()
  await expect(page.getByTestId('message')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await expect(page.getByTestId('configuration')).not.toBeEmpty()
  await expect(page.getByTestId('history-row')).toHaveCount(5)
  await page.getByTestId('all-runs').click()
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await expect(page.getByTestId('strip-mark')).toHaveCount(11)
  await expect(page).toHaveTitle(new RegExp(`^Stake on Osmosis · Failing · .*${alice.slice(-6)} · Flow Explorer$`))
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
  await expect(page.getByTestId('owner-title')).toHaveText(/^\d of 3 flows needs? attention$/)
  await expect.poll(async () => (await listedIds(page)).sort()).toEqual([ids.rent, ids.interchain, ids.conditions])
  await page.getByTestId('group-attention').click()
  await expect(page).toHaveURL(/show=attention/)
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.interchain}"]`)).toBeVisible()
  await page.getByTestId('group-all').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(3)

  // The rent is paid each hour, and a click on a day lists the flows that run on it.
  const days = page.getByTestId('calendar-day')
  await expect(days).toHaveCount(14)
  await expect(days.first()).toHaveAccessibleName(/^1 Jan: \d+ runs/)
  await days.first().click()
  await expect(days.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.rent}"]`)).toBeVisible()
  await page.getByTestId('all-days').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(3)
  await expect(page.getByTestId('owner-account')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await page.getByTestId('connection').fill('connection-0')
  await page.getByTestId('connection-submit').click()
  await expect(page).toHaveURL(/account=connection-0/)
  await expect(page.getByTestId('owner-account')).toHaveCount(1)
  await expect(page.getByTestId('ica-address')).toContainText(account.slice(-6))
  await page.getByTestId('search').fill(bob)
  await page.getByTestId('search').press('Enter')
  await expect(page.getByTestId('owner-agents')).toContainText(agent.slice(-6))
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.scheduled}"]`)).toBeVisible()
  await page.goBack()
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.interchain}"]`)).toBeVisible()
})

test('conditions are described in English, with links to other flows, and each copy button has a unique name', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.conditions}`)
  await expectUniqueCopyButtons(page)
  const conditions = page.getByTestId('conditions')
  await expect(conditions).toContainText('> 0.001 INTO')
  await expect(conditions).toContainText('Stops when flow 2 fails')
  await expect(conditions).toContainText('Skips a run if flow 1 failed')
  await expect(conditions).toContainText('Sets Amount of message 1 to Amount.[0] of the last response')
  await expect(conditions.getByTestId('condition-result').first()).toContainText('Not known yet')
  await expect(conditions.getByTestId('other-flow').first()).toContainText('Stake on Osmosis')
  await conditions.getByRole('link', { name: 'flow 2' }).click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expectUniqueCopyButtons(page)
})

test.describe('missing data', () => {
  test.use({ nodeFails: true })

  test('reports a missing flow and an owner without flows', async ({ page, open, startNode }) => {
    const node = await startNode({ state: sample() })
    await open(node, `/owners/${nobody}`)
    await expect(page.getByTestId('empty')).toBeVisible()
    await open(node, '/flows/4711')
    await expect(page.getByTestId('not-found')).toContainText('4711')
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(at('/flows'))
    await expect(page.getByTestId('flow-row')).toHaveCount(11)
  })

  test('shows that an account is not registered on a connection', async ({ page, open, startNode }) => {
    await open(await startNode({ state: sample() }), `/owners/${bob}?account=connection-7`)
    await expect(page.getByTestId('ica-missing')).toContainText('connection-7')
  })
})

test('shows help for a chain without flows and a flow without runs', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: [] }))
  await expect(page.getByTestId('empty')).toBeVisible()
  await open(await startNode({ flows: [{}] }), '/flows/1')
  await expect(page.getByTestId('empty')).toContainText('in 30 min')
})

test('uses the node and links to the documentation that the server names', async ({ page, site, startNode }) => {
  const docs = await mkdtemp(join(tmpdir(), 'docs-'))
  await writeFile(join(docs, 'index.html'), '')
  const { url: lcdUrl } = await startNode({ flows: [{}] })
  const demo = await startDemo({ port: 0, lcdUrl, docs })
  await page.goto(`${demo.url}/params`)
  await expect(page.getByTestId('docs')).toHaveAttribute('href', `${demo.docsUrl}`)
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(lcdUrl).host)
  await page.goto('/params')
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
  await expect(page.getByTestId('param-row').first()).toBeVisible()
  await expect(page.getByTestId('docs')).toHaveCount(0)
  await demo.close()
  await rm(docs, { recursive: true })
})

/** Two buttons may have the same name only if they copy the same text. */
async function expectUniqueCopyButtons(page: Page): Promise<void> {
  await expect(page.getByTestId('skeleton')).toHaveCount(0)
  await expect(page.getByTestId('ica-address').locator('.bone')).toHaveCount(0)
  const buttons = page.locator('main').getByTestId('copy')
  await expect(buttons.first()).toHaveAccessibleName('Copy flow ID')
  const named = await buttons.evaluateAll(buttons =>
    buttons.map(button => `${button.getAttribute('aria-label')}: ${button.parentElement?.parentElement?.textContent}`),
  )
  const names = [...new Set(named)].map(text => text.split(':')[0])
  expect(names).toEqual([...new Set(names)])
}
