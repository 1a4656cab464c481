import { mkdirSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Writes the results of a run for `scripts/test.js`, if it runs as a script of a package such as `npm run test:unit`.
 *
 * @param {object} report
 * @param {number} report.passed the number of tests that passed at the first attempt
 * @param {string[]} report.failed
 * @param {{ name: string, error: string }[]} report.flaky the tests that passed at the second attempt, with the error of the first one
 * @param {string[]} report.skipped
 */
export function writeReport(report) {
  const { npm_lifecycle_event: script } = process.env
  if (!script?.startsWith('test:')) return
  mkdirSync('reports', { recursive: true })
  writeFileSync(`reports/${script.replace(':', '-')}.json`, JSON.stringify(report))
}

const mostLines = 8

/**
 * Returns the beginning of the first error of a test.
 *
 * @param {readonly { message?: string }[] | undefined} errors
 */
export function errorOf(errors) {
  const message = stripVTControlCharacters(errors?.[0]?.message ?? 'unknown error')
  return message.trim().split('\n').slice(0, mostLines).join('\n')
}
