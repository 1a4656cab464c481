import { AxeBuilder } from '@axe-core/playwright'
import { startDemo } from '@flow-query/demo'
import { createLcd } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { test as base, expect } from './explorer.js'
import { type ExplorerName, explorers, fullyTested } from './explorers.js'
import { sample } from './sample.js'
import { states } from './states.js'

const test = base.extend<object, { sites: Record<ExplorerName, string> }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
    async ({}, use) => {
      const demo = await startDemo({ names: [...explorers], port: 0, lcdPort: 0, lcd: createLcd({ flows: [] }) })
      const sites = Object.fromEntries(demo.explorers.map(({ name, url }) => [name, url]))
      await use(sites as Record<ExplorerName, string>)
      await demo.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ nodeFails: true })

/** The windows are high enough for all rows, because rows that scroll into view are rendered later. */
const views = [
  { colorScheme: 'dark', width: 360, height: 2_400 },
  { colorScheme: 'light', width: 1280, height: 1_300 },
] as const
type View = (typeof views)[number]

/** The number of pixels that may differ, because the frameworks split text nodes differently, which moves letters slightly. */
const allowed = 60

for (const [place, { name, path, given, until, timePasses, hangs, width }] of states.entries()) {
  // The explorers share their styles, so one view per state shows most mistakes. EXPLORERS=all checks both views.
  const chosen = views.filter((view, index) => (width ? view.width === width : index === place % views.length))
  const checked = fullyTested.length > 1 && !width ? views : chosen

  test(
    `${name}: is accessible, not cut off, and looks the same in all explorers`,
    { tag: '@slow' },
    async ({ context, inFlight, page, pass, startNode, sites }, info) => {
      const now = Date.now()
      const node = await startNode({ state: sample(now) })
      if (!timePasses) await context.clock.setFixedTime(now)
      await given?.(node, page)

      /** Opens the page in an explorer, and returns a screenshot of each view. */
      async function visit(explorer: ExplorerName, page: Page): Promise<Buffer[]> {
        const isChecked = fullyTested.includes(explorer)
        await show(page, checked[0] ?? views[0])
        await page.goto(`${sites[explorer]}${path}${path.includes('?') ? '&' : '?'}lcd=${encodeURIComponent(node.url)}`)
        await until(page, node, pass)
        if (!hangs) await expect.poll(() => inFlight.size).toBe(0)
        const pictures: Buffer[] = []
        for (const view of checked) {
          await show(page, view)
          const title = titleOf(explorer, view)
          if (isChecked) {
            expect.soft(await violations(page), title).toEqual([])
            expect.soft(await outside(page), title).toEqual([])
          }
          pictures.push(await page.screenshot({ fullPage: true, animations: 'disabled' }))
        }
        return pictures
      }
      const titleOf = (explorer: ExplorerName, { colorScheme, width }: View) =>
        `${name}, ${explorer}, ${colorScheme}, ${width} px`

      const [first, ...others] = timePasses ? explorers.slice(0, 1) : explorers
      const [pictures = [], ...rest] = await Promise.all([
        visit(first ?? 'react', page),
        ...others.map(async explorer => visit(explorer, await context.newPage())),
      ])
      for (const [index, taken] of rest.entries()) {
        for (const [place, view] of checked.entries()) {
          const title = titleOf(others[index] ?? 'react', view)
          const difference = differs(pictures[place], taken[place])
          if (difference.pixels > allowed)
            await info.attach(title, { body: difference.picture, contentType: 'image/png' })
          expect.soft(difference.pixels, title).toBeLessThanOrEqual(allowed)
        }
      }
    },
  )
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

/** Returns the number of different pixels, and an image that shows them. If the sizes differ, all pixels count as different. */
function differs(one: Buffer | undefined, other: Buffer | undefined): { pixels: number; picture: Buffer } {
  if (!one || !other) throw new Error('A screenshot is missing')
  // Comparing bytes is faster than decoding the images.
  if (one.equals(other)) return { pixels: 0, picture: other }
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)]
  const { width, height } = first
  if (second.width !== width || second.height !== height) return { pixels: width * height, picture: other }
  const picture = new PNG({ width, height })
  const pixels = pixelmatch(first.data, second.data, picture.data, width, height)
  return { pixels, picture: PNG.sync.write(picture) }
}
