import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** @type {(number | undefined)[]} */
const groups = []
afterEach(() => {
  for (const pid of groups.splice(0)) endGroup(pid)
})

/**
 * Runs a command such as `npm run demo -- vue` in the root folder, and waits until it prints a text or ends.
 *
 * @param {string} typed
 * @param {string} [until] the text, by default from the last line that the demo prints
 * @param {Record<string, string>} [env]
 */
export async function type(typed, until = 'Ctrl-C', env = {}) {
  const npm = spawn('npm', typed.split(' ').slice(1), {
    cwd: root,
    // A separate process group, so that a failing test can stop all processes.
    detached: true,
    // Vitest sets NODE_ENV to `test`, with which Vite would build apps for development.
    env: { ...process.env, NODE_ENV: '', LCD_URL: '', RPC_URL: '', MONITOR_URL: '', ...env },
  })
  groups.push(npm.pid)
  const seen = { output: '' }
  // This event means that npm and all processes that it started have closed the output.
  const end = once(npm, 'close')
  await new Promise(resolve => {
    end.then(resolve)
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', data => {
        seen.output += data
        if (seen.output.includes(until)) resolve(undefined)
      })
  })
  return { npm, end, seen, urls: urlsIn(seen.output) }
}

/** The URLs that a demo prints, by their labels. */
export function urlsIn(/** @type {string} */ output) {
  return Object.fromEntries(Array.from(output.matchAll(/(\S.*?) +(http:\S+)$/gm), ([, label, url]) => [label, url]))
}

/** Fetches a page without the URLs that its server inserts. */
export async function pageAt(/** @type {string} */ url) {
  return (await (await fetch(url)).text()).replaceAll(/(name="flow-query:\w+" content=")[^"]*/g, '$1')
}

/** Reads the built page of an app. */
export const builtPage = (/** @type {string} */ name) =>
  readFileSync(join(root, 'apps', name, 'dist/index.html'), 'utf8')

/** @param {number | undefined} pid */
function endGroup(pid) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The processes have already ended.
  }
}
