// Runs the benchmarks of the packages: `npm run bench`; or what the explorers cost with many flows: `npm run bench -- explorers [react|vue|svelte]`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [what, ...names] = process.argv.slice(2)
const turbo = args => run('turbo', ['run', ...args])

turbo([
  'build',
  what === 'explorers' ? '--filter=@flow-query/demo...' : '--filter=./packages/*',
  '--output-logs=errors-only',
])
if (what === 'explorers') run('node', ['apps/e2e/bench/explorers.js', ...names])
else turbo(['bench', '--only', '--concurrency=1', '--output-logs=full', '--log-prefix=none'])

function run(command, args) {
  const cwd = join(import.meta.dirname, '..')
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
