// Builds the explorers, then serves them: `npm run demo`, `npm run demo -- vue`.
// npm starts this script with `exec`, so that signals for npm reach it and not a shell in between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import '../apps/demo/lifetime.js'
import { chooseExplorers } from '../apps/demo/names.js'

// A typo should not cost a build.
chooseExplorers(process.argv.slice(2))

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
