import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, startInTerminal } from '../../test/run.js'
import { version } from '../package.js'
import { frameworks } from '../settings.js'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'flow-query-init-'))
  folder = join(parent, 'my-flows')
})
afterEach(() => rmSync(parent, { recursive: true }))

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

test.each(frameworks)('creates a %s project with flow-query packages of the same version', async framework => {
  const { stdout, status } = await run(['init', folder, '--framework', framework])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`cd ${folder}\nnpm install\nnpm run dev\n`)])
  expect(filesOf(folder)).toEqual(
    expect.arrayContaining(['.env', '.gitignore', 'index.html', 'src/client.ts', 'vite.config.ts']),
  )
  expect(manifestOf(folder)).toMatchObject({
    name: 'my-flows',
    scripts: { test: 'vitest run' },
    dependencies: { '@flow-query/format': `^${version()}`, [`@flow-query/${framework}`]: `^${version()}` },
    devDependencies: { '@flow-query/testing': `^${version()}` },
  })
})

test.each([
  ['My Flows!', 'my-flows'],
  ['.hidden', 'hidden'],
  ['流', 'flows'],
])('a project in the folder %s is the package %s', async (folderName, name) => {
  await run(['init', join(parent, folderName), '--framework', 'react'])
  expect(manifestOf(join(parent, folderName)).name).toBe(name)
})

test('the printed command changes to a folder whose name contains a space', async () => {
  const spaced = join(parent, 'my flows')
  const { stdout } = await run(['init', spaced, '--framework', 'react'])
  expect(stdout).toContain(`\ncd "${spaced}"\n`)
})

const environmentOf = (folder: string) => readFileSync(join(folder, '.env'), 'utf8')

test('--lcd and --rpc set the node that the project reads from', async () => {
  const args = ['init', folder, '--framework', 'react', '--lcd', 'https://lcd.example.org']
  const { status, stdout } = await run([...args, '--rpc', 'wss://rpc.example.org'])
  expect([status, stdout]).toEqual([0, expect.stringContaining('It reads from https://lcd.example.org.')])
  expect(environmentOf(folder)).toContain(
    '\nVITE_LCD_URL=https://lcd.example.org\nVITE_RPC_URL=wss://rpc.example.org\n',
  )
})

test('leaves the node URLs empty without --lcd', async () => {
  await run(['init', folder, '--framework', 'react'])
  expect(environmentOf(folder)).toContain('\nVITE_LCD_URL=\nVITE_RPC_URL=\n')
})

test.each([
  ['--lcd https://a.example --lcd https://b.example', 'Pass --lcd only once.'],
  ['--rpc https://rpc.example.org', '--rpc requires --lcd'],
  ['--lcd nonsense', 'is not a valid node URL'],
])('rejects %s and writes nothing', async (options, message) => {
  const { status, stderr } = await run(['init', folder, '--framework', 'react', ...options.split(' ')])
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(filesOf(parent)).toEqual([])
})

test('--packages makes all package managers install the flow-query packages from tarballs', async () => {
  for (const name of ['core', 'insights', 'rules', 'testing', 'vue'])
    writeFileSync(join(parent, `flow-query-${name}.tgz`), '')
  const args = ['init', folder, '--framework', 'vue', '--packages', parent]
  const format = join(parent, 'flow-query-format.tgz')
  expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(`${format} does not exist.`) })
  expect(filesOf(parent)).not.toContain('my-flows')

  writeFileSync(format, '')
  expect((await run(args)).status).toBe(0)
  const tarball = { '@flow-query/format': `file:${format}` }
  const tarballs = { ...tarball, '@flow-query/core': `file:${join(parent, 'flow-query-core.tgz')}` }
  expect(manifestOf(folder)).toMatchObject({ dependencies: tarball, overrides: tarballs, resolutions: tarballs })
  expect(readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8')).toContain(`"@flow-query/format": "file:${format}"`)
})

test('rejects a folder that is not empty and does not change it', async () => {
  writeFileSync(join(parent, 'package.json'), 'mine')
  expect(await run(['init', parent, '--framework', 'react'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${parent} is not empty`),
  })
  expect(filesOf(parent)).toEqual(['package.json'])
  expect(readFileSync(join(parent, 'package.json'), 'utf8')).toBe('mine')

  const file = join(parent, 'package.json')
  expect(await run(['init', file, '--framework', 'react'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${file} is not a folder.`),
  })
})

test('without --framework, fails in a pipe and asks in a terminal until the answer is valid', async () => {
  expect(await run(['init', folder])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Missing --framework.'),
  })

  const { stdin, says, finished } = startInTerminal(80, ['init', folder])
  await says('Framework (react, vue, svelte): ')
  stdin.write('angular\n')
  await says(/Framework.*Framework/s)
  stdin.write('Svelte\n')
  expect((await finished()).status).toBe(0)
  expect(filesOf(folder)).toContain('src/App.svelte')
})

test('writes nothing after Ctrl-C at the question', async () => {
  const { says, interrupt, finished } = startInTerminal(80, ['init', folder])
  await says('Framework')
  interrupt()
  expect((await finished()).status).toBe(130)
  expect(filesOf(parent)).toEqual([])
})
