import { startDemo } from '@flow-query/demo'
import { createLcd } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { test as base, expect } from './explorer.js'
import { sample } from './sample.js'
import { pages } from './states.js'

/** The explorers side by side. */
const test = base.extend<object, { sites: Record<string, string> }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
    async ({}, use) => {
      const demo = await startDemo({
        names: ['react', 'vue', 'svelte'],
        port: 0,
        lcdPort: 0,
        lcd: createLcd({ flows: [] }),
      })
      await use(Object.fromEntries(demo.explorers.map(({ name, url }) => [name, url])))
      await demo.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ nodeFails: true })

const views = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const

/** Pixels that may differ inside glyphs: browsers place letters by fractions of a pixel, and text nodes are cut differently. */
const allowed = 60

for (const [what, states] of Object.entries(pages)) {
  test(`alike: ${what}: the same picture in every framework`, async ({ page, pass, startNode, sites }, info) => {
    test.slow()
    const now = Date.now()
    await page.clock.setFixedTime(now)
    for (const { name, path, given, until } of states.filter(state => !state.timePasses)) {
      await test.step(name, async () => {
        const pictures: Record<string, PNG[]> = {}
        const node = await startNode({ state: sample(now) })
        await given?.(node, page)
        for (const [explorer, url] of Object.entries(sites)) {
          await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lcd=${encodeURIComponent(node.url)}`)
          await until(page, node, pass)
          pictures[explorer] = await taken(page)
        }
        const { react = [], ...others } = pictures
        for (const [explorer, taken] of Object.entries(others)) {
          for (const [index, view] of views.entries()) {
            const title = `${name}, ${explorer}, ${view.colorScheme}, ${view.width} px`
            const difference = differs(react[index], taken[index])
            if (difference.pixels > allowed)
              await info.attach(title, { body: difference.picture, contentType: 'image/png' })
            expect.soft(difference.pixels, title).toBeLessThanOrEqual(allowed)
          }
        }
      })
    }
  })
}

async function taken(page: Page): Promise<PNG[]> {
  const pictures: PNG[] = []
  for (const { colorScheme, width } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // Rows that come into view tell their health a moment later.
    if (await page.getByTestId('flow-row').count()) await expect(page.locator('.flows .bone')).toHaveCount(0)
    pictures.push(PNG.sync.read(await page.screenshot({ fullPage: true, animations: 'disabled' })))
  }
  return pictures
}

/** How many pixels differ, and where; all of them where the sizes do. */
function differs(one: PNG | undefined, other: PNG | undefined): { pixels: number; picture: Buffer } {
  if (!one || !other) throw new Error('A picture is missing')
  const { width, height } = one
  const picture = new PNG({ width, height })
  const sameSize = other.width === width && other.height === height
  const pixels = sameSize ? pixelmatch(one.data, other.data, picture.data, width, height) : width * height
  return { pixels, picture: PNG.sync.write(sameSize ? picture : other) }
}
