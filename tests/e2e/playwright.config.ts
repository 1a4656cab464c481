import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromium } from '../setup/chromium.js'
import { shared } from '../setup/playwright.js'
import type { Options } from './src/explorer.js'

/**
 * `--grep @smoke` runs a short test of each app. `--grep-invert @slow` omits the slow tests and the second project, because a tag
 * in the name of a project applies to all its tests.
 */
export default defineConfig<Options>({
  ...shared,
  testDir: 'src',
  fullyParallel: true,
  // Tests wait for the browser for a part of their time, so two cores can run three of them.
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  use: {
    launchOptions: chromium(),
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'explorer', testIgnore: /gateway\.test\.ts/ },
    // Repeats the tests that depend on the server, with a gateway between the page and the node.
    { name: 'explorer with a gateway @slow', use: { gateway: true }, grep: /@gateway/ },
  ],
})
