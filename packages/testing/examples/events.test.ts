import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('sends one event for an execution and closes the socket when the connection breaks', async () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const lcd = createLcd({ flows: [flow({}, clock.now())], clock: clock.now })
  const socket = new lcd.WebSocket(`${lcd.rpc.replace('http', 'ws')}/websocket`)
  const message = () => new Promise<MessageEvent>(resolve => (socket.onmessage = resolve))
  await new Promise(resolve => (socket.onopen = resolve))

  const query = "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query } }))
  expect((await message()).data).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')

  lcd.execute(1) // or advance the clock until the flow is due: clock.advance(30 * 60_000)
  const { result } = JSON.parse((await message()).data)
  expect(result.events['flow-triggered.flow-id']).toEqual(['1'])

  const closed = new Promise<CloseEvent>(resolve => (socket.onclose = resolve))
  lcd.cut()
  expect((await closed).code).toBe(1006)
  expect(lcd.sockets).toBe(0)
})
