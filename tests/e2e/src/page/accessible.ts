import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks that a page is accessible, and that nothing is cut off. */
export async function expectAccessible(page: Page): Promise<void> {
  expect.soft(await violations(page)).toEqual([])
  expect.soft(await outside(page)).toEqual([])
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
