import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'
import type { SiteOptions } from './src/site.js'

/** What only one of them has. */
const pagesRouter = /pages-router\.test\.ts/

/** Each site, as it is built, runs the same suite. */
export default defineConfig<SiteOptions>({
  testDir: 'src',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Some seconds each where two cores are free; many times that where others use them.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: await chromium(), screenshot: 'only-on-failure' },
  projects: [
    // A server component says whether something was found, and no other status: an error of the node is one of the server's.
    { name: 'next', use: { folder: 'next', badNode: 500 } },
    { name: 'nuxt', use: { folder: 'nuxt', badNode: 502 }, testIgnore: [pagesRouter, /streaming\.test\.ts/] },
    { name: 'sveltekit', use: { folder: 'sveltekit', badNode: 502 }, testIgnore: pagesRouter },
    { name: 'sveltekit-2', use: { folder: 'sveltekit-2', badNode: 502 }, testIgnore: pagesRouter },
  ],
})
