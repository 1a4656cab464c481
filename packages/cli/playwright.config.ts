import { defineConfig } from '@playwright/test'
import { chromium } from '../../tests/setup/chromium.js'
import { shared } from '../../tests/setup/playwright.js'

export default defineConfig({
  ...shared,
  testDir: 'browser',
  workers: 1,
  use: { launchOptions: chromium(), viewport: { width: 1280, height: 900 }, screenshot: 'only-on-failure' },
})
