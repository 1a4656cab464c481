import { createLcd, flow, type LcdOptions } from '@flow-query/testing'
import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { eventsArrive, readerOf, startWith } from '../../test/gateway.js'

/** A gateway in front of a node whose three flows run every minute. */
async function start(options: LcdOptions = {}) {
  const execTime = new Date(Date.now() + 60_000).toISOString()
  const lcd = createLcd({ flows: Array.from({ length: 3 }, () => flow({ execTime, interval: '60s' })), ...options })
  const redirects = new Set<RequestInit['redirect']>()
  const gateway = await startWith(lcd, {
    fetch(input, init) {
      redirects.add(init?.redirect)
      return lcd.fetch(input, init)
    },
  })
  await eventsArrive(gateway)
  const { get } = readerOf(gateway)
  const api = `/intento/intent/${lcd.version}`
  return {
    lcd,
    gateway,
    get,
    api,
    redirects,
    /** Lets all flows run, and reads them. */
    async run() {
      vi.setSystemTime(Date.now() + 70_000)
      lcd.advance(0)
      await get(`${api}/flows?pagination.limit=10`)
    },
    /** Whether the gateway accepts clients for events. */
    accepts: () =>
      new Promise<string>(resolve => {
        const socket = new gateway.WebSocket(`${gateway.url.replace('http', 'ws')}/websocket`)
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
  await until(async () => {
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
  const client = new gateway.WebSocket(`${gateway.url.replace('http', 'ws')}/websocket`)
  const closed = new Promise<number>(resolve => client.on('close', resolve))
  const restore = lcd.disturb({ drop: 1 })
  await until(async () => {
    await run()
    expect(await accepts()).toContain('501')
  })
  expect(await until(closed)).toBe(1012)

  restore()
  await until(async () => {
    lcd.execute(1)
    expect(await accepts()).toBe('accepted')
  })
})

test('a node whose runs emit no events does not count as silent', async () => {
  const { run, accepts, lcd, api, redirects } = await start({
    behave: () => ({ outcome: 'failed', error: 'conditions to execute not met: no response' }),
  })
  const histories = () => lcd.requests.filter(({ query }) => query === 'flowHistory').length
  await until(async () => {
    await run()
    expect(histories(), api).toBeGreaterThan(6)
  })
  expect(await accepts()).toBe('accepted')
  // A redirect could lead to any address.
  expect([...redirects]).toEqual(['manual'])
})
