import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './packages.js'

/**
 * @typedef {object} TestResult
 * @property {string} file the path of the test file in the repository
 * @property {string} name the path and the name
 * @property {'passed' | 'failed' | 'flaky' | 'skipped'} state `flaky` tests passed at the second attempt
 * @property {string} error the beginning of the first error, or an empty string
 */

/**
 * Reads the tests in a JSON report of Vitest or Playwright.
 *
 * @param {string} path
 * @returns {TestResult[] | undefined} undefined if there is no report
 */
export function readReport(path) {
  if (!existsSync(path)) return undefined
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.testResults ? vitestResults(report) : playwrightResults(report)
}

function vitestResults({ testResults }) {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path)
    const tests = assertionResults.map(({ fullName, status, failureMessages }) => ({
      file,
      name: `${file} > ${fullName}`,
      state: stateOf(status, failureMessages),
      error: beginningOf(failureMessages[0]),
    }))
    const isBroken = status === 'failed' && !tests.some(({ state }) => state === 'failed')
    return isBroken ? [...tests, { file, name: file, state: 'failed', error: beginningOf(message) }] : tests
  })
}

/** A test that passed after errors passed at the second attempt. */
function stateOf(status, errors) {
  if (status === 'failed') return 'failed'
  if (status !== 'passed') return 'skipped'
  return errors.length > 0 ? 'flaky' : 'passed'
}

const statesOfPlaywright = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' }

function playwrightResults({ config, suites, errors }) {
  const file = path => relative(root, `${config.rootDir}/${path}`)
  const testsOf = (suite, titles) => [
    ...(suite.suites ?? []).flatMap(inner => testsOf(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap(spec =>
      spec.tests.map(({ projectName, status, results }) => ({
        file: file(spec.file),
        name: [`${file(spec.file)}${projectName && ` (${projectName})`}`, ...titles, spec.title].join(' > '),
        state: statesOfPlaywright[status],
        error: beginningOf(results[0]?.error?.message),
      })),
    ),
  ]
  return [
    ...suites.flatMap(suite => testsOf(suite, [])),
    ...errors.map(({ message }) => ({ file: '', name: beginningOf(message), state: 'failed', error: '' })),
  ]
}

const mostLines = 8

function beginningOf(message = '') {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, mostLines).join('\n')
}
