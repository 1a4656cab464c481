import { fileURLToPath } from 'node:url'
import { waitLimit } from './wait-limit.js'

/** @type {[string][]} */
const reporter = [['dot'], [fileURLToPath(new URL('playwright-reporter.js', import.meta.url))]]

/**
 * The options of all browser tests. A failed test runs a second time, which separates flaky tests from broken ones. A busy
 * machine doesn't reach the limits. Tests wait for conditions, so the limits don't slow them down.
 */
export const shared = {
  forbidOnly: Boolean(process.env.CI),
  retries: 1,
  reporter,
  timeout: 600_000,
  expect: { timeout: waitLimit },
}
