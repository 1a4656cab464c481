import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test as base, inject } from 'vitest'
import { root } from '../../scripts/packages.js'

interface Fixtures {
  /** Outside of the workspace, and gone after the test. */
  folder: string
  /** Starts an npm script at a free port, which it has as PORT, and answers its URL once something listens there. */
  serve: (folder: string, script: string, environment?: Record<string, string>) => Promise<string>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  async folder({}, use) {
    const folder = temporaryFolder()
    await use(folder)
    remove(folder)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  async serve({}, use) {
    const servers: Server[] = []
    await use(async (...args) => {
      const server = await startServer(...args)
      servers.push(server)
      return server.url
    })
    for (const { stop } of servers) await stop()
  },
})

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flow-query-consumer-'))
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, maxRetries: 3 })
}

/** Copies a consumer, with other versions of what it depends on where some are given, and our packages from tarballs. */
export function copyConsumer(name: string, to: string, versions: Record<string, string> = {}): void {
  cpSync(join(import.meta.dirname, name), to, { recursive: true })
  const file = join(to, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const dependencies: Record<string, string> = manifest[group] ?? {}
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@flow-query/')) dependencies[name] = `file:${tarballOf(name)}`
      else if (versions[name]) dependencies[name] = versions[name]
    }
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}

export function tarballOf(name: string): string {
  return join(inject('tarballs'), `${name.replace('@', '').replace('/', '-')}.tgz`)
}

export function install(folder: string): Promise<string> {
  return run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock')
}

/** What a command says. @throws where it fails, with that */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const child = start(folder, command, args)
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${child.said()}`)
  return child.said()
}

export interface Server {
  url: string
  stop: () => Promise<void>
}

export async function startServer(folder: string, script: string, more: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [name = '', ...args] = script.split(' ')
  // As npm does it, but that nothing is left between us and the server, which would outlive its end.
  const child = start(folder, 'sh', ['-c', `exec ${[scripts[name], ...args].join(' ')}`], {
    ...environment,
    ...more,
    PATH: [join(folder, 'node_modules/.bin'), environment.PATH].join(delimiter),
    PORT: `${port}`,
    HOST: '127.0.0.1',
  })
  const ended = once(child, 'close')
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${child.said()}`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** As in a terminal of somebody who has nothing of this workspace. */
const { NODE_ENV: _, NODE_OPTIONS: _options, npm_config_user_agent: _agent, ...inherited } = process.env
const environment = {
  ...inherited,
  PATH: inherited.PATH?.split(delimiter)
    .filter(path => !path.startsWith(root))
    .join(delimiter),
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  npm_config_update_notifier: 'false',
}

/** Nothing outlives the tests. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function start(folder: string, command: string, args: string[], env: NodeJS.ProcessEnv = environment) {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  return Object.assign(child, { said: () => said })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
