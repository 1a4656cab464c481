import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { at, expect, listedIds, start, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

test.beforeEach(async ({ open, startNode }) => {
  await open(await startNode({ state: sample() }))
})

test('finds flows by id or by the words of their rows, exports them, and finds owners by address', async ({ page }) => {
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('filter-words').fill('delegate 5 osmo')
  await expect.poll(() => listedIds(page)).toEqual([ids.interchain])
  const downloading = page.waitForEvent('download')
  await page.getByTestId('csv').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^flows-[a-z\d.-]+-2026-01-01\.csv$/)
  const rows = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(rows).toEqual([expect.stringMatching(/^ID,Label,/), expect.stringMatching(/^2,Stake on Osmosis,/), ''])
  await page.getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await page.reload()
  await page.getByTestId('nav-flows').click()
  await expect(page).toHaveURL(at('/flows?q=delegate+5+osmo'))
  await expect(page.getByTestId('filter-words')).toHaveValue('delegate 5 osmo')
  await page.getByTestId('nav-flows').click()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)

  const search = page.getByTestId('search')
  // The key / focuses the search field of the list, unless the user is typing in another one.
  await page.getByTestId('filter-words').pressSequentially('a/b')
  await expect(page.getByTestId('filter-words')).toHaveValue('a/b')
  await page.getByTestId('sort').focus()
  await page.keyboard.press('/')
  await expect(page.getByTestId('filter-words')).toBeFocused()
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  // A new page takes the focus just after its first frame.
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type(ids.interchain)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('/flows/2'))
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expect(search).toHaveValue('')
  await search.fill(` ${alice.toUpperCase()} `)
  await search.press('Enter')
  await expect(page).toHaveURL(at(`/owners/${alice}`))
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await search.fill('restake pays')
  await search.press('Enter')
  await expect(page).toHaveURL(at('/flows?q=restake+pays'))
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('flow-row')).toContainText('Restake when it pays')
})

test('Ctrl K answers while the visitor types, without requests, and works with the keyboard', async ({ page }) => {
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await expect(page.locator('.flows .bone')).toHaveCount(0)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  const search = page.getByTestId('search')
  const options = page.getByTestId('search-option')
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await expect(options.filter({ hasText: 'Parameters' })).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.type('osmo')
  await expect(options.first()).toContainText('Search flows for “osmo”')
  await expect(options.filter({ hasText: 'Stake on Osmosis' })).toHaveCount(1)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('header').analyze()
  expect(violations).toEqual([])
  await page.keyboard.press('ArrowDown')
  const active = await search.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator(`[id="${active}"]`)).toContainText('Stake on Osmosis')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(search).toHaveValue('osmo')
  await page.keyboard.press('ArrowDown')
  expect(requests).toEqual([])
  await options.filter({ hasText: 'Stake on Osmosis' }).click()
  await expect(page).toHaveURL(at(`/flows/${ids.interchain}`))
  await expect(options).toHaveCount(0)
})

test('shows the verdict of a flow that a page has checked, until the next run', async ({
  page,
  open,
  startNode,
  until,
}) => {
  const node = await startNode({
    flows: [{ label: 'Water the garden', interval: '600s', execTime: new Date(start + 30_000).toISOString() }],
  })
  await open(node)
  const verdict = page.getByTestId('flow-row-health').locator('.health')
  const text = await until(async () => {
    expect(await verdict.count()).toBe(1)
    return verdict.textContent()
  })
  // No list of this page checks the flow again.
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.getByTestId('search').fill('garden')
  const option = page.getByTestId('search-option').filter({ hasText: 'Water the garden' })
  await expect(option.locator('.health')).toHaveText(`${text}`)
  await expect(option.getByTestId('search-status')).toHaveCount(0)
  await until(async () => expect(await option.getByTestId('search-status').count()).toBe(1))
  await expect(option.locator('.health')).toHaveCount(0)
})

test.describe('while the visitor types', () => {
  // The test decides when the visitor stops typing.
  test.use({ clock: 'stopped' })

  test('text that is typed just before a click on a link does not open the list again', async ({ page, until }) => {
    await until(async () => expect(await page.getByTestId('flow-row').count()).toBe(11))
    let load = () => {}
    const loading = new Promise<void>(resolve => {
      load = resolve
    })
    await page.route(/\/ParamsPage-.*\.js$/, async route => {
      await loading
      await route.continue()
    })
    await page.getByTestId('filter-words').fill('rent')
    await page.getByTestId('nav-params').click()
    await expect(page).toHaveURL(at('/params'))
    await page.clock.fastForward(1_000)
    load()
    await until(async () => expect(await page.getByTestId('param-row').count()).toBe(8))
    await expect(page).toHaveURL(at('/params'))
  })
})

test.describe('missing data', () => {
  test.use({ nodeFails: true })

  test('says what can be searched, and explains an invalid id or address without a retry button', async ({ page }) => {
    const transaction = 'A1B2'.repeat(16)
    await page.getByTestId('filter-words').fill(transaction)
    await expect(page.getByTestId('empty')).toContainText('Transactions can’t be searched')
    await expect(page.getByTestId('empty')).toContainText('Search for the ID of a flow')
    await page.getByTestId('search').fill(transaction)
    await expect(page.getByTestId('search-note')).toContainText('Transactions can’t be looked up here')
    await page.getByTestId('nav-params').click()
    await page.getByTestId('search').fill('18446744073709551616')
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('18446744073709551616')
    await page.getByTestId('search').fill(`${alice.slice(0, -1)}${alice.endsWith('q') ? 'p' : 'q'}`)
    await page.getByTestId('search').press('Enter')
    await expect(page.getByTestId('not-found')).toContainText('Invalid address')
    await expect(page.getByTestId('retry')).toHaveCount(0)
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(at('/flows'))
  })
})

test('exports the runs of all flows of an owner in a period', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/owners/${alice}`)
  await page.getByTestId('runs-csv').click()
  await expect(page.getByTestId('runs-csv-from')).toHaveValue('2026-01-01')
  const to = page.getByTestId('runs-csv-to')
  await to.fill('2025-12-31')
  await expect(page.getByTestId('runs-csv-save')).toBeDisabled()
  await to.fill('2026-01-01')
  const downloading = page.waitForEvent('download')
  await page.getByTestId('runs-csv-save').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(new RegExp(`^runs-${alice}-from-2026-01-01-to-2026-01-01-.*\\.csv$`))
  const [header, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(header).toMatch(/^Flow,Label,Run,Outcome,.*,Fee,Fee token,/)
  await expect(page.getByTestId('runs-csv-state')).toHaveText(`Exported ${rows.length} runs.`)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('runs-csv-dialog')).toHaveCount(0)
})
