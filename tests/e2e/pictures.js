// Takes the pictures of the explorer for the README and the documentation: `pnpm --filter @flow-query/e2e pictures`. The explorer must be built.
import { join } from 'node:path'
import { startDemo } from '@flow-query/demo'
import { chromium as playwright } from '@playwright/test'
import { chromium } from '../setup/chromium.js'

const folder = join(import.meta.dirname, '../../docs')
const timeout = 300_000

const demo = await startDemo({ port: 0 })
const browser = await playwright.launch(chromium())
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1160 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(timeout)

  await page.goto(demo.url)
  await page.getByTestId('check-more').waitFor()
  await save(page, 'overview')

  await page.goto(`${demo.url}/flows?q=Newspaper+subscription`)
  await page.getByTestId('flow-link').first().click()
  await save(page, 'explorer')

  const phone = await browser.newPage({
    viewport: { width: 432, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  phone.setDefaultTimeout(timeout)
  await phone.goto(`${demo.url}/flows/412`)
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await phone.emulateMedia({ colorScheme })
    await save(phone, `verdict-${colorScheme}`, phone.getByTestId('verdict'))
  }
} finally {
  await browser.close()
  await demo.close()
}

/**
 * Saves a picture when the page shows the current data.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {import('@playwright/test').Page | import('@playwright/test').Locator} part
 */
async function save(page, name, part = page) {
  await page.getByTestId('live-mark').and(page.locator('[data-connection=connected]')).waitFor()
  await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true]') === null, undefined, { timeout })
  await part.screenshot({ path: join(folder, `${name}.png`) })
}
