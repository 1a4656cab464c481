import { createLcd, flow, type LcdOptions } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { eventsArrive, readerOf, startWith } from '../../test/gateway.js'

// The clock only moves when a test moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A gateway in front of a node whose three flows run every minute. */
async function start(options: LcdOptions = {}) {
  const lcd = createLcd({ flows: Array.from({ length: 3 }, () => flow({ interval: '60s' })), ...options })
  const gateway = await startWith(lcd)
  await eventsArrive(gateway)
  const { get } = readerOf(gateway.url)
  const api = `/intento/intent/${lcd.version}`
  return {
    lcd,
    gateway,
    get,
    api,
    /** Lets all flows run, and reads them. */
    async run() {
      vi.setSystemTime(Date.now() + 70_000)
      lcd.advance(0)
      await get(`${api}/flows?pagination.limit=10`)
    },
    /** Whether the gateway accepts clients for events. */
    accepts: () =>
      new Promise<string>(resolve => {
        const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/websocket`)
        socket.on('open', () => {
          socket.close()
          resolve('accepted')
        })
        socket.on('error', ({ message }) => resolve(message))
      }),
  }
}

test('a node that never sends events counts as a node without events', async () => {
  const { lcd, get, api, run, accepts } = await start({ version: 'v1beta1', release: '0.9.2' })
  await waitFor(async () => {
    await run()
    expect(await accepts()).toContain('501')
  })

  await get(`${api}/flow/1`)
  lcd.updateFlow(1, { label: 'new' })
  vi.setSystemTime(Date.now() + 1_500)
  expect((await get(`${api}/flow/1`)).text).toContain('new')
})

test('if the events stop, clients are disconnected until they arrive again', async () => {
  const { lcd, gateway, run, accepts } = await start()
  const client = new WebSocket(`${gateway.url.replace('http', 'ws')}/websocket`)
  const closed = new Promise(resolve => client.on('close', resolve))
  const restore = lcd.disturb({ drop: 1 })
  await waitFor(async () => {
    await run()
    expect(await accepts()).toContain('501')
  })
  expect(await closed).toBe(1012)

  restore()
  await waitFor(async () => {
    lcd.execute(1)
    expect(await accepts()).toBe('accepted')
  })
})

test('a node whose runs emit no events does not count as silent', async () => {
  const { run, accepts, lcd, api } = await start({
    behave: () => ({ outcome: 'failed', error: 'conditions to execute not met: no response' }),
  })
  const histories = () => lcd.requests.filter(({ query }) => query === 'flowHistory').length
  await waitFor(async () => {
    await run()
    expect(histories(), api).toBeGreaterThan(6)
  })
  expect(await accepts()).toBe('accepted')
})
