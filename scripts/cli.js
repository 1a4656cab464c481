// Runs the flow-query command of this clone: `npm run cli -- flow 4 --embedded`. Installs and builds it first if needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './packages.js'

const cli = join(root, 'packages', 'cli')

// `npm run demo` installs only the packages that the demo uses.
if (!existsSync(join(root, 'node_modules')) || !existsSync(join(cli, 'node_modules')))
  run('npm', 'run', '--silent', 'setup')
run('turbo', 'run', 'build', '--filter=@flow-query/cli', '--output-logs=errors-only', '--log-order=grouped')
await import(pathToFileURL(join(cli, 'dist', 'cli.js')).href)

/** Runs a step without writing to standard output, which belongs to the command. */
function run(...command) {
  const { status, stdout } = spawnSync(command[0], command.slice(1), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  })
  if (status === 0) return
  process.stderr.write(stdout ?? '')
  process.exit(status ?? 1)
}
