import type { Page } from '@playwright/test'
import { expect, type Node, test } from './explorer.js'
import { ids, labels, sample } from './sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

const label = (page: Page, id: string) =>
  page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-link').locator('bdi')

test('markup in a label is text, in the list, on its page and in the title; nothing of it runs', async ({
  page,
  open,
}) => {
  await open(node)
  await expect(label(page, ids.markup)).toHaveText(labels.markup)
  await label(page, ids.markup).click()
  await expect(page.getByTestId('flow-title').locator('bdi')).toHaveText(labels.markup)
  await expect(page).toHaveTitle(`${labels.markup} · Flow Explorer`)
  expect(await page.locator('bdi').evaluateAll(labels => labels.map(label => label.childElementCount))).toEqual([0])
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('markup from a chain is text everywhere else: errors, responses, query answers, messages', async ({
  page,
  open,
  startNode,
}) => {
  const { markup } = labels
  const odd = await startNode({
    flows: [{ msgs: [{ '@type': `/${markup}`, [markup]: markup, amount: [{ denom: markup, amount: markup }] }] }],
    history: {
      1: [
        {
          errors: [markup],
          msgResponses: [{ '@type': markup, text: markup }],
          queryResponses: [btoa(markup)],
          execFee: [{ denom: markup, amount: '1' }],
        },
      ],
    },
  })
  await open(odd, '/flows/1?execution=1')
  await expect(page.getByTestId('chain-message')).toHaveText(markup)
  await expect(page.getByTestId('detail-queries')).toContainText(markup)
  await expect(page.getByTestId('message')).toContainText(markup)
  await expect(page.locator('img')).toHaveCount(0)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('a label that runs from right to left does not turn its surroundings round', async ({ page, open }) => {
  await open(node)
  const text = label(page, ids.rightToLeft)
  await expect(text).toHaveText(labels.rightToLeft)
  const does = page.locator(`[data-testid=flow-row][data-id="${ids.rightToLeft}"]`)
  await expect(does).toContainText('Send 0.001 INTO every hour')
  const { direction, unicodeBidi } = await text.evaluate(element => getComputedStyle(element))
  expect({ direction, unicodeBidi }).toEqual({ direction: 'rtl', unicodeBidi: 'isolate' })
})

test('line breaks are spaces; an empty label is said to be none', async ({ page, open }) => {
  await open(node)
  await expect(label(page, ids.lines)).toHaveText('First line second line third line')
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.empty}"]`).getByTestId('flow-link')).toHaveText(
    'No label',
  )
  await open(node, `/flows/${ids.empty}`)
  await expect(page.getByTestId('flow-title')).toHaveText('No label')
})

for (const width of [360, 1280]) {
  test(`at ${width} px 200 characters and line breaks take no more room in a list than others`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(node)
    await expect(page.getByTestId('flow-row').first()).toBeVisible()
    const heights = await page
      .getByTestId('flow-row')
      .evaluateAll(rows => rows.map(row => Math.round(row.getBoundingClientRect().height)))
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(20)
    for (const id of [ids.long, ids.markup, ids.lines, ids.rightToLeft]) {
      await open(node, `/flows/${id}`)
      const title = page.getByTestId('flow-title')
      await expect(title).toBeVisible()
      const box = await title.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width, id).toBe(true)
    }
  })
}
