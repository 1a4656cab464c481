import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'
import type { SiteOptions } from './src/site.js'

const pagesRouter = /pages-router\.test\.ts/

/** Runs the same tests on the production build of each site. */
export default defineConfig<SiteOptions>({
  testDir: 'src',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A test takes a few seconds on two free cores, and much longer on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: await chromium(), screenshot: 'only-on-failure' },
  projects: [
    // With Cache Components, Next sends status 200 before a page fetches anything. Its proxy fetches the flow first, so that it can return 404.
    { name: 'next', use: { folder: 'next', errorStatus: 200, proxyRequests: 1 } },
    { name: 'nuxt', use: { folder: 'nuxt', errorStatus: 502 }, testIgnore: [pagesRouter, /streaming\.test\.ts/] },
    { name: 'sveltekit', use: { folder: 'sveltekit', errorStatus: 502 }, testIgnore: pagesRouter },
  ],
})
