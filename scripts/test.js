// Runs the test suites and ends with one line: `N passed, N failed`.
//
//   npm test                    the default suites
//   npm test -- all             every suite, including slow ones
//   npm test -- unit browser    only the suites with these names
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from './chromium.js'
import { folders, manifestOf, root } from './packages.js'

const reports = mkdtempSync(join(tmpdir(), 'flow-query-'))
const arguments_ = process.argv.slice(2)
const runsAll = arguments_.includes('all')

const app = name => join(root, 'apps', name)
const library = name => join(root, 'packages', name)
/** These sites take long to build, and only the suites `docs` and `frameworks` use them. */
const serverRenderedSites = ['next', 'nuxt', 'sveltekit'].map(name => `@flow-query/${name}`)

/** Other suites run the tests of these packages. */
const separate = [library('sync'), app('consumers')]
/** The packages with the longest tests, the longest one first. */
const longest = [
  library('cli'),
  library('core'),
  library('testing'),
  library('react'),
  library('svelte'),
  library('vue'),
]

/**
 * The suites. Suites of one stage run at the same time in two lanes: one for browsers, one for everything else.
 * The runs of a lane follow one another, and most of them wait often enough to leave time for the other lane.
 */
const suites = {
  lint: {
    stage: 1,
    runs: [
      command('biome', root, 'biome', 'check', '--error-on-warnings', '.'),
      command('layers', root, 'depcruise', 'packages', 'apps'),
      command('knip', root, 'knip'),
      command('sherif', root, 'sherif'),
      command('prose', root, 'node', 'scripts/prose.js'),
    ],
  },
  build: {
    stage: 1,
    lane: 'build',
    runs: [turbo('build', 'build', ...['@flow-query/docs', ...serverRenderedSites].map(name => `--filter=!${name}`))],
  },
  browser: { lane: 'browser', runs: [playwright('e2e', app('e2e'))] },
  types: { runs: [turbo('types', 'typecheck', '--filter=!@flow-query/docs')] },
  packages: {
    runs: [command('tarballs', root, 'node', 'scripts/check-packages.js'), command('size', root, 'size-limit')],
  },
  unit: { runs: [unitTests('test')] },
  slow: {
    onRequest: true,
    runs: [
      unitTests('test:slow'),
      playwright('cli', library('cli')),
      playwright('e2e slow', app('e2e'), { SLOW: '1' }),
    ],
  },
  floor: { onRequest: true, runs: [unitTests('test:floor')] },
  databases: { onRequest: true, runs: [vitest(library('sync'))] },
  servers: { onRequest: true, runs: [unitTests('test:servers')] },
  consumers: { onRequest: true, lane: 'browser', runs: [vitest(app('consumers'))] },
  docs: {
    onRequest: true,
    lane: 'browser',
    runs: [
      turbo('site', 'build', '--filter=@flow-query/docs'),
      turbo('types of the site', 'typecheck', '--filter=@flow-query/docs'),
      playwright('docs', app('docs')),
    ],
  },
  frameworks: {
    onRequest: true,
    lane: 'browser',
    runs: [
      turbo('sites', 'build', ...serverRenderedSites.map(name => `--filter=${name}`)),
      playwright('e2e-frameworks', app('e2e-frameworks')),
    ],
  },
}

const unknown = arguments_.filter(name => name !== 'all' && !(name in suites))
if (unknown.length) {
  console.error(
    `There is no suite named ${unknown.join(', ')}. The suites are ${Object.keys(suites).join(', ')} and all.`,
  )
  process.exit(1)
}

const selected = Object.keys(suites).filter(name => {
  if (runsAll) return true
  // Every other suite needs the build.
  if (arguments_.length) return name === 'build' || arguments_.includes(name)
  return !suites[name].onRequest
})

// Unpacks the browser while the linters run, so that no suite has to wait for it.
const browser = chromium()
const results = []
for (const stage of [1, 2]) {
  if (stage === 2) await browser
  const inStage = selected.map(name => suites[name]).filter(suite => (suite.stage ?? 2) === stage)
  const lanes = new Set(inStage.map(({ lane }) => lane))
  await Promise.all(
    Array.from(lanes, async lane => {
      const runs = inStage.filter(suite => suite.lane === lane).flatMap(suite => suite.runs)
      for (const run of runs) results.push(...[await run()].flat())
    }),
  )
}
report()

function report() {
  for (const { name, failures } of results)
    for (const failure of failures) console.log(`\n✗ ${name}: ${failure.slice(0, 4_000)}`)

  console.log('')
  const width = Math.max(...results.map(({ name }) => name.length))
  for (const { name, passed, failed, skipped, seconds } of results) {
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped.length && `${skipped.length} skipped`]
    console.log(`${failed ? '✗' : '✓'} ${name.padEnd(width)}  ${counts.filter(Boolean).join(', ')}, ${seconds} s`)
  }
  for (const { name, flaky } of results)
    for (const test of flaky) console.log(`\nFlaky, counted as failed: ${name}: ${test.slice(0, 4_000)}`)
  for (const { name, skipped } of results) {
    const groups = [...new Set(skipped)]
    if (skipped.length) console.log(`\nSkipped in ${name}: ${groups.join(', ')}`)
  }
  const notRun = Object.keys(suites).filter(name => !selected.includes(name))
  if (notRun.length) console.log(`\nNot run: ${notRun.join(', ')}. Run every suite with: npm test -- all`)

  const sum = field => results.reduce((total, result) => total + result[field], 0)
  process.exitCode = sum('failed') ? 1 : 0
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

