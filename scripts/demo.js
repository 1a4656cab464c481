// Builds an app, then serves it: `npm run demo` is the Flow Explorer, `npm run demo -- vue` is the demo app in Vue.
// npm starts this script with `exec`, so that signals for npm reach it and not a shell in between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import '../apps/demo/lifetime.js'
import { apps, chooseApp } from '../apps/demo/apps.js'

// A typo should not cost a build.
const app = chooseApp(process.argv.slice(2))
const { title, packageName } = apps[app]

console.log(`\n  Building: ${title} ...`)
// The packages that the server imports have to be built too.
const imported = ['@flow-query/core', '@flow-query/testing', ...(app === 'explorer' ? ['@flow-query/monitor'] : [])]
const filters = [packageName, ...imported].map(name => `--filter=${name}`)
const args = ['run', 'build', ...filters, '--output-logs=errors-only', '--log-order=grouped']
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
