import { relative } from 'node:path'
import { errorOf, writeReport } from './report.js'

/** Reports the results of Vitest to `scripts/test.js`. */
export default class {
  /** @type {import('vitest/node').Reporter['onTestRunEnd']} */
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap(module => Array.from(module.children.allTests()))
    const inState = state => tests.filter(test => test.result().state === state)
    const broken = modules.filter(module => module.errors().length > 0)
    const isFlaky = test => test.diagnostic()?.flaky
    writeReport({
      passed: inState('passed').filter(test => !isFlaky(test)).length,
      failed: [
        ...inState('failed').map(nameOf),
        ...broken.map(module => relative('.', module.moduleId)),
        ...errors.map(({ message }) => message),
      ],
      flaky: inState('passed')
        .filter(isFlaky)
        .map(test => ({ name: nameOf(test), error: errorOf(test.result().errors) })),
      skipped: inState('skipped').map(nameOf),
    })
  }
}

function nameOf({ module, fullName, project }) {
  return `${project.name}: ${relative('.', module.moduleId)} > ${fullName}`
}
