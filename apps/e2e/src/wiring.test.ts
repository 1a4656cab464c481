import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, listedIds, type Node, storedFlows, test } from './explorer.js'
import { agent, alice, ids, nobody, sample } from './sample.js'

async function openLive(page: Page, { url }: Node, path: string): Promise<void> {
  await page.goto(`${path}?lcd=${encodeURIComponent(url)}&rpc=${encodeURIComponent(url)}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
}

test('links lead to all pages with their data, and the theme survives a reload', async ({ page, open, startNode }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(await startNode({ state: sample() }), '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('attention').getByTestId('flow-line')).toHaveAttribute('data-id', ids.interchain)
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flows-found')).toHaveText('11 flows')
  const row = page.locator(`[data-testid=flow-row][data-id="${ids.conditions}"]`)
  await expect(row).toContainText('Restake when it pays')
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toHaveText('Restake when it pays')
  await expect(page.getByTestId('conditions')).toContainText('Stops when flow 2 fails')
  await page.getByTestId('flow-agent').click()
  await expect(page).toHaveURL(`/agents/${agent}`)
  await expect(page.getByTestId('flow-row')).toHaveAttribute('data-id', ids.conditions)
  await page.getByTestId('nav-agents').click()
  await expect(page.getByTestId('agent-row')).toHaveCount(1)
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByTestId('flow-owner').click()
  await expect(page).toHaveURL(`/owners/${alice}`)
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await expect(page.getByTestId('ica-address')).toHaveCount(1)
  await page.getByTestId('theme-toggle').click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await expect(page.getByTestId('theme-toggle')).toHaveAccessibleName(/light/i)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})

test('a shared link opens a run in view, and Tab still starts at the top of the page', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.interchain}?execution=1`)
  await expect(page.getByTestId('history-detail')).toBeInViewport()
  await expect(page.getByTestId('detail-packets')).toHaveText('41')
  await page.keyboard.press('Tab')
  await expect(page.locator('.skip')).toBeFocused()
})

test('events update a list and a flow', async ({ page, startNode }) => {
  const node = await startNode({ flows: [{ label: 'First' }], history: { 1: [{}] } })
  await openLive(page, node, '/flows')
  await expect(page.getByTestId('node-facts')).toHaveText(/^intento-1 · Block [\d,]+ · .+ · Following events$/)
  await expect(page.getByTestId('flows-found')).toHaveText('1 flow')
  node.lcd.addFlow({ label: 'Second' })
  await expect(page.getByTestId('flows-found')).toHaveText('2 flows')
  expect(await listedIds(page)).toEqual(['2', '1'])
  await page.locator('[data-testid=flow-row][data-id="1"]').getByTestId('flow-link').click()
  await expect(page.getByTestId('runs-total')).toHaveText('1')
  node.lcd.execute(1)
  await expect(page.getByTestId('history-row')).toHaveCount(2)
  await expect(page.getByTestId('runs-total')).toHaveText('2')
})

test('shows the forecast of a flow, its funds, and the next failures', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/')
  await expect(page.getByTestId('failures-checked')).toHaveText(/^All \d+ running flows checked/)
  await page.getByTestId('next-failure').filter({ hasText: 'Pay the gardener' }).getByRole('link').click()
  await expect(page.getByTestId('forecast')).toHaveAttribute('data-forecast', 'willFail')
  await expect(page.getByTestId('missing-amount')).toContainText(/^[\d.]+ INTO/)
  await expect(page.getByTestId('funds-fee-account')).toContainText('Empty')
  await expect(page.getByTestId('funds-runs')).toHaveText(/^0 of \d+ runs$/)
  await expect(page.getByTestId('schedule-bar').locator('[data-expected=failed]')).toHaveCount(2)
  await page.goto(`/flows/${ids.rent}`)
  await expect(page.getByTestId('runs-total')).toHaveText('12')
  await expect(page.getByTestId('figure-fees')).toContainText('0.2304 INTO')
  await expect(page.getByTestId('last-outcome')).toHaveAttribute('data-outcome', 'succeeded')
  await page.getByTestId('dry-run').click()
  await expect(page.getByTestId('dry-run-result')).toContainText('The messages would succeed now')
})

