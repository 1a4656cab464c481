import { defineConfig } from '@playwright/test'
import { chromium } from '../setup/chromium.js'
import { shared } from '../setup/playwright.js'
import type { SiteOptions } from './src/site.js'

const pagesRouter = /pages-router\.test\.ts/

/** Runs the same tests on the production build of each site. */
export default defineConfig<SiteOptions>({
  ...shared,
  testDir: 'src',
  workers: 2,
  use: { launchOptions: chromium(), screenshot: 'only-on-failure' },
  projects: [
    // With Cache Components, Next sends status 200 before a page fetches anything. Its proxy fetches the flow first, so that it can return 404.
    { name: 'next', use: { folder: 'next', errorStatus: 200, proxyRequests: 1 } },
    { name: 'nuxt', use: { folder: 'nuxt', errorStatus: 502 }, testIgnore: [pagesRouter, /streaming\.test\.ts/] },
    { name: 'sveltekit', use: { folder: 'sveltekit', errorStatus: 502 }, testIgnore: pagesRouter },
  ],
})
