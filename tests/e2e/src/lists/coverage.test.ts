import { readFileSync } from 'node:fs'
import { expect, listedIds, storedFlows, test } from '../explorer.js'

// This exceeds the number of flows that load automatically.
const many = Array.from({ length: 6_000 }, (_, index) => ({ label: `Flow number ${index + 1}` }))

test('a large chain shows its newest flows, loads all of them only if the visitor agrees, and restores them', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: many })
  const pages = () => node.lcd.requests.filter(({ query }) => query === 'flows').length
  await open(node)
  const found = page.getByTestId('flows-found')
  await expect(found).toHaveText('Newest 100 of 6,000 flows')
  await expect(page.getByTestId('coverage')).toContainText('This page covers the newest 100 of 6,000 flows.')
  expect((await listedIds(page))[0]).toBe('6000')

  // Filters, exports and other pages show how many flows they cover.
  await page.getByTestId('filter-words').fill('5950')
  await expect(found).toHaveText('1 found in the newest 100 of 6,000 flows')
  const downloading = page.waitForEvent('download')
  await page.getByTestId('csv').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^flows-newest-100-of-6000-/)
  expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toHaveLength(3)
  await page.getByTestId('filter-words').fill('number 1234')
  await expect(page.getByTestId('empty')).toContainText('Only the newest 100 of 6,000 flows were searched.')
  await page.getByTestId('show-all').click()
  await page.getByTestId('filter-health').selectOption('waiting')
  await expect(found).toContainText(' · Newest 100 of 6,000 flows')
  await page.getByTestId('nav-overview').click()
  await expect(page.getByTestId('coverage')).toContainText('the newest 100 of 6,000 flows')
  await expect(page.getByTestId('attention-checked')).toHaveText('16 of the newest 100 flows checked')
  await expect(page.getByTestId('headline')).toHaveText(/^16 of 16 checked flows will fail, the next in/)
  await expect(page.getByTestId('counts-title')).toHaveText('Newest 100 of 6,000 flows')
  // A page without a connection reads the newest page again when it polls.
  expect(pages()).toBeLessThan(10)

  await expect(page.getByTestId('load-all')).toHaveText(/^Load all \(about \d+ MB\)$/)
  await page.getByTestId('load-all').click()
  await page.getByTestId('nav-flows').click()
  await page.getByTestId('filter-health').selectOption('')
  await expect(found).toHaveText('6,000 flows')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
  await page.getByTestId('filter-words').fill('number 1234')
  await expect(found).toHaveText('1 of 6,000 flows')
  expect(pages()).toBeLessThan(80)

  // A reload restores the flows from the browser, and says how old they are.
  await expect.poll(() => storedFlows(page)).toBe(6_000)
  await page.getByTestId('filter-words').fill('')
  await expect(found).toHaveText('6,000 flows')
  node.lcd.updateFlow(3, { label: 'Changed while the page was closed' })
  node.lcd.addFlow({ label: 'Created while the page was closed' })
  const before = pages()
  await page.reload()
  await expect(found).toHaveText('6,001 flows')
  await expect(page.getByTestId('flow-row').first()).toContainText('Created while the page was closed')
  await expect(page.getByTestId('coverage')).toContainText('Flows were last updated now. Later changes may be missing.')
  expect(pages() - before).toBeLessThan(10)

  await page.getByTestId('load-all').click()
  await expect(page.getByTestId('coverage')).toHaveCount(0)
  await page.getByTestId('filter-words').fill('changed while')
  await expect(found).toHaveText('1 of 6,001 flows')
})

test('a page works if the browser blocks its storage, or if the storage is corrupt', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: many.slice(0, 300) })
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  await expect.poll(() => storedFlows(page)).toBe(300)
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('flow-explorer')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('collections', 'readwrite')
          const cursor = transaction.objectStore('collections').openCursor()
          cursor.onsuccess = () => {
            if (String(cursor.result?.key).startsWith('part-')) cursor.result?.update('{')
            cursor.result?.continue()
          }
          transaction.oncomplete = () => resolve()
        }
      }),
  )
  await page.reload()
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  await page.addInitScript(() => {
    function blocked(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    IDBFactory.prototype.open = blocked
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get: blocked })
  })
  await open(node)
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  await page.goto('/params')
  await expect(page.getByTestId('nav-flows')).toHaveAttribute('href', '/flows')
})

test('another tab can upgrade or delete the database', async ({ page, open, startNode }) => {
  const node = await startNode({ flows: many.slice(0, 300) })
  await open(node)
  await expect.poll(() => storedFlows(page)).toBe(300)
  const other = await page.context().newPage()
  await other.goto('/favicon.svg')
  const finishes = (request: string) =>
    other.evaluate(
      request =>
        new Promise<string>((resolve, reject) => {
          const changing =
            request === 'delete' ? indexedDB.deleteDatabase('flow-explorer') : indexedDB.open('flow-explorer', 99)
          changing.onblocked = () => reject(new Error('The page keeps the database open.'))
          changing.onsuccess = () => {
            changing.result?.close()
            resolve('done')
          }
        }),
      request,
    )
  expect(await finishes('upgrade')).toBe('done')
  await page.reload()
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  expect(await finishes('delete')).toBe('done')
  await page.reload()
  await expect(page.getByTestId('flows-found')).toHaveText('300 flows')
  await expect.poll(() => storedFlows(page)).toBe(300)
})

test.describe('after an error', () => {
  test.use({ nodeFails: true })

  test('loading all flows continues where it stopped', { tag: '@slow' }, async ({ page, open, startNode }) => {
    const node = await startNode({ flows: many })
    await open(node, '/')
    await expect(page.getByTestId('load-all')).toBeVisible()
    const broken = { status: 500, body: { code: 2, message: 'codespace sdk code 1: broken', details: [] } }
    const recover = node.lcd.fail({ path: path => path.includes('AAAAAAAAB9E'), ...broken })
    await page.getByTestId('load-all').click()
    await page.getByTestId('progress').getByRole('button').waitFor()
    recover()
    await page.getByTestId('progress').getByRole('button').click()
    await expect(page.getByTestId('coverage')).toHaveCount(0)
    await expect(page.getByTestId('progress')).toHaveCount(0)
    await expect(page.getByTestId('count-active')).toContainText('6,000')
  })
})

test('an owner with many flows shows the newest ones, and loads all of them on request', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: Array.from({ length: 6_000 }, () => ({})) })
  await open(node, `/owners/${node.lcd.flow(1)?.owner}`)
  await expect(page.getByTestId('coverage')).toContainText('This page covers the newest 100 of 6,000 flows.')
  await expect(page.getByTestId('owner-total')).toHaveText('100')
  await expect.poll(async () => Math.min(...(await listedIds(page)).map(Number))).toBeGreaterThan(5_900)
  expect(node.lcd.requests.filter(({ query }) => query === 'flowsForOwner').length).toBeLessThan(3)
  await page.getByTestId('load-all').click()
  await expect(page.getByTestId('owner-total')).toHaveText('6,000')
  await expect(page.getByTestId('coverage')).toHaveCount(0)
})
