import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'

export default defineConfig({
  testDir: 'browser',
  forbidOnly: Boolean(process.env.CI),
  workers: 1,
  // axe takes up to a minute for the whole Swagger page, twice in one test.
  timeout: 300_000,
  expect: { timeout: 10_000 },
  use: { launchOptions: await chromium(), viewport: { width: 1280, height: 900 }, screenshot: 'only-on-failure' },
})
