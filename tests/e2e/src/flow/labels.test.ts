import type { Page } from '@playwright/test'
import { expect, type Node, test } from '../explorer.js'
import { ids, labels, sample } from '../sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

const label = (page: Page, id: string) =>
  page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-link').locator('bdi')

test('shows labels as text in one line, in their own direction, and never too high', async ({ page, open }) => {
  await open(node)
  await expect(label(page, ids.lines)).toHaveText('First line second line third line')
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.empty}"]`).getByTestId('flow-link')).toHaveText(
    'No label',
  )
  const rightToLeft = label(page, ids.rightToLeft)
  await expect(rightToLeft).toHaveText(labels.rightToLeft)
  await expect(rightToLeft).toHaveCSS('direction', 'rtl')
  await expect(rightToLeft).toHaveCSS('unicode-bidi', 'isolate')
  await expect(page.locator(`[data-testid=flow-row][data-id="${ids.rightToLeft}"]`)).toContainText(
    'Send 0.001 INTO every hour',
  )
  await expect(label(page, ids.markup)).toHaveText(labels.markup)
  await label(page, ids.markup).click()
  await expect(page.getByTestId('flow-title').locator('bdi')).toHaveText(labels.markup)
  expect(await page.title()).toContain(labels.markup)
  await expect(page.locator('bdi > *')).toHaveCount(0)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  await page.goBack()
  await page.locator(`[data-testid=flow-row][data-id="${ids.empty}"]`).getByTestId('flow-link').click()
  await expect(page.getByTestId('flow-title')).toHaveText('No label')
  await page.goBack()

  // Long labels and line breaks don't make rows or titles too high.
  const widths = [1280, 360]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    const rows = page.getByTestId('flow-row')
    await expect(rows.first()).toBeVisible()
    const heights = await rows.evaluateAll(rows => rows.map(row => Math.round(row.getBoundingClientRect().height)))
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(20)
  }
  for (const id of [ids.long, ids.markup, ids.lines, ids.rightToLeft]) {
    await label(page, id).click()
    const title = page.getByTestId('flow-title')
    await expect(title).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 })
      const box = await title.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width, id).toBe(true)
      expect(box?.height, id).toBeLessThan(740 / 3)
    }
    await page.goBack()
  }
})

test('escapes markup in errors, responses, query responses and messages', async ({ page, open, startNode }) => {
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
