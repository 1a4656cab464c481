import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'
import type { Explorer } from './src/explorer.js'

/** What looks at all of them at once. */
const besides = /alike\.test\.ts/

/** Each explorer runs the same suite. */
export default defineConfig<Explorer>({
  testDir: 'src',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Tests wait more than they work.
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: await chromium(),
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'react', use: { explorer: 'react' }, testIgnore: besides },
    { name: 'vue', use: { explorer: 'vue' }, testIgnore: besides },
    { name: 'svelte', use: { explorer: 'svelte' }, testIgnore: besides },
    { name: 'alike', testMatch: besides },
  ],
})
