import { subscribe } from 'node:diagnostics_channel'
import { mock } from 'node:test'

/** After this many turns of the event loop without requests and files, nothing happens without a timer. */
const turns = 5
const step = 1_000

let pending = 0
let requests = 0

/** Gives this process a clock that only `advance` moves. */
export function installVirtualTime(now) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now })
  performance.now = () => Date.now() - now
  // Requests to the node use `fetch`.
  subscribe('undici:request:create', () => {
    requests++
    pending++
  })
  for (const end of ['trailers', 'error']) subscribe(`undici:request:${end}`, () => pending--)
  // Messages to subscribers use `node:http`. Its other requests become WebSockets.
  subscribe('http.client.request.start', ({ request }) => {
    if (request.method !== 'POST') return
    pending++
    request.once('close', () => pending--)
  })
}

/** Returns the number of requests to the node since the start. */
export function requestCount() {
  return requests
}

/** Moves the clock in steps of a second, and waits until everything that this causes is done. */
export async function advance(milliseconds) {
  await settle()
  for (let passed = 0; passed < milliseconds; passed += step) {
    mock.timers.tick(step)
    await settle()
  }
}

export async function settle() {
  for (let idle = 0; idle < turns; idle = isBusy() ? 0 : idle + 1) await nextTurn()
}

function isBusy() {
  return pending > 0 || process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'))
}

function nextTurn() {
  return new Promise(resolve => setImmediate(resolve))
}
