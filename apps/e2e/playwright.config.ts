import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromium } from '../../scripts/chromium.js'
import type { Options } from './src/explorer.js'

/** `SLOW=1` runs the slow tests instead of the fast ones, and some tests with a gateway. */
const isSlow = Boolean(process.env.SLOW)
const selection = isSlow ? { grep: /@slow/ } : { grepInvert: /@slow|@gateway/ }

/**
 * The tests that also run with a gateway between the page and the node. The tag `@node` marks tests that a gateway changes, for example
 * because they count the requests to the node. The tag `@gateway` marks tests that need a gateway.
 */
const withGateway = { grep: /^/, grepInvert: /@slow|@node/ }

export default defineConfig<Options>({
  testDir: 'src',
  ...selection,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // If a test needs a retry, the test or the product has a bug.
  retries: 0,
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // The timeouts are long, because a busy machine is slow. They don't slow down tests, because tests wait for conditions.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: await chromium(),
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'explorer' },
    ...(isSlow
      ? [
          {
            name: 'explorer with a gateway',
            use: { gateway: true },
            testMatch: /(live|outage|wiring)\.test\.ts/,
            ...withGateway,
          },
        ]
      : []),
  ],
})
