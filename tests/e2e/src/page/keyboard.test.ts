import type { Page } from '@playwright/test'
import { expect, type Node, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

/** Returns the name of the focused element, and whether its outline and the element itself are visible. */
function focused(page: Page): Promise<{ name: string; visible: boolean; inView: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', visible: true, inView: true }
    const outlined = ['', '::after', '::before'].some(pseudo => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return {
      name: element.getAttribute('data-testid') ?? (element.className || element.tagName.toLowerCase()),
      visible: outlined,
      inView: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    }
  })
}

/** Presses Tab until the focus leaves the page, and returns the names of all focused elements. */
async function walk(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let stops = 0; stops < 100; stops++) {
    await page.keyboard.press('Tab')
    const { name, visible, inView } = await focused(page)
    if (name === 'nothing') return names
    expect(visible, `${name} shows that it has the focus`).toBe(true)
    expect(inView, `${name} is on the screen`).toBe(true)
    names.push(name)
  }
  return names
}

/** Presses a key until an element has the focus. */
async function tabTo(page: Page, testId: string, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    expect((await focused(page)).name).toBe(testId)
  }).toPass({ intervals: [0] })
}

const everywhere = [
  'nav-overview',
  'nav-flows',
  'nav-agents',
  'nav-params',
  'endpoint-open',
  'api-open',
  'theme-toggle',
]

test('all controls can be reached with Tab, and show that they have the focus', async ({ page, open }) => {
  for (const [what, path, testIds] of [
    ['the flows', '/flows', ['filter-words', 'filter-status', 'sort', 'flow-link', 'flow-row-owner']],
    ['a flow', `/flows/${ids.interchain}?execution=1`, ['copy', 'summary', 'flow-owner', 'strip-mark', 'history-link']],
    ['an owner', `/owners/${alice}`, ['copy', 'flow-link', 'connection', 'connection-submit']],
    ['the parameters', '/params', ['search']],
  ] as const) {
    await test.step(what, async () => {
      await open(node, path)
      await expect(page.locator('tbody tr').first()).toBeVisible()
      await expect(page.locator('.bone')).toHaveCount(0)
      const names = await walk(page)
      expect(names[0]).toBe('skip')
      expect(names).toEqual(expect.arrayContaining([...everywhere, ...testIds]))
    })
  }
})

test('the first tab stop skips to the content, and Enter opens a flow and moves the focus to its start', async ({
  page,
  open,
}) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).toBe('filter-words')
  await tabTo(page, 'flow-link')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('flow-title')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).toBe('copy')
})

test('the endpoint dialog traps and restores the focus, and works with the arrow keys and Enter', async ({
  page,
  open,
}) => {
  await open(node)
  await expect(page.getByTestId('flow-row')).toHaveCount(11)
  await tabTo(page, 'endpoint-open')
  await page.keyboard.press('Enter')
  const dialog = page.getByTestId('endpoint-dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (let stops = 0; stops < 12; stops++) {
    await page.keyboard.press('Tab')
    const where = await page.evaluate(() =>
      document.activeElement === document.body || document.activeElement?.closest('dialog') ? 'inside' : 'outside',
    )
    expect(where).toBe('inside')
  }
  await page.keyboard.press('Escape')
  // The page removes a closed dialog a moment later, and can't open it before.
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('endpoint-open')).toBeFocused()

  await page.keyboard.press('Space')
  await tabTo(page, 'endpoint-node')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByTestId('endpoint-embedded')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('endpoint-dialog')).toBeHidden()
  await expect(page.getByTestId('flows-found')).toHaveText(/^\d{3} flows$/)
})

test('the chart is one tab stop, with arrow keys, Home and End to move, and Enter to open and close runs', async ({
  page,
  open,
}) => {
  await open(node, `/flows/${ids.interchain}`)
  await expect(page.getByTestId('strip-mark')).toHaveCount(11)
  await tabTo(page, 'strip-mark')
  const number = () => page.evaluate(() => /\d+/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[0])
  for (const [key, at] of [
    ['ArrowLeft', '10'],
    ['ArrowLeft', '9'],
    ['ArrowRight', '10'],
    ['Home', '1'],
    ['ArrowLeft', '1'],
    ['End', '11'],
    ['ArrowRight', '11'],
    ['Home', '1'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await number(), key).toBe(at)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/execution=1(&|$)/)
  await expect(page.getByTestId('history-detail')).toBeVisible()
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).not.toBe('strip-mark')

  await tabTo(page, 'history-link')
  const link = page.getByTestId('history-link').first()
  await expect(link).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(link).toHaveAttribute('aria-expanded', 'true')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(link).toHaveAttribute('aria-expanded', 'false')
})
