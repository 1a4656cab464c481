// Setup of the unit tests. They have a virtual clock, and neither sockets nor processes, so a slow machine can't make them fail.
import childProcess, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'
import timersPromises from 'node:timers/promises'
import { afterEach, vi } from 'vitest'
import { installClock, resetClock } from './clock.js'
import { seedRandom } from './seed.js'
import { countThreads } from './threads.js'

installClock()
countThreads()
seedRandom()

// Timers of one test must not fire in the next one.
afterEach(() => {
  resetClock()
  seedRandom()
})

vi.useRealTimers = () => {
  throw new Error(
    'Unit tests have a virtual clock. Move tests that need the real time to a file named `*.slow.test.ts`.',
  )
}

// These functions have timers inside Node.js, which the virtual clock doesn't replace.
AbortSignal.timeout = milliseconds => {
  const controller = new AbortController()
  const expire = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  setTimeout(expire, milliseconds)
  return controller.signal
}
timersPromises.setTimeout = (milliseconds, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(
        Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
          name: 'AbortError',
          code: 'ABORT_ERR',
        }),
      )
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * @param {string} what
 * @param {string} advice
 * @returns {() => never}
 */
function forbidden(what, advice) {
  return () => {
    throw new Error(
      `Unit tests can't ${what}. ${advice} Otherwise, move the test to the suite \`slow\`: a file named \`*.slow.test.ts\`, or \`*.server.test.ts\` if it needs a database or another server.`,
    )
  }
}

Server.prototype.listen = forbidden('listen on a port', 'Pass `lcd.fetch` to the client, or use `memoryServer`.')
Socket.prototype.connect = forbidden('open sockets', 'Pass `fetch` and `WebSocket` of an in-memory node.')
const noProcess = forbidden('start processes', 'Call the function behind the command.')
ChildProcess.prototype.spawn = noProcess
Object.assign(childProcess, { spawnSync: noProcess, execFileSync: noProcess, execSync: noProcess })
syncBuiltinESMExports()
