// Builds the explorers, then serves them: `npm run demo`, `npm run demo -- vue`.
// Started with exec, so that a signal for npm arrives here and not at a shell between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import '../apps/demo/lifetime.js'

console.log('\n  Building the explorer ...')
const args = ['run', 'build', '--filter=@flow-query/demo...', '--output-logs=errors-only', '--log-order=grouped']
const build = spawn('turbo', args, {
  cwd: join(import.meta.dirname, '..'),
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
})
process.on('exit', () => build.kill())
const [status] = await once(build, 'exit')
if (status !== 0) process.exit(status ?? 1)

await import('../apps/demo/demo.js')
