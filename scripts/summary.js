/**
 * @typedef {object} Result
 * @property {string} name the name of the task
 * @property {import('./results.js').TestResult[]} tests
 * @property {number} seconds
 */

/** If more tests pass only at the second attempt, they count as failed. */
const mostFlaky = 3

/**
 * Returns the text at the end of a run, whose last line is `N passed, N failed`, and the number of failed tests.
 *
 * @param {Result[]} results
 * @param {string[]} notRun the suites that were not run
 * @param {string[]} changed the test files that changed recently, in which no test may pass only at the second attempt
 */
export function summarize(results, notRun, changed) {
  const flaky = results.flatMap(({ tests }) => tests.filter(isIn('flaky')))
  const isTooFlaky = flaky.length > mostFlaky
  const isFailure = test =>
    test.state === 'failed' || (test.state === 'flaky' && (isTooFlaky || changed.includes(test.file)))
  const tests = results.flatMap(({ tests }) => tests)
  const failed = tests.filter(isFailure).length
  const passed = tests.filter(test => test.state !== 'skipped').length - failed
  const flakyAndChanged = flaky.filter(({ file }) => changed.includes(file)).length
  const lines = [
    ...listOf(results, 'failed', 'Failed', withError),
    ...listOf(results, 'flaky', 'Passed at the second attempt', withError),
    ...results.flatMap(({ name, tests }) => list(`Skipped in ${name}`, filesOf(tests.filter(isIn('skipped'))))),
    '',
    ...results.map(result => lineOf(result, isFailure)),
    ...(isTooFlaky
      ? ['', `${flaky.length} tests passed only at the second attempt. More than ${mostFlaky} are a failure.`]
      : []),
    ...(flakyAndChanged
      ? [
          '',
          `${flakyAndChanged} of the tests that passed only at the second attempt are in files that changed in the last two days, which is a failure.`,
        ]
      : []),
    ...(notRun.length ? ['', `Not run: ${notRun.join(', ')}. Run every suite with: npm test -- all`] : []),
    '',
    `${passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), failed }
}

/** @param {Result} result */
function lineOf({ name, tests, seconds }, isFailure) {
  const states = ['passed', 'failed', 'flaky', 'skipped'].map(state => [state, tests.filter(isIn(state)).length])
  const shown = states.filter(([state, count]) => count > 0 || state === 'passed')
  const text = shown.map(([state, count]) => `${count} ${state}`).join(', ')
  return `${tests.some(isFailure) ? '✗' : '✓'} ${name.padEnd(16)} ${text}, ${seconds} s`
}

function listOf(results, state, title, line) {
  return results.flatMap(({ name, tests }) => list(`${title} in ${name}`, tests.filter(isIn(state)).map(line)))
}

function withError({ name, error }) {
  return [name, ...(error ? error.split('\n').map(line => `    ${line}`) : [])].join('\n')
}

/** Returns the files of tests, with the number of tests in each. */
function filesOf(tests) {
  const counts = new Map()
  for (const { file } of tests) counts.set(file, (counts.get(file) ?? 0) + 1)
  return Array.from(counts, ([file, count]) => `${file} (${count})`)
}

function isIn(wanted) {
  return ({ state }) => state === wanted
}

function list(title, items) {
  return items.length ? ['', `${title}:`, ...items.map(item => `  ${item}`)] : []
}
