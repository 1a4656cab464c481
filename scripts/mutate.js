// Changes source files in many small ways and reports the changes that no test detects:
//
//   npm run mutate -- packages/core/src/status.ts packages/core/src/versions/pagination.ts
//
// All files must belong to one package. The files contain the changes while this runs, so commit them first. If you end
// the run early, restore them with `git restore`.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { root } from './packages.js'

/** These tests are slow, random or run the built package, so they detect changes late, by chance or never. */
const excluded = /\.(property|slow)\.test\.|\/(examples|index|readme|truth)\.test\./

const files = process.argv.slice(2).map(file => relative(root, resolve(root, file)))
const missing = files.find(file => !existsSync(join(root, file)))
const [folder, ...others] = new Set(files.map(file => file.split(/[\\/]/).slice(0, 2).join('/')))
if (!folder || others.length || missing) {
  console.error(
    missing
      ? `${missing} does not exist.`
      : 'Pass the source files of one package: npm run mutate -- packages/core/src/status.ts',
  )
  process.exit(1)
}

process.chdir(join(root, folder))
const tests = readdirSync('src', { recursive: true })
  .map(name => `src/${name}`.replaceAll('\\', '/'))
  .filter(name => /\.test\.tsx?$/.test(name) && !excluded.test(name))

const stryker = new Stryker({
  mutate: files.map(file => relative(folder, file)),
  testFiles: tests,
  testRunner: 'vitest',
  // Stryker searches for plugins next to its own package, but pnpm installs them elsewhere.
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  inPlace: true,
  // Otherwise Stryker changes every file of the package.
  disableTypeChecks: false,
  // A high limit, because only infinite loops should count as timeouts, even on a busy machine.
  timeoutMS: 20_000,
  coverageAnalysis: 'perTest',
  // With a list of test files, Stryker can't test code that only runs when a module is loaded, such as constant tables.
  ignoreStatic: true,
  allowEmpty: false,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false },
  tempDirName: 'node_modules/.stryker',
  thresholds: { break: null },
})
// Stryker has already printed the cause if the tests fail before anything is changed.
const results = await stryker.runMutationTest().catch(() => process.exit(1))

const count = status => results.filter(result => result.status === status).length
const [killed, timedOut, survived, untested] = ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map(count)
const detected = killed + timedOut
const score = (100 * detected) / (detected + survived + untested)
console.log(
  `\n${score.toFixed(1)} % of the changes were detected: ${killed} failed a test, ${timedOut} timed out, ${survived} passed all tests, ${untested} were not covered by tests`,
)
