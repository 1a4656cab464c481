// Runs every suite of the workspace, and ends with one line: `N passed, N failed`.
// `npm test -- unit browser` runs only the suites named, `npm test -- all` those as well that are slow and seldom wrong.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { folders, manifestOf, published, root } from './packages.js'

const reports = mkdtempSync(join(tmpdir(), 'flow-query-'))
const sync = join(root, 'packages', 'sync')
const docs = join(root, 'apps', 'docs')
const bindings = ['react', 'vue', 'svelte'].map(name => join(root, 'packages', name))
const consumers = join(root, 'apps', 'consumers')
const frameworks = join(root, 'apps', 'e2e-frameworks')
/** What takes its time to build, as only suites apart look at it. */
const sites = ['next', 'nuxt', 'sveltekit', 'sveltekit-2'].map(name => `@flow-query/${name}`)
const withFile = name => folders.filter(folder => existsSync(join(folder, name)))

/** Two runs of a suite go side by side, but for browser suites, which keep two cores busy by themselves. All need the build. */
const suites = {
  lint: [
    check('biome', root, 'biome', 'check', '--error-on-warnings', '.'),
    check('layers', root, 'depcruise', 'packages', 'apps'),
    check('knip', root, 'knip'),
    check('sherif', root, 'sherif'),
  ],
  build: [
    check(
      'build',
      root,
      'turbo',
      'run',
      'build',
      ...['@flow-query/docs', ...sites].map(name => `--filter=!${name}`),
      ...quiet(),
    ),
  ],
  types: [check('types', root, 'turbo', 'run', 'typecheck', ...quiet())],
  packages: [
    ...published.map(folder => check(`publint ${basename(folder)}`, folder, 'publint', '--strict')),
    ...published.map(folder =>
      check(
        `attw ${basename(folder)}`,
        folder,
        'attw',
        '--pack',
        '--profile',
        hasCommonJs(folder) ? 'node16' : 'esm-only',
      ),
    ),
    check('size', root, 'size-limit'),
  ],
  unit: withFile('vitest.config.ts')
    .filter(folder => folder !== sync && folder !== consumers)
    .map(folder => vitest(folder, '!floor')),
  browser: withFile('playwright.config.ts')
    .filter(folder => folder !== docs && folder !== frameworks)
    .map(folder => playwright(folder)),
  floor: bindings.map(folder => vitest(folder, 'floor')),
  databases: [vitest(sync)],
  consumers: [vitest(consumers)],
  docs: [check('site', docs, 'turbo', 'run', 'build', ...quiet()), playwright(docs)],
  frameworks: [
    check('sites', root, 'turbo', 'run', 'build', ...sites.map(name => `--filter=${name}`), ...quiet()),
    playwright(frameworks),
  ],
}

/** Those that run when they are named. */
const apart = ['floor', 'databases', 'consumers', 'docs', 'frameworks']
const named = process.argv.slice(2)
const wanted = named.includes('all')
  ? Object.keys(suites)
  : named.length
    ? ['build', ...named]
    : Object.keys(suites).filter(suite => !apart.includes(suite))
const results = []
for (const [suite, runs] of Object.entries(suites)) {
  if (!wanted.includes(suite)) continue
  const left = [...runs]
  const lane = async () => {
    for (let run = left.shift(); run; run = left.shift()) results.push(await run())
  }
  const lanes = ['browser', 'docs', 'frameworks'].includes(suite) ? 1 : ['unit', 'floor'].includes(suite) ? 3 : 2
  await Promise.all(Array.from({ length: lanes }, lane))
}

for (const { name, failures = [] } of results)
  for (const failure of failures) console.log(`\n✗ ${name}: ${failure.slice(0, 4_000)}`)

const width = Math.max(...results.map(({ name }) => name.length))
console.log('')
for (const { name, passed, skipped, failed, seconds } of results) {
  const others = `${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} left out` : ''}`
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(width)} ${`${passed} passed`.padStart(11)}${others}  ${seconds} s`)
}
const sum = field => results.reduce((total, result) => total + result[field], 0)
process.exitCode = sum('failed') ? 1 : 0
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)

function hasCommonJs(folder) {
  return Object.values(manifestOf(folder).exports).some(({ require }) => require)
}

function quiet() {
  return ['--output-logs=errors-only', '--log-order=grouped']
}

/** A tool that either finds nothing or fails. */
function check(name, folder, ...command) {
  return () =>
    timed(name, async () => ((await execute(folder, command)) ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }))
}

/** The tests of a folder: of all its projects, or of those that are named. */
function vitest(folder, project = '*') {
  const name = project === 'floor' ? `vitest ${basename(folder)} floor` : `vitest ${basename(folder)}`
  const command = ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json']
  return counted(name, folder, command, report => ({
    env: {},
    flags: [`--outputFile.json=${report}`],
    count: ({ numPassedTests, numTotalTests, numPendingTests, numTodoTests, success, testResults }) => ({
      passed: numPassedTests,
      skipped: numPendingTests,
      failed: Math.max(numTotalTests - numPassedTests - numPendingTests - numTodoTests, success ? 0 : 1),
      failures: testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
      ),
    }),
  }))
}

function playwright(folder) {
  // A busy machine may be late once.
  const command = ['playwright', 'test', '--reporter=dot,json', '--retries=1']
  return counted(`playwright ${basename(folder)}`, folder, command, report => ({
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    flags: [],
    count: ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: [...errors.map(({ message }) => message), ...suites.flatMap(unexpected)],
    }),
  }))
}

/** The tests of a Playwright suite, and of those within it, that did not go as expected. */
function unexpected({ specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        return `${file}: ${title}\n${errors.map(({ message }) => message).join('\n')}`
      }),
    ...suites.flatMap(unexpected),
  ]
}

/** A test runner that writes a report. One that dies without, or fails while its report is clean, counts as a failure. */
function counted(name, folder, command, how) {
  const report = join(reports, `${name}.json`)
  const { env, flags, count } = how(report)
  return () =>
    timed(name, async () => {
      const status = await execute(folder, [...command, ...flags], env)
      if (!existsSync(report)) return { passed: 0, failed: 1 }
      const { passed, skipped, failed, failures } = count(JSON.parse(readFileSync(report, 'utf8')))
      return { passed, skipped, failed: failed || (status || !passed ? 1 : 0), failures }
    })
}

async function timed(name, run) {
  console.log(`— ${name} ...`)
  const began = Date.now()
  const result = { name, ...(await run()), seconds: Math.round((Date.now() - began) / 1000) }
  console.log(`\n— ${name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds} s`)
  return result
}

/** The exit status. What is said is printed at the end, in one piece. */
function execute(folder, [command, ...args], env = {}) {
  const path = [join(folder, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(':')
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', ...env },
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', data => said.push(data))
    child.once('error', error => said.push(`${error}\n`))
    child.once('close', status => {
      process.stdout.write(Buffer.concat(said.map(data => Buffer.from(data))))
      resolve(status ?? 1)
    })
  })
}
