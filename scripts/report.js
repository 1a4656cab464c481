import { mkdirSync, writeFileSync } from 'node:fs'

/**
 * Writes the results of a run for `scripts/test.js`, if it runs as a script of a package such as `npm run test:unit`.
 *
 * @param {object} report
 * @param {number} report.passed the number of tests that passed at the first attempt
 * @param {string[]} report.failed
 * @param {string[]} report.flaky the tests that passed at the second attempt
 * @param {string[]} report.skipped
 */
export function writeReport(report) {
  const { npm_lifecycle_event: script } = process.env
  if (!script?.startsWith('test:')) return
  mkdirSync('reports', { recursive: true })
  writeFileSync(`reports/${script.replace(':', '-')}.json`, JSON.stringify(report))
}
