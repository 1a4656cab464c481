import { expect, type Node, test } from './explorer.js'
import { sample } from './sample.js'

test.use({ nodeFails: true })

let node: Node
let older: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
  older = await startNode({ version: 'v1beta1', flows: [{ label: 'On an older node' }] })
})

test('switched to a node of v1beta1 and back to the demo chain, each remembered by later visits', async ({
  page,
  open,
  context,
}) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-lcd').fill(older.url)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-dialog')).toBeHidden()
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('flow-row')).toContainText('On an older node')
  await expect(page.getByTestId('flows-found')).toHaveText('1 flow')
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(older.url).host)
  await page.reload()
  await expect(page.getByTestId('flow-row')).toContainText('On an older node')

  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-embedded').check()
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('flows-found')).toHaveText(/^\d{3} flows$/)
  const later = await context.newPage()
  await later.goto('/flows')
  await expect(later.getByTestId('flows-found')).toHaveText(/^\d{3} flows$/)
  await expect(later.getByTestId('endpoint-open')).toContainText('Demo chain')
})

test('an address without a scheme or with a slash at its end will do', async ({ page, open }) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-lcd').fill(` ${new URL(older.url).host}/ `)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('endpoint-open')).toHaveText(`Endpoint: ${new URL(older.url).host}`)
  await expect(page.getByTestId('flow-row')).toHaveText([/On an older node/])
})

test('an address that no endpoint can have: refused with the reason, and nothing is switched', async ({
  page,
  open,
}) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('endpoint-open').click()
  for (const [text, why] of [
    ['', /address/],
    ['not an address', /“not an address”/],
    ['ftp://lcd.example.org', /ftp:\/\//],
    ['https://me:secret@lcd.example.org', /user name or a password/],
    ['https://lcd.example.org/?x=1', /\?/],
    ['javascript:alert(1)', /javascript:/],
  ] as const) {
    await page.getByTestId('endpoint-lcd').fill(text)
    await page.getByTestId('endpoint-save').click()
    await expect(page.getByTestId('endpoint-error')).toHaveText(why)
    await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
  }
  await page.getByTestId('endpoint-cancel').click()
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(node.url).host)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})

test('an endpoint that is not there, or is no node: says why by kind, and nothing is switched', async ({
  page,
  open,
  site,
}) => {
  await open(node)
  await older.die()
  await page.getByTestId('endpoint-open').click()
  for (const [url, kind] of [
    [older.url, 'network'],
    // Answers every address with a page.
    [site.url, 'node'],
    [`${node.url}/below`, 'unsupported'],
  ]) {
    await page.getByTestId('endpoint-lcd').fill(`${url}`)
    await page.getByTestId('endpoint-save').click()
    await expect(page.getByTestId('endpoint-error')).toHaveAttribute('data-kind', `${kind}`)
  }
  await page.getByTestId('endpoint-cancel').click()
  await page.reload()
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
})

test('a link brings its endpoint along, which leaves the address and holds for this visit alone', async ({
  page,
  open,
  site,
  context,
}) => {
  await open(older, '/flows/1?execution=3')
  await expect(page.getByTestId('flow-title')).toHaveText('On an older node')
  expect(page.url()).toBe(`${site.url}/flows/1?execution=3`)
  await page.goto('/params')
  await expect(page.getByTestId('endpoint-open')).toContainText(new URL(older.url).host)
  const later = await context.newPage()
  await later.goto('/params')
  await expect(later.getByTestId('endpoint-open')).toContainText(new URL(site.lcdUrl).host)
})

test('a path that starts with two slashes is one of this site, with and without an endpoint', async ({
  page,
  site,
}) => {
  for (const path of ['//flows', '//flows/?lcd=embedded']) {
    await page.goto(site.url + path)
    await expect(page.getByTestId('not-found')).toBeVisible()
    await page.getByTestId('not-found').getByRole('link').click()
    await expect(page).toHaveURL(`${site.url}/flows`)
    await expect(page.getByTestId('flows-found').or(page.getByTestId('empty'))).toBeVisible()
  }
})

test('a link with a bad endpoint: says why, and shows what it would have shown', async ({ page, open }) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.goto('/flows?lcd=ftp://lcd.example.org')
  await expect(page.getByTestId('endpoint-ignored')).toContainText('ftp://')
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.getByTestId('endpoint-ignored').getByRole('button').click()
  await expect(page.getByTestId('endpoint-ignored')).toHaveCount(0)
})

test('a link to this page with its endpoint can be copied, and opens elsewhere', async ({
  page,
  open,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(node, '/flows/1')
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-dialog').getByTestId('copy').click()
  await expect(page.getByTestId('endpoint-dialog').getByTestId('copied')).toHaveText('Copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByTestId('flow-title')).toHaveText('Pay rent')
  await other.close()
})

test('what a node said is not shown for another: switching starts afresh', async ({ page, open }) => {
  await open(node, '/flows/1')
  await expect(page.getByTestId('flow-title')).toHaveText('Pay rent')
  older.lcd.fail({ query: 'flow', hang: true })
  await page.getByTestId('endpoint-open').click()
  await page.getByTestId('endpoint-lcd').fill(older.url)
  await page.getByTestId('endpoint-save').click()
  await expect(page.getByTestId('skeleton').first()).toBeVisible()
  await expect(page.getByTestId('flow-title')).toHaveCount(0)
})
