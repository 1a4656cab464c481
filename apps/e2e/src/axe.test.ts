import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './explorer.js'
import { sample } from './sample.js'
import { states } from './states.js'

for (const { name, path, given, until, nodeFails = false } of states) {
  test.describe('axe', () => {
    test.use({ nodeFails })

    test(`${name}: no violation in either theme, on a desk or in a hand`, async ({ page, open, pass, startNode }) => {
      const node = await startNode({ state: sample() })
      await given?.(node, page)
      await open(node, path)
      await until(page, node, pass)
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 360]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          const { violations } = await new AxeBuilder({ page })
            // One page without frames: nothing to gather from others.
            .setLegacyMode()
            .options({
              resultTypes: ['violations'],
              rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } },
            })
            .analyze()
          const found = violations.map(({ id, nodes }) => ({
            id,
            at: nodes.map(({ html, any }) => [html, any[0]?.message]),
          }))
          expect(found, `${colorScheme}, ${width} px`).toEqual([])
        }
      }
    })
  })
}
