import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './explorer.js'
import { sample } from './sample.js'
import { pages } from './states.js'

test.use({ nodeFails: true, viewport: { width: 360, height: 800 } })

const onADesk = { colorScheme: 'light', width: 1280 } as const
const inAHand = { colorScheme: 'dark', width: 360 } as const

for (const [what, states] of Object.entries(pages)) {
  test(`${what}: everybody can read it in any state, and nothing is cut off`, async ({
    page,
    explorer,
    open,
    pass,
    startNode,
  }) => {
    test.slow()
    // What fades in is of too little contrast for a moment.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // The others look the same, to the pixel.
    const views = explorer === 'react' ? [onADesk, inAHand] : [inAHand]
    for (const { name, path, given, until } of states) {
      await test.step(name, async () => {
        const node = await startNode({ state: sample() })
        await given?.(node, page)
        await open(node, path)
        await until(page, node, pass)
        for (const { colorScheme, width } of views) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await violations(page), `${name}, ${colorScheme}, ${width} px`).toEqual([])
          expect.soft(await outside(page), `${name}, ${width} px`).toEqual([])
        }
      })
    }
  })
}

/** What axe finds. */
async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // One page without frames: nothing to gather from others.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      // 7:1 in place of 4.5:1, and targets of 24 px.
      rules: {
        'color-contrast': { enabled: false },
        'color-contrast-enhanced': { enabled: true },
        'target-size': { enabled: true },
      },
    })
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
}

/** What is cut off at the side, or can be scrolled to there. */
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
