import type { Page } from '@playwright/test'
import { expect, test } from '../explorer.js'
import { sample } from '../sample.js'
import { expectAccessible } from './accessible.js'
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
    await expectAccessible(page)
    for (const view of others) {
      await show(page, view)
      await expectAccessible(page)
    }
  })
}

async function show(page: Page, { colorScheme, width, height }: View): Promise<void> {
  // Elements that fade in have too little contrast at first.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
}