/** A command that passes if its exit status is 0. */
function command(name, folder, ...words) {
  return () =>
    timed(name, async () => {
      const status = await execute(folder, words)
      return status ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
    })
}

function turbo(name, task, ...flags) {
  return command(name, root, 'turbo', 'run', task, ...flags, '--output-logs=errors-only', '--log-order=grouped')
}

/**
 * A turbo task that runs Vitest in every package that has the task, in three packages at a time. Turbo skips packages that
 * have not changed since the task passed, and restores their reports.
 */
function unitTests(task) {
  const tested = folders.filter(
    folder => manifestOf(folder).scripts?.[task]?.startsWith('vitest') && !separate.includes(folder),
  )
  return async () => {
    const results = []
    // The longest tests start first, so that no core of the machine is idle at the end.
    const waiting = [...new Set([...longest.filter(folder => tested.includes(folder)), ...tested])]
    const runNext = async () => {
      for (let folder = waiting.shift(); folder; folder = waiting.shift()) results.push(await unitTestsOf(folder, task))
    }
    await Promise.all([runNext(), runNext(), runNext()])
    return results
  }
}

async function unitTestsOf(folder, task) {
  const name = `${basename(folder)} ${task}`
  console.log(`— ${name} ...`)
  rmSync(vitestReport(folder), { force: true })
  // The suite `build` has built all packages.
  await execute(root, ['turbo', 'run', task, '--only', `--filter=${manifestOf(folder).name}`, '--output-logs=new-only'])
  return resultOf(name, readVitestReport(folder))
}

function vitest(folder) {
  return () =>
    timed(`vitest ${basename(folder)}`, async () => {
      rmSync(vitestReport(folder), { force: true })
      await execute(folder, ['vitest', 'run'])
      return readVitestReport(folder)
    })
}

function vitestReport(folder) {
  return join(folder, 'reports/test.json')
}

function readVitestReport(folder) {
  const path = vitestReport(folder)
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: ['The tests ended without a report.'] }
  const { success, startTime, testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const tests = testResults.flatMap(file => file.assertionResults)
  const withStatus = (...statuses) => tests.filter(test => statuses.includes(test.status))
  const failed = withStatus('failed')
  const passed = withStatus('passed').length
  return {
    passed,
    // A run can also fail outside of its tests, or run no test.
    failed: failed.length || (success && passed ? 0 : 1),
    skipped: withStatus('pending', 'skipped', 'todo').map(test => test.ancestorTitles[0] ?? test.title),
    failures: [
      ...failed.map(test => `${test.fullName}\n${test.failureMessages.join('\n')}`),
      ...testResults
        .filter(file => file.status === 'failed' && file.message)
        .map(file => `${file.name}\n${file.message}`),
    ],
    seconds: Math.round((Math.max(...testResults.map(file => file.endTime)) - startTime) / 1000),
  }
}

/** A failed test runs a second time, which tells a flaky test from a broken one. Both count as failed. */
function playwright(name, folder, env = {}) {
  const report = join(reports, `playwright-${name}.json`)
  return () =>
    timed(`playwright ${name}`, async () => {
      const words = ['playwright', 'test', '--reporter=dot,json', '--retries=1']
      const status = await execute(folder, words, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report })
      if (!existsSync(report)) return { passed: 0, failed: 1 }
      const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'))
      const tests = suites.flatMap(testsIn)
      const withStatus = status => tests.filter(test => test.status === status)
      const failed = stats.unexpected + stats.flaky + errors.length
      return {
        passed: stats.expected,
        failed: failed || (status || !stats.expected ? 1 : 0),
        skipped: withStatus('skipped').map(({ title }) => title),
        flaky: withStatus('flaky').map(titleWithMessages),
        failures: [...errors.map(({ message }) => message), ...withStatus('unexpected').map(titleWithMessages)],
      }
    })
}

function titleWithMessages({ title, messages }) {
  return [title, ...messages].join('\n')
}

/** The tests of a Playwright suite and of the suites inside it. */
function testsIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      title: `${projectName ? `[${projectName}] ` : ''}${file}: ${title}`,
      status,
      messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
    })),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

async function timed(name, run) {
  console.log(`— ${name} ...`)
  const startedAt = Date.now()
  const result = await run()
  return resultOf(name, { ...result, seconds: Math.round((Date.now() - startedAt) / 1000) })
}

function resultOf(name, outcome) {
  const result = { name, skipped: [], flaky: [], failures: [], seconds: 0, ...outcome }
  console.log(`\n— ${name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds} s`)
  return result
}

/** Runs a command, prints its output when it ends, and resolves with its exit status. */
function execute(folder, [program, ...words], env = {}) {
  const path = [join(folder, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH].join(':')
  return new Promise(resolve => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', ...env },
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', data => output.push(data))
    child.once('error', error => output.push(Buffer.from(`${error}\n`)))
    child.once('close', status => {
      process.stdout.write(Buffer.concat(output))
      resolve(status ?? 1)
    })
  })
}
