// Runs every suite of the workspace, and ends with one line: `N passed, N failed`.
// `npm test -- unit browser` runs only the suites named.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'flow-query-'))
const folders = ['packages', 'apps'].flatMap(parent =>
  readdirSync(join(root, parent)).map(name => join(root, parent, name)),
)
const packages = folders.filter(folder => folder.startsWith(join(root, 'packages')))
const withFile = name => folders.filter(folder => existsSync(join(folder, name)))

const suites = {
  lint: [
    check('biome', root, 'biome', 'check', '--error-on-warnings', '.'),
    check('knip', root, 'knip'),
    check('sherif', root, 'sherif'),
  ],
  types: [
    check('build', root, 'turbo', 'run', 'build', ...quiet()),
    check('types', root, 'turbo', 'run', 'typecheck', ...quiet()),
  ],
  packages: [
    ...packages.map(folder => check(`publint ${basename(folder)}`, folder, 'publint', '--strict')),
    ...packages.map(folder => check(`attw ${basename(folder)}`, folder, 'attw', '--pack', '--profile', 'esm-only')),
    check('size', root, 'size-limit'),
  ],
  unit: withFile('vitest.config.ts').map(folder => vitest(folder)),
  browser: withFile('playwright.config.ts').map(folder => playwright(folder)),
}

const wanted = process.argv.slice(2)
const results = []
for (const [suite, runs] of Object.entries(suites)) {
  if (wanted.length && !wanted.includes(suite)) continue
  for (const run of runs) results.push(run())
}

const width = Math.max(...results.map(({ name }) => name.length))
console.log('')
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(width)} ${`${passed} passed`.padStart(11)}${failed ? `, ${failed} failed` : ''}  ${seconds} s`,
  )
}
const sum = field => results.reduce((total, result) => total + result[field], 0)
process.exitCode = sum('failed') ? 1 : 0
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)

function quiet() {
  return ['--output-logs=errors-only', '--log-order=grouped']
}

/** A tool that either finds nothing or fails. */
function check(name, folder, ...command) {
  return () => timed(name, () => ({ passed: 1, failed: 0, ...(execute(folder, command) && { passed: 0, failed: 1 }) }))
}

function vitest(folder) {
  return counted(folder, ['vitest', 'run', '--reporter=default', '--reporter=json'], report => ({
    env: {},
    flags: [`--outputFile.json=${report}`],
    count: ({ numPassedTests, numTotalTests, numPendingTests, numTodoTests, success }) => ({
      passed: numPassedTests,
      failed: Math.max(numTotalTests - numPassedTests - numPendingTests - numTodoTests, success ? 0 : 1),
    }),
  }))
}

function playwright(folder) {
  return counted(folder, ['playwright', 'test', '--reporter=dot,json'], report => ({
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    flags: [],
    count: ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
    }),
  }))
}

/** A test runner that writes a report. One that dies without, or fails while its report is clean, counts as a failure. */
function counted(folder, command, how) {
  const name = `${command[0]} ${basename(folder)}`
  const report = join(reports, `${basename(folder)}.json`)
  const { env, flags, count } = how(report)
  return () =>
    timed(name, () => {
      const status = execute(folder, [...command, ...flags], env)
      if (!existsSync(report)) return { passed: 0, failed: 1 }
      const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')))
      return { passed, failed: failed || (status || !passed ? 1 : 0) }
    })
}

function timed(name, run) {
  console.log(`\n— ${name}`)
  const began = Date.now()
  return { name, ...run(), seconds: Math.round((Date.now() - began) / 1000) }
}

function execute(folder, [command, ...args], env = {}) {
  const path = [join(folder, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(':')
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', ...env },
  })
  if (error) console.error(String(error))
  return status ?? 1
}
