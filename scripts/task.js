// Runs a task in all packages that have it, or in the given packages: `npm run bench`, `npm run bench -- sync`.
// `npm run bench -- explorer` measures the explorer with many flows.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [task, ...packages] = process.argv.slice(2)
const filters = (packages.length ? packages : ['*']).map(
  name => `--filter=${name === 'explorer' ? '@flow-query/e2e' : `./packages/${name}`}`,
)
const environment = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }

for (const args of [
  ['build', '--output-logs=errors-only'],
  [task, '--only', '--concurrency=1', '--output-logs=full', '--log-prefix=none'],
]) {
  const options = { cwd: join(import.meta.dirname, '..'), env: environment, stdio: 'inherit' }
  const { status } = spawnSync('turbo', ['run', ...args, ...filters], {
    ...options,
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
