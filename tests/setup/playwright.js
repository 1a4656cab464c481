import { waitLimit } from './wait-limit.js'

const { npm_lifecycle_event: script = 'test' } = process.env

/** @type {([string] | [string, object])[]} */
const reporter = [['dot'], ['json', { outputFile: `reports/${script.replace(':', '-')}.json` }]]

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
