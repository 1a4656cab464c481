import { expect, test } from './explorer.js'
import { sample } from './sample.js'
import { pages } from './states.js'

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

for (const [what, states] of Object.entries(pages)) {
  test.describe('360 px', () => {
    test.use({ nodeFails: true })

    test(`${what}: nothing to scroll sideways and nothing cut off, in any state`, async ({
      page,
      open,
      pass,
      startNode,
    }) => {
      for (const { name, path, given, until } of states) {
        await test.step(name, async () => {
          const node = await startNode({ state: sample() })
          await given?.(node, page)
          await open(node, path)
          await until(page, node, pass)
          const { wider, beyond } = await page.evaluate(() => {
            const clips = (element: Element | null): boolean =>
              element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement))
            const outside = Array.from(document.querySelectorAll('body *')).filter(element => {
              const { left, right, width } = element.getBoundingClientRect()
              return width > 1 && (left < 0 || right > innerWidth + 0.5) && !clips(element.parentElement)
            })
            return {
              wider: (document.scrollingElement?.scrollWidth ?? 0) - innerWidth,
              beyond: outside.map(element => element.outerHTML.slice(0, 120)),
            }
          })
          expect.soft(beyond, name).toEqual([])
          expect.soft(wider, name).toBeLessThanOrEqual(0)
        })
      }
    })
  })
}

test('360 px: a finger can do what a mouse does', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node, '/flows?q=osmosis')
  await page.locator('[data-testid=flow-row][data-id="2"]').tap({ position: { x: 40, y: 60 } })
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await page.locator('[data-testid=history-row][data-number="2"]').tap()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await page.getByTestId('nav-params').tap()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.getByTestId('theme-toggle').tap()
  await page.getByTestId('endpoint-open').tap()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
})
