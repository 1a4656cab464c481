// Runs test suites with Turborepo, and ends with one line: `N passed, N failed`.
//
//   npm test                    the suites that find most mistakes
//   npm test -- all             every suite
//   npm test -- unit browser    only the suites with these names
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '../tests/setup/chromium.js'
import { folders, root } from './packages.js'
import { readReport } from './results.js'
import { summarize } from './summary.js'

/** The suites, with their Turborepo tasks. `smoke` is a part of `browser`, and `nightly` takes too long for each change. */
const suites = {
  check: [
    'lint:style',
    'lint:layers',
    'lint:versions',
    'lint:prose',
    'lint:unused',
    'typecheck',
    'check:packages',
    'check:size',
  ],
  unit: ['test:unit'],
  smoke: ['test:smoke'],
  browser: ['test:browser'],
  long: ['test:long'],
  slow: ['test:slow'],
  servers: ['test:servers'],
  consumers: ['typecheck:docs', 'test:consumers'],
  nightly: ['test:nightly'],
}
const byDefault = ['check', 'unit', 'smoke']

const names = process.argv.slice(2)
const unknown = names.filter(name => name !== 'all' && !(name in suites))
if (unknown.length) {
  console.error(
    `There is no suite named ${unknown.join(', ')}. The suites are ${Object.keys(suites).join(', ')} and all.`,
  )
  process.exit(1)
}
const selected = names.includes('all') ? Object.keys(suites) : names.length ? names : byDefault
const tasks = selected.flatMap(name => suites[name])

install()
for (const folder of [root, ...folders]) rmSync(join(folder, 'reports'), { recursive: true, force: true })
const running = runTasks()
// Unpacks the browser during the build, before several suites need it.
chromium()
report(await running)

function install() {
  const { status } = spawnSync('npm', ['run', '--silent', 'setup'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Runs the tasks and returns Turborepo's summary of them. */
async function runTasks() {
  const turbo = spawn(
    join(root, 'node_modules/.bin/turbo'),
    [
      'run',
      ...tasks,
      '--summarize',
      '--continue=dependencies-successful',
      `--concurrency=${availableParallelism() + 1}`,
      '--output-logs=new-only',
      '--log-order=grouped',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        // Turborepo needs pnpm, which npm would find there.
        PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
        TURBO_TELEMETRY_DISABLED: '1',
      },
    },
  )
  let output = ''
  turbo.stdout.setEncoding('utf8').on('data', text => {
    process.stdout.write(text)
    output += text
  })
  await once(turbo, 'close')
  const path = /Summary: +(\S+\.json)/.exec(output)?.[1]
  return path ? JSON.parse(readFileSync(path, 'utf8')).tasks.filter(({ command }) => command !== '<NONEXISTENT>') : []
}

function report(runs) {
  const runsOf = name => runs.filter(({ task }) => task === name)
  // Some suites need no build.
  const reported = runsOf('build').length ? ['build', ...tasks] : tasks
  const results = reported.map(name => resultOf(name, runsOf(name)))
  const notRun = Object.keys(suites).filter(name => !selected.includes(name))
  const { text, failed } = summarize(results, notRun, recentlyChanged())
  process.exitCode = failed ? 1 : 0
  console.log(text)
}

/** Returns the results of a task in all packages. */
function resultOf(name, runs) {
  const tests = runs.flatMap(run => testsOf(name, run))
  if (runs.length === 0) tests.push(testOf(name, 'failed', 'did not run'))
  const times = runs.flatMap(({ execution }) => (execution ? [execution.startTime, execution.endTime] : []))
  const seconds = times.length ? Math.round((Math.max(...times) - Math.min(...times)) / 1000) : 0
  return { name, tests, seconds }
}

/** Returns the tests in the report of a task. A task without a report counts as one test. */
function testsOf(name, { taskId, directory, execution }) {
  const hasPassed = execution?.exitCode === 0
  const tests = readReport(join(root, directory, 'reports', `${name.replace(':', '-')}.json`))
  if (!tests) return [testOf(taskId, hasPassed ? 'passed' : 'failed', '')]
  const isExplained = hasPassed || tests.some(({ state }) => state === 'failed')
  return isExplained ? tests : [...tests, testOf(taskId, 'failed', `ended with ${execution?.exitCode}`)]
}

function testOf(name, state, error) {
  return { file: name, name, state, error }
}

/** Returns the test files that changed in the last two days. */
function recentlyChanged() {
  const { stdout } = spawnSync('git', ['log', '--since=2.days', '--name-only', '--format='], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set((stdout ?? '').split('\n').filter(path => path.includes('.test.')))]
}
