import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../explorer.js'
import { sample } from '../sample.js'
import { states } from './states.js'

test.use({ nodeFails: true })

/** The windows are high enough for all rows, because rows that scroll into view are rendered later. */
const views = [
  { colorScheme: 'dark', width: 360, height: 2_400 },
  { colorScheme: 'light', width: 1280, height: 1_300 },
] as const
type View = (typeof views)[number]

for (const { name, path, given, until, hangs, width } of states) {
  test(`${name}: is accessible and not cut off`, { tag: '@slow' }, async ({
    inFlight,
    open,
    page,
    pass,
    startNode,
  }) => {
    const node = await startNode({ state: sample() })
    await given?.(node, page)
    const [first, ...others] = width ? views.filter(view => view.width === width) : views
    await show(page, first ?? views[0])
    await open(node, path)
    await until(page, node, pass)
    if (!hangs) await expect.poll(() => inFlight.size).toBe(0)
    await check(page)
    for (const view of others) {
      await show(page, view)
      await check(page)
    }
  })
}

async function check(page: Page): Promise<void> {
  expect.soft(await violations(page)).toEqual([])
  expect.soft(await outside(page)).toEqual([])
}

async function show(page: Page, { colorScheme, width, height }: View): Promise<void> {
  // Elements that fade in have too little contrast at first.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
}

/** Returns accessibility violations. */
async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames, so the faster legacy mode is enough.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      // Requires a contrast of 7:1 instead of 4.5:1, and targets of at least 24 px.
      rules: {
        'color-contrast': { enabled: false },
        'color-contrast-enhanced': { enabled: true },
        'target-size': { enabled: true },
      },
    })
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
}

/** Returns elements that are cut off horizontally, and whether the page scrolls horizontally. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clips = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement))
    const beyond = Array.from(document.querySelectorAll('body *')).filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < 0 || right > innerWidth + 0.5) && !clips(element.parentElement)
    })
    const wider = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth
    return [...(wider > 0 ? [`${wider} px to scroll`] : []), ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))]
  })
}
