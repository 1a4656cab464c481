// How the RPC behaves on a port. `rpc.test.ts` tests the rest in memory.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { recording } from '../../test/recording.js'
import { allQueries, executedQuery, openWire, type Wire } from '../../test/wire.js'
import { createClock, createLcd, flow, type Lcd } from '../index.js'
import { serveLcd } from '../serve.js'

let lcd: Lcd
let open: () => Promise<Wire>
beforeEach(async () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  lcd = createLcd({ flows: [flow({}, clock.now())], clock: clock.now })
  const { rpc, close } = await serveLcd(lcd)
  onTestFinished(close)
  open = () => openWire(new WebSocket(`${rpc.replace('http', 'ws')}/websocket`))
})

const subscribed = async (...queries: string[]) => {
  const wire = await open()
  for (const [index, query] of queries.entries()) await wire.ask('subscribe', { query }, index + 1)
  return wire
}

test('sends responses byte for byte as recorded, and events', async () => {
  const wire = await subscribed(...allQueries)
  expect(wire.texts[0]).toBe(JSON.stringify(recording<unknown[]>('v1/events.json')[0]))
  lcd.execute(1)
  expect(await wire.next()).toMatchObject({ id: 1, result: { events: { 'flow-triggered.flow-id': ['1'] } } })
})

test('cut closes every connection abnormally, and clients can reconnect', async () => {
  const wires = [await subscribed(executedQuery), await subscribed()]
  lcd.cut()
  for (const { closed } of wires) expect(await closed).toEqual({ code: 1006, wasClean: false })
  const again = await subscribed(executedQuery)
  lcd.execute(1)
  expect((await again.next()).result?.query).toBe(executedQuery)
})

test('removes a client that closes its connection', async () => {
  const wire = await subscribed(executedQuery)
  wire.socket.close(1000, 'done')
  expect(await wire.closed).toEqual({ code: 1000, wasClean: true })
  await waitFor(() => expect(lcd.sockets).toBe(0))
})

test('refuse rejects connections until it ends', async () => {
  const end = lcd.disturb({ refuse: true })
  await expect(open()).rejects.toThrow('no connection')
  end()
  expect((await (await open()).ask('health')).result).toEqual({})
})
