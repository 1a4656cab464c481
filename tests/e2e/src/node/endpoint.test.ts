import { pauseClock } from '../../../setup/browser-test.js'
import { at, expect, type Node, test } from '../explorer.js'
import { sample } from '../sample.js'

test.use({ nodeFails: true })

let node: Node
let older: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
  older = await startNode({ version: 'v1beta1', flows: [{ label: 'On an older node' }] })
})

test('the dialog rejects an endpoint that is offline or not a node, and remembers one that works', async ({
  page,
  open,
  site,
  startNode,
  context,
}) => {
  await open(node)
  await older.die()
  await page.getByTestId('endpoint-open').click()
  for (const [url, kind] of [
    [older.url, 'network'],
    // This web site responds to all URLs with a page.
    [site.url, 'notANode'],
    [`${node.url}/below`, 'unsupported'],
  ]) {
    await page.getByTestId('endpoint-lcd').fill(`${url}`)
    await page.getByTestId('endpoint-save').click()
    await expect(page.getByTestId('endpoint-error')).toHaveAttribute('data-kind', `${kind}`)
  }
  await page.getByTestId('endpoint-cancel').click()
  await page.reload()
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

test('the URL keeps the endpoint of a link, also in new tabs, and a page without one uses the default endpoint', async ({
  page,
  open,
  site,
  context,
}) => {
  await open(older, '/flows/1?execution=3')
  await expect(page.getByTestId('flow-title')).toHaveText('On an older node')
  const lcd = encodeURIComponent(new URL(older.url).host)
  expect(page.url()).toBe(`${site.url}/flows/1?execution=3&lcd=${lcd}`)
  const tab = await context.newPage()
  await tab.goto((await page.getByTestId('nav-params').getAttribute('href')) ?? '')
  await expect(tab.getByTestId('endpoint-open')).toContainText(new URL(older.url).host)
  await expect(tab).toHaveURL(`/params?lcd=${lcd}`)
  await tab.close()

  await page.getByTestId('nav-flows').click()
  await expect(page).toHaveURL(`/flows?lcd=${lcd}`)
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-lcd').fill(site.lcdUrl)
  await page.getByTestId('endpoint-rpc').fill(site.lcdUrl)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
  await expect(page).toHaveURL('/flows')
  // The page shows the selected endpoint, so the URL of the previous page changes too.
  await page.goBack()
  await expect(page).toHaveURL('/flows/1?execution=3')

  await page.goto('/params?lcd=ftp://lcd.example.org')
  await expect(page.getByTestId('endpoint-ignored')).toContainText('ftp://')
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
  await expect(page).toHaveURL('/params')
  await page.getByTestId('endpoint-ignored').getByRole('button').click()
  await expect(page.getByTestId('endpoint-ignored')).toHaveCount(0)
})

test('a path that starts with two slashes stays on this site, with and without an endpoint', async ({ page, site }) => {
  for (const path of ['//flows', '//flows/?lcd=embedded']) {
    await page.goto(site.url + path)
    await expect(page.getByTestId('not-found')).toBeVisible()
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(at('/flows'))
    await expect(page.getByTestId('flows-found').or(page.getByTestId('empty'))).toBeVisible()
  }
})

test('a flow can be shared with its endpoint and one line of text', async ({ page, open }) => {
  await open(node, '/flows/1')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /^Pay rent · Healthy/)
  await page.getByTestId('share').click()
  await expect(page.getByTestId('share-dialog')).toContainText('Pay rent · Healthy')
  await expect(page.getByTestId('share-url')).toHaveValue(
    new RegExp(`/flows/1\\?lcd=${encodeURIComponent(new URL(node.url).host)}$`),
  )
  await expect(page.getByTestId('share-url')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByTestId('nav-params').click()
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Flow Explorer')
})

test('a copied link opens the same flow in another browser, and another endpoint replaces the data', async ({
  page,
  open,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(node, '/flows/1')
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  await page.getByTestId('endpoint-open').click()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
  await page.getByTestId('endpoint-dialog').getByTestId('copy').click()
  await expect(page.getByTestId('endpoint-dialog').getByTestId('copied')).toHaveText('Copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await browser.newContext()
  await pauseClock(other)
  const elsewhere = await other.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByTestId('flow-title')).toHaveText('Pay rent')
  await other.close()

  // The page doesn't show data of the previous node while the new one loads.
  older.lcd.fail({ query: 'flow', hang: true })
  await page.getByTestId('endpoint-lcd').fill(older.url)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('skeleton').first()).toBeVisible()
  await expect(page.getByTestId('flow-title')).toHaveCount(0)
})
