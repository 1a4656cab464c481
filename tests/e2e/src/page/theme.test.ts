import type { Page } from '@playwright/test'
import { expect, type Node, test } from '../explorer.js'
import { sample } from '../sample.js'

let node: Node
test.beforeEach(async ({ startNode }) => {
  node = await startNode({ state: sample() })
})

/** Returns the brightness of the page's background and text, from 0 to 255. */
function brightness(page: Page): Promise<{ page: number; text: number }> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('No canvas')
    const of = (colour: string) => {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return Math.round((red + green + blue) / 3)
    }
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { page: of(backgroundColor), text: of(color) }
  })
}

/** Returns how much brighter the page's background is than its text. */
async function contrast(page: Page): Promise<number> {
  const { page: behind, text } = await brightness(page)
  return behind - text
}

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const difference = async () => (await contrast(page)) * (theme === 'light' ? 1 : -1)
  await expect.poll(difference).toBeGreaterThan(128)
  await expect(page.getByTestId('theme-toggle')).toHaveAccessibleName(theme === 'light' ? /dark/i : /light/i)
}

test('remembers a theme without flashing the other one, and follows the system after switching back', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(node)
  await expectTheme(page, 'dark')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => (await brightness(page)).text).toBeLessThan(128)
  await page.emulateMedia({ media: 'screen' })
  await page.getByTestId('theme-toggle').click()
  await expectTheme(page, 'light')
  await page.reload()
  await expectTheme(page, 'light')
  await page.getByTestId('theme-toggle').click()
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')

  await page.getByTestId('theme-toggle').click()
  // The scripts of the explorer are blocked, so that only the first paint is visible.
  const blocked: string[] = []
  await page.route(/\.js$/, route => void blocked.push(route.request().url()))
  await page.reload({ waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  await expect.poll(() => contrast(page)).toBeLessThan(-128)
  await expect.poll(() => blocked).not.toEqual([])
  await expect(page.getByTestId('nav-flows')).toHaveCount(0)
})

test('a new run is animated, unless the user prefers reduced motion', async ({ page, open, pass, startNode }) => {
  const moving = await startNode({ flows: [{}], history: { 1: [{}] } })
  await open(moving, '/flows/1')
  await expect(page.getByTestId('history-row')).toHaveCount(1)

  /** Executes the flow, and returns the number of animations that start when the run appears. */
  const animationsOfRun = async (run: number) => {
    await page.evaluate(() => {
      const started = new Set<Animation>()
      Object.assign(window, { started })
      new MutationObserver(() => {
        for (const animation of document.getAnimations()) started.add(animation)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    moving.lcd.execute(1)
    await pass(21_000)
    await expect(page.getByTestId('history-row')).toHaveCount(run)
    await expect(page.getByTestId('runs-total')).toHaveText(`${run}`)
    return page.evaluate(() => (window as unknown as { started: Set<Animation> }).started.size)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animationsOfRun(2)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await animationsOfRun(3)).toBeGreaterThan(0)
})
