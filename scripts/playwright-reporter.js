import { errorOf, writeReport } from './report.js'

/** Reports the results of Playwright to `scripts/test.js`. */
export default class {
  #suite
  #errors = []

  onBegin(_config, suite) {
    this.#suite = suite
  }

  /** Called for errors outside of tests. */
  onError({ message }) {
    this.#errors.push(message)
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? []
    const withOutcome = outcome => tests.filter(test => test.outcome() === outcome)
    writeReport({
      passed: withOutcome('expected').length,
      failed: [...withOutcome('unexpected').map(nameOf), ...this.#errors],
      flaky: withOutcome('flaky').map(test => ({ name: nameOf(test), error: errorOf(test.results[0]?.errors) })),
      skipped: withOutcome('skipped').map(nameOf),
    })
  }
}

function nameOf(test) {
  const [, project, ...path] = test.titlePath()
  return [project, path.join(' > ')].filter(Boolean).join(': ')
}
