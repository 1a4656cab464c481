import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { manifestOf, published, root } from '../../scripts/packages.js'
import { remove, run, temporaryFolder, test } from './project.js'
import { type Registry, startRegistry } from './registry.js'

const manifests = published.map(manifestOf)
const names: string[] = manifests.map(({ name }) => name)
const folder = temporaryFolder()
let registry: Registry

beforeAll(async () => {
  registry = await startRegistry()
  writeFileSync(join(folder, 'npmrc'), registry.npmrc)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
})

afterAll(() => {
  registry.stop()
  remove(folder)
})

/** An npm that fails for one tarball, or kills the shell that publishes it. Only a workflow can create provenance. */
const npm = `#!/bin/sh
export PATH='${process.env.PATH}'
if [ "$1" != publish ]; then exec npm "$@"; fi
case "$2" in
  "./$KILL_AT") kill -9 $PPID; exit 1 ;;
  "./$FAIL_AT") exit 1 ;;
esac
exec npm "$@" --provenance=false
`

interface Result {
  status: number | string
  signal: string | null
  lines: string[]
}

function runScript(command: string, args: string[], environment: Record<string, string> = {}): Promise<Result> {
  const env = {
    ...process.env,
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_registry: registry.url,
    ...environment,
  }
  return new Promise(resolve => {
    execFile(command, args, { cwd: inject('tarballs'), env }, (error, stdout) =>
      resolve({ status: error?.code ?? 0, signal: error?.signal ?? null, lines: stdout.trim().split('\n') }),
    )
  })
}

const reserve = () => runScript('node', [join(root, 'scripts/reserve.js')])

/** Runs the last step of the release workflow in the folder of the tarballs. */
function publish(environment: Record<string, string> = {}) {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const [, script = ''] = /- run: \|\n((?: {10}.*\n)+)/.exec(workflow) ?? []
  expect(script).toContain('npm publish')
  return runScript('bash', ['-ec', script], environment)
}

/** Returns the newest version of each package in the registry. */
function versions(): Promise<string[]> {
  return Promise.all(
    names.map(async name => (await (await fetch(`${registry.url}/${name}`)).json())['dist-tags']?.latest),
  )
}

test('reserves the names once', async () => {
  expect((await reserve()).status).toBe(0)
  expect(new Set(await versions())).toEqual(new Set(['0.0.0']))
  expect(await reserve()).toMatchObject({ status: 0, lines: names.map(name => `${name} is already on npm.`) })
})

test('publishes what an interrupted release and a failed package omitted', async () => {
  expect((await publish({ KILL_AT: 'flow-query-format.tgz' })).signal).toBe('SIGKILL')
  expect(new Set(await versions()).size).toBeGreaterThan(1)

  const { version } = manifestOf(join(root, 'packages/react'))
  const failed = await publish({ FAIL_AT: 'flow-query-react.tgz' })
  expect(failed.status).toBe(1)
  expect(failed.lines.at(-1)).toBe(`Not published: @flow-query/react@${version}. Run this job again.`)

  expect((await publish()).status).toBe(0)
  expect(await versions()).toEqual(manifests.map(({ version }) => version))
  const again = await publish()
  expect(again.lines.toSorted()).toEqual(
    manifests.map(({ name, version }) => `${name}@${version} is already on npm.`).toSorted(),
  )
})

/** Runs the npm command of a Dockerfile with our packages from the registry. Returns the entry point and the check of the image. */
async function buildImage(name: string, to: string) {
  const dockerfile = readFileSync(join(root, 'packages', name, 'Dockerfile'), 'utf8')
  const line = (instruction: string) => new RegExp(`^${instruction} (.*)$`, 'm').exec(dockerfile)?.[1] ?? ''
  writeFileSync(join(to, 'npmrc'), registry.npmrc)
  const result = await runScript('sh', ['-c', line('RUN')], {
    PATH: process.env.PATH ?? '',
    npm_config_registry: '',
    npm_config_userconfig: join(to, 'npmrc'),
    npm_config_prefix: to,
  })
  expect(result).toMatchObject({ status: 0 })
  const [command = '', ...args]: string[] = JSON.parse(line('ENTRYPOINT').replace('/data', to))
  return { entryPoint: [join(to, 'bin', command), ...args], check: line('HEALTHCHECK CMD') }
}

test('the image of the gateway starts with only the packages of its Dockerfile, and its check passes', async ({
  folder,
  serve,
}) => {
  const { entryPoint, check } = await buildImage('gateway', folder)
  const start = [...entryPoint, '--embedded', '--port', '$PORT'].join(' ')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const { port } = new URL(await serve(folder, 'start'))
  const [command = '', ...args]: string[] = JSON.parse(check.replace('8080', port))
  await run(folder, command, ...args)
})

test('the image of the monitor starts with only the packages of its Dockerfile', async ({ folder }) => {
  const { entryPoint } = await buildImage('monitor', folder)
  const [command = '', ...args] = entryPoint
  expect(await run(folder, command, ...args, '--embedded', '--dry-run')).toContain('This message would be sent.')
})
