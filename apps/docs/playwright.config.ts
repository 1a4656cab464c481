import { defineConfig } from '@playwright/test'
import { chromium } from '../../tests/setup/chromium.js'
import { shared } from '../../tests/setup/playwright.js'

/** Tests the built site. */
export default defineConfig({
  ...shared,
  testDir: 'test',
  fullyParallel: true,
  workers: 3,
  use: { launchOptions: chromium(), baseURL: 'http://127.0.0.1:4174', screenshot: 'only-on-failure' },
  webServer: {
    // Vite doesn't compress files. The server of VitePress compresses each response again.
    command: 'vite preview --outDir dist --port 4174 --strictPort',
    url: 'http://127.0.0.1:4174',
    reuseExistingServer: false,
    timeout: 300_000,
  },
})
