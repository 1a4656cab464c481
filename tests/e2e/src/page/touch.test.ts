import type { Page } from '@playwright/test'
import { expect, test } from '../explorer.js'
import { alice, sample } from '../sample.js'

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, nodeFails: true })

test('works with touch', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node, '/flows?q=osmosis')
  await page.locator('[data-testid=flow-row][data-id="2"]').tap({ position: { x: 40, y: 60 } })
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await page.getByTestId('all-runs').tap()
  await page.locator('[data-testid=history-row][data-number="2"]').tap()
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await page.getByTestId('nav-params').tap()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.getByTestId('theme-toggle').tap()
  await page.getByTestId('endpoint-open').tap()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
})

for (const path of ['/', '/flows', '/flows/2', `/owners/${alice}`, '/new?from=2', '/params', '/agents']) {
  test(`all targets of ${path.replace(alice, 'alice')} are large enough`, async ({
    page,
    inFlight,
    open,
    startNode,
  }) => {
    await open(await startNode({ state: sample() }), path)
    await expect(page.locator('main').locator('h1, h2').filter({ visible: true }).first()).toBeVisible()
    await expect.poll(() => inFlight.size).toBe(0)
    await expect(page.locator('.bone, [aria-busy=true]')).toHaveCount(0)
    expect(await smallTargets(page)).toEqual([])
  })
}

test('all targets of the endpoint dialog are large enough', async ({ page, open, startNode }) => {
  await open(await startNode({ flows: [] }), '/params')
  await page.getByTestId('endpoint-open').tap()
  await expect(page.getByTestId('endpoint-dialog')).toBeVisible()
  expect(await smallTargets(page, '[data-testid=endpoint-dialog]')).toEqual([])
})

/**
 * Returns the targets that are smaller than 44 px. Links in a sentence may be smaller, and so may the bars of a picture, because the
 * table below has the same links.
 */
function smallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.locator(within).evaluate(parent => {
    const least = 44
    return Array.from(parent.querySelectorAll('a, button, input, select, textarea, summary, label:has(input)'))
      .filter(target => target.checkVisibility())
      .filter(
        target => !target.closest('.skip, .sr, .strip, label *, p > a, p .address *') || target.matches('.more > a'),
      )
      .map(target => {
        target.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = target.getBoundingClientRect()
        const reach = (right: number, down: number) => {
          for (let distance = 1; distance < least; distance++) {
            const at = document.elementFromPoint(x + width / 2 + right * distance, y + height / 2 + down * distance)
            if (!at || !target.contains(at)) return distance - 1
          }
          return least
        }
        const size = [reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)]
        return Math.min(...size) < least - 1
          ? `${target.getAttribute('data-testid') ?? target.className} "${target.textContent}": ${size.join('x')}`
          : ''
      })
      .filter(Boolean)
  })
}
