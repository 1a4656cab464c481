import { writeReport } from './report.js'

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
    const withOutcome = outcome => tests.filter(test => test.outcome() === outcome).map(nameOf)
    writeReport({
      passed: withOutcome('expected').length,
      failed: [...withOutcome('unexpected'), ...this.#errors],
      flaky: withOutcome('flaky'),
      skipped: withOutcome('skipped'),
    })
  }
}

function nameOf(test) {
  const [, project, ...path] = test.titlePath()
  return [project, path.join(' > ')].filter(Boolean).join(': ')
}
