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
  await page.getByTestId('check-more').first().click()
  // The lists don't change while the pointer is inside.
  await page.mouse.move(0, 0)
  await page.getByTestId('attention-checked').filter({ hasText: 'All' }).waitFor()
  await save(page, 'overview')
  await page.emulateMedia({ colorScheme: 'dark' })
  await save(page, 'overview-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await page.goto(`${demo.url}/flows?q=Newspaper+subscription`)
  await page.getByTestId('flow-link').first().click()
  await save(page, 'explorer')
} finally {
  await browser.close()
  await demo.close()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
async function save(page, name) {
  await page.getByTestId('live-mark').and(page.locator('[data-connection=connected]')).waitFor()
  await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true]') === null, undefined, { timeout })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
