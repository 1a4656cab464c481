/**
 * @typedef {object} Result
 * @property {string} name the name of the task
 * @property {number} passed the number of tests that passed at the first attempt
 * @property {string[]} failed
 * @property {{ name: string, error: string }[]} flaky the tests that passed at the second attempt, with the error of the first one
 * @property {string[]} skipped
 * @property {number} seconds
 */

/** If more tests pass only at the second attempt, they count as failed. */
const mostFlaky = 3

/**
 * Returns the text at the end of a run, whose last line is `N passed, N failed`, and the number of failed tests.
 *
 * @param {Result[]} results
 * @param {string[]} notRun the suites that were not run
 */
export function summarize(results, notRun) {
  const sum = count => results.reduce((total, result) => total + count(result), 0)
  const flaky = sum(result => result.flaky.length)
  const isTooFlaky = flaky > mostFlaky
  const passed = sum(result => result.passed) + (isTooFlaky ? 0 : flaky)
  const failed = sum(result => result.failed.length) + (isTooFlaky ? flaky : 0)
  const lines = [
    ...results.flatMap(({ name, failed }) => list(`Failed in ${name}`, failed)),
    ...results.flatMap(({ name, flaky }) => list(`Passed at the second attempt in ${name}`, flaky.map(withError))),
    ...results.flatMap(({ name, skipped }) => list(`Skipped in ${name}`, filesOf(skipped))),
    '',
    ...results.map(result => lineOf(result, isTooFlaky)),
    ...(isTooFlaky
      ? ['', `${flaky} tests passed only at the second attempt. More than ${mostFlaky} are a failure.`]
      : []),
    ...(notRun.length ? ['', `Not run: ${notRun.join(', ')}. Run every suite with: npm test -- all`] : []),
    '',
    `${passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), failed }
}

/** @param {Result} result */
function lineOf({ name, passed, failed, flaky, skipped, seconds }, isTooFlaky) {
  const counts = { passed, failed: failed.length, flaky: flaky.length, skipped: skipped.length }
  const shown = Object.entries(counts).filter(([what, count]) => count > 0 || what === 'passed')
  const hasFailed = failed.length > 0 || (isTooFlaky && flaky.length > 0)
  const text = shown.map(([what, count]) => `${count} ${what}`).join(', ')
  return `${hasFailed ? '✗' : '✓'} ${name.padEnd(16)} ${text}, ${seconds} s`
}

function withError({ name, error }) {
  return [name, ...error.split('\n').map(line => `    ${line}`)].join('\n')
}

/** Returns the files of tests, with the number of tests in each. */
function filesOf(tests) {
  const counts = new Map()
  for (const test of tests) {
    const [file] = test.split(' > ')
    counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return Array.from(counts, ([file, count]) => `${file} (${count})`)
}

function list(title, items) {
  return items.length ? ['', `${title}:`, ...items.map(item => `  ${item}`)] : []
}