test('the dialog changes the endpoint, and remembers it', async ({ page, open, startNode, context }) => {
  await open(await startNode({ state: sample() }))
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  const other = await startNode({ flows: [{ label: 'On another node' }] })
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-lcd').fill('ftp://lcd.example.org')
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-error')).toContainText('ftp://')
  await page.getByTestId('endpoint-lcd').fill(other.url)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-dialog')).toBeHidden()
  await expect(page.getByTestId('flow-row')).toHaveText([/On another node/])
  const later = await context.newPage()
  await later.goto('/flows')
  await expect(later.getByTestId('flow-row')).toHaveText([/On another node/])
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-embedded').check()
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-open')).toContainText('Demo chain')
  await expect(page.getByTestId('flows-found')).toHaveText(/^\d{3} flows$/)
})

test('the API drawer shows the cached data of the page without sending requests', async ({
  page,
  inFlight,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  // A live page doesn't poll flows.
  const url = encodeURIComponent(node.url)
  await page.goto(`/flows/${ids.interchain}?lcd=${url}&rpc=${url}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await expect(page.locator('.bone')).toHaveCount(0)
  await expect.poll(() => inFlight.size).toBe(0)
  // The line about the node and the forecast can send requests at any time.
  const requests = () => node.lcd.requests.filter(({ target }) => target.startsWith('/intento/'))
  const before = requests()
  await page.getByTestId('api-open').click()
  await expect(page.getByTestId('api-response')).toContainText('"label": "Stake on Osmosis"')
  await expect(page.getByTestId('api-request')).toHaveText(`${node.url}/intento/intent/v1/flow/2`)
  await expect(page.getByTestId('api-hook')).toContainText("import { useFlow } from '@flow-query/react'")
  await expect(page.getByTestId('api-command')).toContainText('flow 2 --json')
  await page.getByTestId('api-choice').nth(1).click()
  await expect(page.getByTestId('api-response')).toContainText('"packetSequences"')
  expect(requests()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('api-drawer')).toHaveCount(0)
  await expect(page.getByTestId('api-open')).toBeFocused()
})

test('finds flows by the words of their rows, exports them, and returns to the search', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }))
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('filter-words').fill('delegate 5 osmo')
  await expect.poll(() => listedIds(page)).toEqual([ids.interchain])
  const downloading = page.waitForEvent('download')
  await page.getByTestId('csv').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^flows-[a-z\d.-]+-\d{4}-\d{2}-\d{2}\.csv$/)
  const rows = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(rows).toEqual([expect.stringMatching(/^ID,Label,/), expect.stringMatching(/^2,Stake on Osmosis,/), ''])
  await page.getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await page.reload()
  await page.getByTestId('nav-flows').click()
  await expect(page).toHaveURL(/\/flows\?q=delegate\+5\+osmo$/)
  await expect(page.getByTestId('filter-words')).toHaveValue('delegate 5 osmo')
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})

test('a link keeps the filter of the runs, also when a run is open', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.interchain}?outcome=timedOut`)
  await expect(page.getByTestId('history-row')).toHaveCount(1)
  await expect(page.getByTestId('history-row')).toHaveAttribute('data-number', '3')
  await expect(page.getByTestId('runs-found')).toHaveText('1 of the last 11 runs')
  await expect(page.getByTestId('filter-outcome')).toHaveValue('timedOut')
  await page.getByTestId('history-link').click()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await expect(page).toHaveURL(/execution=3/)
  await expect(page).toHaveURL(/outcome=timedOut/)
  await page.getByTestId('filter-outcome').selectOption('')
  await expect(page.getByTestId('history-row')).toHaveCount(11)
  await expect(page.getByTestId('history-detail')).toBeVisible()
})

test('bookmarks name an owner and a flow in all tabs, and survive a reload', async ({
  page,
  open,
  startNode,
  context,
}) => {
  const node = await startNode({ state: sample() })
  await open(node, '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await expect(page.getByTestId('bookmarks')).toHaveCount(0)
  const other = await context.newPage()
  await other.goto(`/owners/${alice}?lcd=${encodeURIComponent(node.url)}`)
  await expect(other.getByTestId('owner-total')).toHaveText('3')
  await other.getByTestId('bookmark').click()
  await other.getByTestId('bookmark-name').fill('Alice at work')
  await other.keyboard.press('Enter')
  await expect(other.getByTestId('bookmark-dialog')).toBeHidden()
  await expect(other.getByTestId('bookmark')).toBeFocused()
  await expect(page.getByTestId('bookmark-link')).toHaveText(/Alice at work\s*Owner/)
  await expect(page.getByTestId('owners')).toContainText('Alice at work')

  await page.getByTestId('nav-flows').click()
  await page.getByTestId('filter-words').fill('alice work rent')
  await expect.poll(() => listedIds(page)).toEqual([ids.rent])
  await expect(page.getByTestId('flow-row-owner')).toHaveText('Alice at work')
  await page.getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-owner')).toHaveText('Alice at work')
  await page.getByTestId('bookmark').click()
  await expect(page.getByTestId('bookmark-name')).toHaveValue('Pay rent')
  await page.getByTestId('bookmark-save').click()
  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('bookmark-link')).toHaveText([/Pay rent\s*Flow 1/, /Alice at work/])
  await page.reload()
  await expect(page.getByTestId('bookmark-link')).toHaveCount(2)
  await page.getByTestId('bookmark-link').last().click()
  await page.getByTestId('bookmark').click()
  await page.getByTestId('bookmark-remove').click()
  await expect(other.getByTestId('bookmark')).toHaveAttribute('data-saved', 'false')
})

test.describe('a failing node', () => {
  test.use({ nodeFails: true })

  test('an offline node shows the stale banner only if there is data', async ({ page, open, startNode, pass }) => {
    const node = await startNode({ state: sample() })
    await page.clock.install()
    await node.die()
    await open(node)
    await expect(page.getByTestId('error')).toHaveAttribute('data-kind', 'network')
    await expect(page.getByTestId('live-mark')).toHaveAttribute('data-state', 'failing')
    await expect(page.getByTestId('stale')).toHaveCount(0)
    await node.revive()
    await page.getByTestId('retry').click()
    await expect(page.getByTestId('flow-row')).toHaveCount(11)
    await expect(page.locator('.flows .bone')).toHaveCount(0)
    await node.die()
    await pass(node, 21_000)
    await expect(page.getByTestId('stale')).toHaveAttribute('data-kind', 'network')
    await expect(page.getByTestId('flow-row')).toHaveCount(11)
  })

  test('reports a missing flow and an owner without flows', async ({ page, open, startNode }) => {
    await open(await startNode({ state: sample() }), `/owners/${nobody}`)
    await expect(page.getByTestId('empty')).toBeVisible()
    await page.goto('/flows/4711')
    await expect(page.getByTestId('not-found')).toContainText('4711')
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(/\/flows$/)
    await expect(page.getByTestId('flow-row')).toHaveCount(11)
  })
})

test('completed flows have no date for a next run, and the URL contains the search and the filters', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }))
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  const next = (id: string) => page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-row-next')
  await expect(next(ids.rent)).toHaveText(/^in \d+ min.*CES?T$/)
  await expect(next(ids.completed)).toHaveText('ran 2 h ago')
  await page.getByTestId('filter-status').selectOption('stopped')
  await expect(page).toHaveURL(/\/flows\?status=stopped$/)
  await expect.poll(() => listedIds(page)).toEqual([ids.stopped])
  await page.keyboard.press('/')
  await page.keyboard.type('gardener')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/flows\?q=gardener$/)
  await expect(page.getByTestId('filter-words')).toHaveValue('gardener')
  await expect.poll(() => listedIds(page)).toEqual([ids.scheduled])
  await page.goBack()
  await expect(page.getByTestId('filter-status')).toHaveValue('stopped')
})

