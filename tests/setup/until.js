import { vi } from 'vitest'
import { pendingTimers } from './clock.js'
import { isThreadWorking } from './threads.js'

/** The virtual time after which a condition counts as never met, in milliseconds. */
const longestWait = 600_000

/** After this many turns of the event loop, promises and streams have done everything that they can do without a timer. */
const turns = 3
/** If there are no timers for this many checks, the condition counts as never met. */
const mostIdleChecks = 500

/**
 * Advances the virtual clock from timer to timer until a condition is met, and returns the result of the condition. A
 * condition is met if it returns anything but `false` and doesn't throw. Pass a promise to wait until it settles.
 *
 *     await until(() => lcd.requests.length === 2)
 *     await until(() => expect(states).toContain('connected'))
 *     const flow = await until(client.flow({ id: 1 }))
 *
 * Fails after ten virtual minutes, with a list of the pending timers. A pending request appears as the timer of its timeout.
 *
 * @template Result
 * @param {(() => Result | Promise<Result>) | Promise<Result>} condition
 * @returns {Promise<Exclude<Result, false>>}
 */
export async function until(condition) {
  const advance = createAdvance()
  if (condition instanceof Promise) return settled(condition, advance)
  await settle()
  for (;;) {
    const attempt = await settled(attemptOf(condition), advance)
    if (attempt.isMet) return attempt.result
    await advance(attempt.error)
  }
}

/** Waits until nothing more can happen without a timer. The virtual clock stands still. */
export async function settle() {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
  if (isImporting()) await vi.dynamicImportSettled()
  while (isThreadWorking()) await nextTurn()
}

/**
 * @template Result
 * @param {Promise<Result>} promise
 * @param {(error?: unknown) => Promise<void>} advance
 * @returns {Promise<Result>}
 */
async function settled(promise, advance) {
  let isPending = true
  const onSettled = () => {
    isPending = false
  }
  promise.then(onSettled, onSettled)
  await settle()
  while (isPending) await advance()
  return promise
}

/** @param {() => unknown} condition */
async function attemptOf(condition) {
  try {
    const result = /** @type {any} */ (await condition())
    return { isMet: result !== false, result, error: undefined }
  } catch (error) {
    return { isMet: false, result: undefined, error }
  }
}

/** Returns a function that fires the next timer. It throws if the condition can't be met anymore. */
function createAdvance() {
  const end = Date.now() + longestWait
  let idleChecks = 0
  return async (/** @type {unknown} */ error) => {
    const hasTimers = hasPendingTimers()
    idleChecks = hasTimers ? 0 : idleChecks + 1
    if (Date.now() >= end || idleChecks > mostIdleChecks) throw neverMet(error)
    if (hasTimers) vi.advanceTimersToNextTimer()
    // The operating system may still do something that `settle` doesn't know. This waits for a millisecond of real time.
    else await vi.dynamicImportSettled()
    await settle()
  }
}

/** Doesn't use `vi.getTimerCount`, because tests through a gateway replace it. */
function hasPendingTimers() {
  return /** @type {any} */ (globalThis.setTimeout).clock.countTimers() > 0
}

/** @param {unknown} error why the condition wasn't met */
function neverMet(error) {
  const pending = pendingTimers()
  const message = [
    `The condition was not met within ${longestWait / 60_000} virtual minutes.`,
    ...(error instanceof Error ? [error.message] : []),
    pending.length > 0 ? `Pending timers:\n  ${pending.join('\n  ')}` : 'There are no pending timers.',
  ].join('\n')
  return new Error(message, { cause: error })
}

/** Vitest's own function waits for a millisecond, even if there is no import. */
function isImporting() {
  const { resolvingModules, evaluatedModules } = /** @type {any} */ (globalThis).__vitest_worker__
  if (resolvingModules.size > 0) return true
  for (const { promise, evaluated } of evaluatedModules.idToModuleMap.values()) if (promise && !evaluated) return true
  return false
}

function nextTurn() {
  return new Promise(resolve => setImmediate(resolve))
}
