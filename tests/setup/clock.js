import { vi } from 'vitest'

/** The time at which every unit test starts. */
const start = Date.parse('2026-01-01T00:00:00Z')
/** The value of `performance.now()` at that time. It is not 0, because some libraries treat 0 as a missing value. */
const uptime = 1_000

const timers = /** @type {const} */ (['setTimeout', 'setInterval'])

/** Where each pending timer was created. @type {Map<unknown, Error>} */
const origins = new Map()

/** Replaces the clock and all timers, except `setImmediate`, which doesn't depend on the time. */
export function installClock() {
  if (vi.isFakeTimers()) {
    resetClock()
    return
  }
  vi.useFakeTimers({
    now: start - uptime,
    toFake: [
      ...timers,
      'clearTimeout',
      'clearInterval',
      'Date',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  })
  for (const name of timers) recordOrigins(name)
  vi.advanceTimersByTime(uptime)
}

/** Removes all timers and sets the clock back. */
export function resetClock() {
  // Undoes `vi.setSystemTime`. Otherwise, `performance.now()` would start with a negative number in the next test.
  vi.setSystemTime(start - uptime + performance.now())
  vi.clearAllTimers()
  origins.clear()
  vi.advanceTimersByTime(uptime)
}

/** Describes the pending timers, soonest first: `in 250 ms: setTimeout in retry (packages/core/src/request/get.ts:81)`. */
export function pendingTimers() {
  const { clock } = /** @type {any} */ (globalThis.setTimeout)
  const pending = Object.values(/** @type {Record<string, any>} */ (clock.timers ?? {}))
  return pending
    .sort((a, b) => a.callAt - b.callAt)
    .map(({ id, type, callAt }) => `in ${Math.round(callAt - clock.now)} ms: ${type}${originOf(id)}`)
}

/** @param {'setTimeout' | 'setInterval'} name */
function recordOrigins(name) {
  const set = /** @type {any} */ (globalThis)[name]
  const recording = Object.assign((/** @type {unknown[]} */ ...parameters) => {
    const timer = set(...parameters)
    origins.set(Number(timer), new Error())
    return timer
  }, set)
  Object.assign(globalThis, { [name]: recording })
}

/** @param {number} id */
function originOf(id) {
  const frames = origins.get(id)?.stack?.split('\n').slice(1) ?? []
  const frame = frames.find(line => !line.includes('/tests/setup/') && !line.includes('node_modules')) ?? frames[1]
  return frame ? ` ${frame.trim().replace(`${process.cwd()}/`, '')}` : ''
}
