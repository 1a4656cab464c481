// Runs new and changed test files five times without retries, which finds flaky tests before they are merged:
//
//   npm run test:changed                 files that differ from origin/main
//   npm run test:changed -- HEAD~3       files that differ from another commit
//
// Unit tests run once, because they have a virtual clock.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { folders, root } from './packages.js'

const repetitions = 5
const [base = 'origin/main'] = process.argv.slice(2)
const suites = ['slow', 'servers', 'consumers', 'floor'].map(suite => `--project=* ${suite}`)

const { stdout } = spawnSync('git', ['diff', '--name-only', '--diff-filter=d', base], { cwd: root, encoding: 'utf8' })
const files = stdout.split('\n').filter(path => path.includes('.test.'))
const playwrightFolders = folders.filter(folder => existsSync(join(folder, 'playwright.config.ts')))
const folderOf = file =>
  playwrightFolders.find(folder => join(root, file).startsWith(`${folder}/`) && isInBrowser(folder, file))

/** The package of the command line has both kinds of tests. */
function isInBrowser(folder, file) {
  return !existsSync(join(folder, 'vitest.config.ts')) || dirname(file).endsWith('/browser')
}

let status = 0
function run(cwd, ...args) {
  const result = spawnSync('npx', args, { cwd, stdio: 'inherit' })
  status ||= result.status ?? 1
}

for (const folder of playwrightFolders) {
  const own = files.filter(file => folderOf(file) === folder).map(file => relative(folder, join(root, file)))
  if (own.length > 0) run(folder, 'playwright', 'test', '--retries=0', `--repeat-each=${repetitions}`, ...own)
}
const others = files.filter(file => !folderOf(file))
for (let time = 0; time < repetitions && others.length > 0; time++)
  run(root, 'vitest', 'run', '--retry=0', '--passWithNoTests', ...suites, ...others)

process.exitCode = status
