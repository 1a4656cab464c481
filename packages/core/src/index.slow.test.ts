import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createLcd } from '@flow-query/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const home = fileURLToPath(new URL('..', import.meta.url))

describe('the build', () => {
  let built: string
  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'flow-query-core-'))
    await promisify(execFile)(join(home, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--outDir', built], {
      cwd: home,
    })
  }, 60_000)
  afterAll(() => rm(built, { recursive: true }))

  /** Returns the imports of each file with an extension. */
  async function importsOf(extension: string): Promise<Record<string, string[]>> {
    const files = (await readdir(built, { recursive: true })).filter(file => file.endsWith(extension)).sort()
    const texts = await Promise.all(files.map(file => readFile(join(built, file), 'utf8')))
    const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(.*?)\1/g
    return Object.fromEntries(
      texts.map((text, index) => [
        files[index],
        [...text.matchAll(specifiers)].map(([, , specifier = '']) => specifier),
      ]),
    )
  }

  test.each(['.js', '.d.ts'])(
    '%s files only import each other, except for the types of query options and the cache of the mirror',
    async extension => {
      const imports = await importsOf(extension)
      expect(Object.keys(imports)).toContain(`index${extension}`)
      expect(imports[`client${extension}`]).not.toEqual([])
      for (const [file, specifiers] of Object.entries(imports)) {
        const usesQuery = file === `mirror/cache${extension}` || (extension === '.d.ts' && /^query[./]/.test(file))
        for (const specifier of specifiers)
          expect([file, specifier]).toEqual([
            file,
            expect.stringMatching(
              usesQuery ? /^\.\.?\/[\w./-]+\.js$|^@tanstack\/query-core$/ : /^\.\.?\/[\w./-]+\.js$/,
            ),
          ])
      }
    },
  )

  test('the types of the other entry points need no TanStack Query', async () => {
    const imports = await importsOf('.d.ts')
    for (const file of ['index', 'scan/index', 'live/index', 'collection/index', 'mirror']) {
      const reached = new Set([`${file}.d.ts`])
      for (const one of reached)
        for (const specifier of imports[one] ?? []) reached.add(join(dirname(one), specifier.replace(/\.js$/, '.d.ts')))
      expect([...reached].filter(one => /^query[./]/.test(one))).toEqual([])
    }
  })

  test('contains no tests', async () => {
    expect(Object.keys(await importsOf('.js')).filter(file => /test/.test(file))).toEqual([])
  })

  test('runs the first example of the README', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(home, 'README.md'), 'utf8')) ?? []
    const lcd = createLcd({ flows: [{ label: 'Pay rent' }, { label: 'DCA ATOM' }] })
    const read = async (path: string) => (await lcd.fetch(lcd.url + path)).text()
    const flows = await read('/intento/intent/v1/flows?pagination.reverse=true')
    const status = await read('/cosmos/base/node/v1beta1/status')
    const program = [
      `const [listed, status] = [${JSON.stringify(flows)}, ${JSON.stringify(status)}]`,
      'globalThis.fetch = async url => new Response(url.endsWith("/status") ? status : listed)',
      example.replace("'@flow-query/core'", JSON.stringify(pathToFileURL(join(built, 'index.js')))),
    ]
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program.join('\n')])
    expect(stdout).toBe('2 DCA ATOM active\n1 Pay rent active\n')
  })
})
