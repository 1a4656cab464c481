import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startInRealTerminal } from '../../test/process.js'
import { run } from '../../test/run.js'
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

test.each(frameworks)('%s: a project with our packages in the version of this one', async framework => {
  const { stdout, status } = await run(['init', folder, '--framework', framework])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`cd ${folder}\nnpm install\nnpm run dev\n`)])
  expect(filesOf(folder)).toEqual(
    expect.arrayContaining(['.gitignore', 'index.html', 'src/client.ts', 'vite.config.ts']),
  )
  expect(manifestOf(folder).dependencies).toMatchObject({
    '@flow-query/core': `^${version()}`,
    [`@flow-query/${framework}`]: `^${version()}`,
  })
})

test('--packages: with tarballs; where one is missing, nothing is written', async () => {
  for (const name of ['core', 'testing', 'vue']) writeFileSync(join(parent, `flow-query-${name}.tgz`), '')
  const args = ['init', folder, '--framework', 'vue', '--packages', parent]
  const words = join(parent, 'flow-query-words.tgz')
  expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(`${words} is not there.`) })
  expect(filesOf(parent)).not.toContain('my-flows')

  writeFileSync(words, '')
  expect((await run(args)).status).toBe(0)
  expect(manifestOf(folder).dependencies).toMatchObject({ '@flow-query/words': `file:${words}` })
})

test('a folder that is not empty stays as it is', async () => {
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
    stderr: expect.stringContaining(`${file} is no folder.`),
  })
})

test('without a framework a pipe is told to name one, and a terminal asked until there is one', async () => {
  expect(await run(['init', folder])).toMatchObject({ status: 2, stderr: expect.stringContaining('--framework react') })

  const { child, says, finished } = startInRealTerminal(['init', folder])
  await says('Framework (react, vue, svelte): ')
  child.stdin.write('angular\n')
  await says(/Framework.*Framework/s)
  child.stdin.write('Svelte\n')
  expect((await finished).status).toBe(0)
  expect(filesOf(folder)).toContain('src/App.svelte')
})

test('Ctrl-C instead of an answer writes nothing', async () => {
  const { child, says, finished } = startInRealTerminal(['init', folder])
  await says('Framework')
  child.stdin.write('\x03')
  expect((await finished).status).toBe(130)
  expect(filesOf(parent)).toEqual([])
})
