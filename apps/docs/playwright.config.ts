import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'

/** Tests the built site. */
export default defineConfig({
  testDir: 'test',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // A test takes a few seconds on two idle cores, and many times longer on a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: { launchOptions: await chromium(), baseURL: 'http://127.0.0.1:4174', screenshot: 'only-on-failure' },
  webServer: { command: 'vitepress preview --port 4174', url: 'http://127.0.0.1:4174', reuseExistingServer: false },
})