test('on a phone, a button shows the filters and the number of set filters', async ({ page, open, startNode }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(await startNode({ state: sample() }), '/flows?status=stopped')
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('filter-status')).toBeHidden()
  const toggle = page.getByTestId('filters-toggle')
  await expect(toggle).toHaveText('Filter and sort (1)')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['filter-status', 'filter-health', 'filter-type', 'filter-connection', 'sort'])
    await expect(page.getByTestId(name)).toBeInViewport({ ratio: 1 })
})

test('flows that are filtered by health never show a skeleton for their health', async ({ page, open, startNode }) => {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-testid=flow-row] .bone')) Object.assign(window, { hadSkeleton: true })
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const flows = Array.from({ length: 40 }, () => ({}))
  const history = Object.fromEntries(
    flows.map((_, index) => [index + 1, [{ executed: false, errors: ['insufficient funds'] }]]),
  )
  await open(await startNode({ flows, history }), '/flows?health=failing')
  await expect(page.getByTestId('flows-found')).toHaveText('40 flows')
  await expect(page.getByTestId('flow-row-health').first()).toContainText('Failing')
  expect(await page.evaluate(() => 'hadSkeleton' in window)).toBe(false)
})

test('each copy button has a unique name', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  for (const id of [ids.interchain, ids.conditions]) {
    await open(node, `/flows/${id}`)
    await expect(page.getByTestId('skeleton')).toHaveCount(0)
    await expect(page.getByTestId('ica-address').locator('.bone')).toHaveCount(0)
    const buttons = page.locator('main').getByTestId('copy')
    await expect(buttons.first()).toHaveAccessibleName('Copy flow ID')
    const named = await buttons.evaluateAll(buttons =>
      buttons.map(
        button => `${button.getAttribute('aria-label')}: ${button.parentElement?.parentElement?.textContent}`,
      ),
    )
    // Two buttons may have the same name only if they copy the same text.
    const names = [...new Set(named)].map(text => text.split(':')[0])
    expect(names).toEqual([...new Set(names)])
  }
})

