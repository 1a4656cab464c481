import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { test as base, inject } from 'vitest'
import { manifestOf, published, root } from '../../scripts/packages.js'
import { chromium as launching } from '../setup/chromium.js'

interface Fixtures {
  /** A folder outside of the workspace, which is deleted after the test. */
  folder: string
  /** Starts an npm script with a free port in `PORT`, and returns its URL when the server responds. */
  serve: (folder: string, script: string, environment?: Record<string, string>) => Promise<string>
  /** A page in a new browser, which closes after the test. */
  page: Page
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructuring pattern
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
  // biome-ignore lint/correctness/noEmptyPattern: as above
  async page({}, use) {
    const browser = await chromium.launch(await launching())
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await use(page)
    await browser.close()
  },
})

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flow-query-consumer-'))
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, maxRetries: 3 })
}

/** Copies a consumer. All `@flow-query` packages become tarballs, and `versions` replaces versions of other packages. */
export function copyConsumer(name: string, to: string, versions: Record<string, string> = {}): void {
  cpSync(join(import.meta.dirname, name), to, { recursive: true })
  setVersions(to, versions)
}

/**
 * Copies a server-rendered site out of the workspace, together with the configuration that it extends.
 *
 * @returns the folder of the site
 */
export function copySite(name: string, to: string, versions: Record<string, string> = {}): string {
  const site = join(to, 'apps', name)
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: join(root, 'apps', name), encoding: 'utf8' })
  for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, 'apps', name, file), join(site, file))
  cpSync(join(root, 'tsconfig.base.json'), join(to, 'tsconfig.base.json'))
  setVersions(site, versions)
  return site
}

function setVersions(folder: string, versions: Record<string, string>): void {
  const manifest = manifestOf(folder)
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const dependencies: Record<string, string> = manifest[group] ?? {}
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@flow-query/')) dependencies[name] = `file:${tarballOf(name)}`
      else if (versions[name]) dependencies[name] = versions[name]
    }
  }
  writeManifest(folder, manifest)
}

/** Writes package.json. Its overrides make npm install tarballs if our packages depend on others that aren't published. */
function writeManifest(folder: string, manifest: ReturnType<typeof manifestOf>): void {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies }
  const others: string[] = published.map(source => manifestOf(source).name).filter(name => !(name in direct))
  const tarballs = Object.fromEntries(others.map(name => [name, `file:${tarballOf(name)}`]))
  manifest.overrides = { ...manifest.overrides, ...tarballs }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
}

/**
 * Copies files of a server-rendered site into a project that was created by the framework's own tool. Files of the project that
 * are `kept` aren't replaced.
 *
 * Adds the site's dependencies on our packages and on TanStack Query.
 */
export function addSite(name: string, files: readonly string[], to: string, kept: readonly string[] = []): void {
  const site = join(root, 'apps', name)
  const filter = (source: string) => !kept.includes(relative(site, source))
  for (const file of files) cpSync(join(site, file), join(to, file), { recursive: true, filter })
  const dependencies: Record<string, string> = manifestOf(site).dependencies
  const added = Object.entries(dependencies).filter(([name]) => /^@(flow-query|tanstack)\//.test(name))
  addDependencies(to, Object.fromEntries(added))
}

/** Adds packages to a project. Ours become tarballs. */
export function addDependencies(folder: string, versions: Record<string, string>): void {
  const manifest = manifestOf(folder)
  manifest.dependencies ??= {}
  for (const [name, version] of Object.entries(versions))
    manifest.dependencies[name] = name.startsWith('@flow-query/') ? `file:${tarballOf(name)}` : version
  writeManifest(folder, manifest)
}

/** Changes files of a framework's template as the documentation shows it. */
export async function applyDiffs(framework: string, to: string): Promise<void> {
  const folder = join(import.meta.dirname, 'templates', framework)
  const diffs = readdirSync(folder).filter(name => name.endsWith('.diff'))
  await run(to, 'git', 'apply', ...diffs.map(name => join(folder, name)))
}

/** Replaces text in all files of a folder. */
export function replaceIn(folder: string, replacements: Record<string, string>): void {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    let text = readFileSync(path, 'utf8')
    for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to)
    writeFileSync(path, text)
  }
}

export function tarballOf(name: string): string {
  return join(inject('tarballs'), `${name.replace('@', '').replace('/', '-')}.tgz`)
}

/** Installs the dependencies of a project. With `packages`, adds these packages too. */
export function install(folder: string, ...packages: string[]): Promise<string> {
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock']
  return run(folder, 'npm', 'install', ...flags, ...packages)
}

/** Installs a consumer and runs its checks. */
export async function checkConsumer(name: string, folder: string, versions?: Record<string, string>): Promise<void> {
  copyConsumer(name, folder, versions)
  await install(folder)
  await run(folder, 'npm', 'run', 'check')
}

/** Runs a command and returns its output. Throws an error with the output if the command fails. */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const child = start(folder, command, args)
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with code ${status}:\n${child.output()}`)
  return child.output()
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
  // `npm run` would start a shell between this process and the server, and killing the shell would not stop the server.
  const child = start(folder, 'sh', ['-c', `exec ${[scripts[name], ...args].join(' ')}`], {
    ...environment,
    ...more,
    PATH: [join(folder, 'node_modules/.bin'), environment.PATH].join(delimiter),
    PORT: `${port}`,
    HOST: '127.0.0.1',
  })
  const ended = once(child, 'close')
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`The server stopped:\n${child.output()}`)
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

/** The environment of a terminal outside of the workspace. Svelte's Vite plugin builds for the server if `VITEST` is set. */
const {
  NODE_ENV: _,
  NODE_OPTIONS: _options,
  VITEST: _vitest,
  npm_config_user_agent: _agent,
  ...inherited
} = process.env
const environment = {
  ...inherited,
  PATH: inherited.PATH?.split(delimiter)
    .filter(path => !path.startsWith(root))
    .join(delimiter),
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  npm_config_update_notifier: 'false',
}

/** Processes to kill when the tests end. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function start(folder: string, command: string, args: string[], env: NodeJS.ProcessEnv = environment) {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  return Object.assign(child, { output: () => output })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
