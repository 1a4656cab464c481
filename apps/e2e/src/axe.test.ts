import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './explorer.js'
import { sample } from './sample.js'
import { pages } from './states.js'

test.use({ nodeFails: true })

/** Colours are the same at any width, and sizes in any theme. */
const views = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

for (const [what, states] of Object.entries(pages)) {
  test(`axe: ${what}: no violation in any state, in either theme, on a desk or in a hand`, async ({
    page,
    open,
    pass,
    startNode,
  }) => {
    test.slow()
    // What fades in is of too little contrast for a moment.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { name, path, given, until } of states) {
      await test.step(name, async () => {
        const node = await startNode({ state: sample() })
        await given?.(node, page)
        await open(node, path)
        await until(page, node, pass)
        for (const { colorScheme, width } of views) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
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
          const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
          expect.soft(found, `${name}, ${colorScheme}, ${width} px`).toEqual([])
        }
      })
    }
  })
}