test('prints all rows of a long list, and restores its scroll position after going back', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ flows: Array.from({ length: 300 }, () => ({})) }))
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  const rows = page.getByTestId('flow-row')
  expect(await rows.count()).toBeLessThan(50)
  const printed = await page.evaluate(async () => {
    dispatchEvent(new Event('beforeprint'))
    // The browser captures the page after the handlers and their microtasks.
    await Promise.resolve()
    return document.querySelectorAll('[data-testid=flow-row]').length
  })
  expect(printed).toBe(300)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => rows.count()).toBeLessThan(50)

  await page.evaluate(() => scrollTo(0, 10_000))
  const row = page.locator('[data-testid=flow-row][data-id="146"]')
  await expect(row).toBeInViewport()
  const before = await page.evaluate(() => scrollY)
  await row.click({ position: { x: 300, y: 40 } })
  await expect(page.getByTestId('flow-title')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('a large chain shows its newest flows, loads all of them on request, and keeps them after a reload', {
  tag: '@node',
}, async ({ page, open, startNode }) => {
  const node = await startNode({ flows: Array.from({ length: 6_000 }, () => ({})) })
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('Newest 100 of 6,000 flows')
  await page.getByTestId('filter-words').fill('nothing like this')
  await expect(page.getByTestId('empty')).toContainText('Only the newest 100 of 6,000 flows were searched.')
  await page.getByTestId('show-all').click()
  await page.getByTestId('load-all').click()
  await expect(page.getByTestId('flows-found')).toHaveText('6,000 flows')
  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('owners')).toContainText('6,000 flows')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
  await expect.poll(() => storedFlows(page)).toBe(6_000)
  const before = node.lcd.requests.length
  await page.reload()
  await expect(page.getByTestId('coverage')).toContainText('Flows were last updated')
  await expect(page.getByTestId('owners')).toContainText('6,000 flows')
  expect(node.lcd.requests.slice(before).filter(({ query }) => query === 'flows').length).toBeLessThan(10)
})

test('an owner with many flows shows the newest ones, and loads all of them on request', {
  tag: '@node',
}, async ({ page, open, startNode }) => {
  const node = await startNode({ flows: Array.from({ length: 6_000 }, () => ({})) })
  await open(node, `/owners/${node.lcd.flow(1)?.owner}`)
  await expect(page.getByTestId('coverage')).toContainText('This page covers the newest 100 of 6,000 flows.')
  await expect(page.getByTestId('owner-total')).toHaveText('100')
  expect((await listedIds(page))[0]).toBe('6000')
  expect(node.lcd.requests.filter(({ query }) => query === 'flowsForOwner').length).toBeLessThan(3)
  await page.getByTestId('load-all').click()
  await expect(page.getByTestId('owner-total')).toHaveText('6,000')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
})

test('a gateway loads a large chain without a request, and brings its stored flows up to date after a reload', {
  tag: '@gateway',
}, async ({ page, open, startNode }) => {
  const node = await startNode({ flows: Array.from({ length: 6_000 }, () => ({})) })
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('6,000 flows')
  await expect.poll(() => storedFlows(page)).toBe(6_000)
  node.lcd.updateFlow(3, { label: 'Changed before the reload' })
  node.lcd.addFlow({ label: 'Created before the reload' })
  const changes = page.waitForRequest(/\/flow-query\/collection\?.*since=/)
  await page.reload()
  await changes
  await expect(page.getByTestId('flows-found')).toHaveText('6,001 flows')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
  await page.getByTestId('filter-words').fill('before the reload')
  await expect(page.getByTestId('flows-found')).toHaveText('2 of 6,001 flows')
})
