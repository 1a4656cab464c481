import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../../tests/setup/wait-for.js'
import { builtPage, pageAt, type, urlsIn } from './test/npm.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a shell script and returns its path. */
function script(/** @type {string} */ content) {
  const path = join(folder, 'script')
  writeFileSync(path, `#!/bin/sh\n${content}\n`)
  chmodSync(path, 0o755)
  return path
}

test('stops the build and serves nothing if npm is killed during the build', async () => {
  const started = join(folder, 'started')
  // A build that takes a minute.
  const turbo = script(`touch ${started}\nexec sleep 60`)
  const { npm, end, seen } = await type('npm run demo', 'Building', { TURBO_BINARY_PATH: turbo })
  await waitFor(() => expect(existsSync(started)).toBe(true))
  const killed = Date.now()
  npm.kill('SIGKILL')
  await end
  expect(Date.now() - killed).toBeLessThan(55_000)
  expect(urlsIn(seen.output)).toEqual({})
})

test('npm run demo -- angular: fails before the build, even in a shell without `exec`', async () => {
  // Like Windows, this shell looks up all commands on the PATH.
  const shell = script('exec env -S "$2"')
  const { end, seen } = await type('npm run demo -- angular', undefined, { npm_config_script_shell: shell })
  expect(await end).toEqual([1, null])
  expect(seen.output).toContain('Unknown app "angular". Use one of: explorer, react, vue, svelte')
  expect(seen.output).not.toContain('Building')
})

test.each(
  /** @type {const} */ ([
    ['npm run demo', 'explorer', 'Flow Explorer', 'SIGINT'],
    ['npm run demo -- react', 'react', 'Demo app in React', 'SIGTERM'],
    ['npm run demo -- vue', 'vue', 'Demo app in Vue', 'SIGKILL'],
  ]),
)('%s: serves apps/%s and a node until npm gets a signal', async (command, folder, title, signal) => {
  const { npm, end, urls } = await type(command)
  const api = folder === 'explorer' ? ['API for alerts'] : []
  expect(Object.keys(urls)).toEqual([title, 'Documentation', 'LCD in memory', ...api])
  expect(await pageAt(urls[title])).toBe(builtPage(folder))
  npm.kill(signal)
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})
