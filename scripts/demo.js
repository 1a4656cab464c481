// Builds the explorers, then serves them: `npm run demo`, `npm run demo -- vue`.
// Started with exec, where the shell has it, so that a signal for npm arrives here and not at the shell between.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const build = ['run', 'build', '--filter=@flow-query/demo...', '--output-logs=errors-only', '--log-order=grouped']
console.log('\n  Building the explorer ...')
const { status } = spawnSync('turbo', build, {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
})
if (status) process.exit(status)

await import('../apps/demo/demo.js')
