import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** @type {(() => unknown)[]} */
const cleanUps = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** Types `npm run demo ...` in the root, and waits until it says something, or ends. */
async function type(/** @type {string} */ typed, until = 'Ctrl-C', env = {}) {
  const npm = spawn('npm', typed.split(' ').slice(1), {
    cwd: root,
    // A group of its own: what a test that fails leaves behind is ended with it.
    detached: true,
    env: { ...process.env, LCD_URL: '', RPC_URL: '', ...env },
  })
  cleanUps.push(() => endGroup(npm.pid))
  /** Once nothing holds its output any more: neither npm nor anything below it. */
  const end = once(npm, 'close')
  let output = ''
  await new Promise(resolve => {
    end.then(resolve)
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', data => {
        output += data
        if (output.includes(until)) resolve(undefined)
      })
  })
  const urls = Object.fromEntries(Array.from(output.matchAll(/(\S.*?) +(http:\S+)$/gm), ([, what, url]) => [what, url]))
  return { npm, end, output, urls }
}

/** @param {number | undefined} pid */
function endGroup(pid) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}

/** What is at an address, but for the node that its server names; and what an explorer was built to. */
const shownAt = async (/** @type {string} */ url) =>
  (await (await fetch(url)).text()).replaceAll(/(name="flow-query:\w+" content=")[^"]*/g, '$1')
const builtOf = (/** @type {string} */ name) => readFileSync(join(root, 'apps', name, 'dist/index.html'), 'utf8')

test.each(
  /** @type {const} */ ([
    ['vue', 'SIGINT'],
    ['svelte', 'SIGTERM'],
  ]),
)('npm run demo -- %s: its page; %s for npm ends all of it', async (name, signal) => {
  const { npm, end, urls } = await type(`npm run demo -- ${name}`)
  // And the documentation, where somebody has built it.
  const named = Object.keys(urls).filter(name => name !== 'Documentation')
  expect(named).toEqual([`Flow Explorer (${name})`, 'LCD in memory'])
  expect(await shownAt(urls[`Flow Explorer (${name})`])).toBe(builtOf(name))
  npm.kill(signal)
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})

test('npm run demo -- all: each explorer, and where to start; npm killed: all of it ends', async () => {
  const { npm, end, urls } = await type('npm run demo -- all')
  for (const name of ['react', 'vue', 'svelte']) {
    expect(await shownAt(urls[`Flow Explorer (${name})`])).toBe(builtOf(name))
    expect(await shownAt(urls['Start here'])).toContain(urls[`Flow Explorer (${name})`])
  }
  npm.kill('SIGKILL')
  await end
})

test('npm killed while the explorers are built: nothing is started', async () => {
  const { npm, end } = await type('npm run demo', 'Building')
  npm.kill('SIGKILL')
  await end
})

test('an explorer that is not there, in a shell that has no exec: which there are, and not 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const shell = join(folder, 'shell')
  // Looks for every command among the programs, as Windows does.
  writeFileSync(shell, '#!/bin/sh\nenv -S "$2"\n')
  chmodSync(shell, 0o755)
  const { end, output } = await type('npm run demo -- angular', undefined, { npm_config_script_shell: shell })
  expect(await end).toEqual([1, null])
  expect(output).toContain('There is no explorer “angular”. There is: react, vue, svelte, all')
})
