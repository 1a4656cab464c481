import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromium } from '../setup/chromium.js'
import { shared } from '../setup/playwright.js'
import type { Options } from './src/explorer.js'

/**
 * `SLOW=1` runs the slow tests instead of the fast ones. It also runs the tests that depend on the server, which have the tag
 * `@gateway`, with a gateway between the page and the node.
 */
const isSlow = Boolean(process.env.SLOW)

const needsGateway = /gateway\.test\.ts/

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
    { name: 'explorer', testIgnore: needsGateway, ...(isSlow ? { grep: /@slow/ } : { grepInvert: /@slow/ }) },
    ...(isSlow ? [{ name: 'explorer with a gateway', use: { gateway: true }, grep: /@gateway/ }] : []),
  ],
})
