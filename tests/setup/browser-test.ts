import { type BrowserContext, test as base, expect, type WebSocket } from '@playwright/test'
import { runShortTimers, saveTimers } from './short-timers.js'

export { expect }

/** The time at which all pages start, unless the option `start` is set. In milliseconds since 1970. */
export const start = Date.parse('2026-01-01T12:00:00Z')

interface ClockOptions {
  /**
   * Whether the time of all pages stands still until the test advances it. `real` is for pages that need the real time. A test that
   * sets it says why.
   *
   * While the time is paused, a timer of less than a second fires as usual, because pages use such timers to render, and to wait until
   * the user stops typing. With `stopped`, these timers also wait until the test advances the time.
   */
  clock: 'paused' | 'stopped' | 'real'
  /** The time at which pages start, in milliseconds since 1970. */
  start: number
}

export interface ClockFixtures extends ClockOptions {
  /** The pending requests of all pages, and their pending calls on WebSockets. */
  inFlight: Set<unknown>
  /** Functions that `pass` calls to advance other clocks by a number of milliseconds, such as the clock of a node. */
  clocks: Set<(milliseconds: number) => void>
  /** Advances the time of all pages and of `clocks`, in steps between which pages receive their responses. */
  pass: (milliseconds: number) => Promise<void>
  /**
   * Advances the time in steps of a second until a condition is met, and returns the result of the condition. A condition is met if it
   * returns anything but `false` and doesn't throw. It must not wait, because the time passes only between two calls:
   *
   *     await until(async () => expect(await page.getByRole('listitem').count()).toBe(2))
   */
  until: <Result>(condition: () => Promise<Result>) => Promise<Exclude<Result, false>>
}

/** The test of all browser suites. The time of its pages is paused, so a busy machine doesn't change what they show or request. */
export const test = base.extend<ClockFixtures>({
  clock: ['paused', { option: true }],
  start: [start, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
  inFlight: ({}, use) => use(new Set()),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameter.
  clocks: ({}, use) => use(new Set()),

  context: async ({ context, inFlight, clock, start }, use) => {
    context.on('page', page => page.on('websocket', socket => trackCalls(socket, inFlight)))
    context.on('request', request => inFlight.add(request))
    context.on('requestfinished', request => inFlight.delete(request))
    context.on('requestfailed', request => inFlight.delete(request))
    if (clock !== 'real') await pauseClock(context, clock, start)
    await use(context)
  },

  pass: ({ context, inFlight, clocks }, use) =>
    use(async milliseconds => {
      for (let left = milliseconds; left > 0; left -= longestStep) {
        const step = Math.min(longestStep, left)
        // No request times out because the clock advances.
        await settle(inFlight)
        for (const advance of clocks) advance(step)
        await context.clock.fastForward(step)
      }
      await settle(inFlight)
    }),

  until: ({ pass }, use) =>
    use(async condition => {
      for (let passed = 0; ; passed += untilStep) {
        try {
          return await attempt(condition)
        } catch (error) {
          if (passed >= longestWait) throw error
        }
        await pass(untilStep)
      }
    }),
})

/** The maximum step in milliseconds. It is much shorter than all timeouts, because a request can start just before a step. */
const longestStep = 4_000
const untilStep = 1_000
/** The time after which a condition counts as never met, in milliseconds of the page. */
const longestWait = 120_000

/** Pauses the time of all pages of a new context. */
export async function pauseClock(
  context: BrowserContext,
  clock: 'paused' | 'stopped' = 'paused',
  time = start,
): Promise<void> {
  await context.addInitScript(saveTimers)
  // A clock can't be paused at a time that has passed.
  await context.clock.install({ time: time - 60_000 })
  await context.clock.pauseAt(time)
  if (clock === 'paused') await context.addInitScript(runShortTimers)
}

/** Waits for pending responses. */
async function settle(inFlight: Set<unknown>): Promise<void> {
  await expect.poll(() => inFlight.size, { intervals: [1, 2, 5, 10, 20, 50] }).toBe(0)
}

/** Calls a condition a few times, because the page can need a moment to render a response. */
async function attempt<Result>(condition: () => Promise<Result>): Promise<Exclude<Result, false>> {
  let result: Result | undefined
  await expect(async () => {
    result = await condition()
    expect(result).not.toBe(false)
  }).toPass({ timeout: 200, intervals: [20] })
  return result as Exclude<Result, false>
}

/** Adds each JSON-RPC call on a WebSocket to a set until its response arrives. */
function trackCalls(socket: WebSocket, inFlight: Set<unknown>): void {
  const own = new Set<string>()
  const callOf = ({ payload }: { payload: string | Buffer }) => `${socket.url()} ${JSON.parse(`${payload}`).id}`
  socket.on('framesent', frame => {
    own.add(callOf(frame))
    inFlight.add(callOf(frame))
  })
  socket.on('framereceived', frame => inFlight.delete(callOf(frame)))
  socket.on('close', () => {
    for (const call of own) inFlight.delete(call)
  })
}
