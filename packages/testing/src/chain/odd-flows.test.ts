import { describe, expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { address, createClock, createLcd, type Flow } from '../index.js'

const levels = 20_000

function nested(name: string): object {
  let value: object = { text: '<end>' }
  for (let level = 0; level < levels; level++)
    value = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'x', [name]: name === 'msgs' ? [value] : value }
  return value
}

describe.each([
  ['objects', { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: nested('value') }],
  ['messages', nested('msgs') as Flow['msgs'][number]],
])('a flow with %s that are nested too deeply for recursion', (_, message) => {
  const deep = () =>
    createLcd({ flows: Array.from({ length: 3 }, () => ({ msgs: [message], owner: address('owner') })) })

  test('is answered as JSON, also in lists', async () => {
    const lcd = deep()
    for (const path of ['flow/1', 'flows', `flows/${address('owner')}`]) {
      const text = await (await lcd.fetch(`${lcd.url}/intento/intent/v1/${path}`)).text()
      expect(text).toContain('{"text":"\\u003cend\\u003e"}'.replaceAll('\\\\', '\\'))
      expect(text.split('{')).toHaveLength(text.split('}').length)
    }
  })

  test('runs, and its events are sent', async () => {
    const lcd = deep()
    const socket = new lcd.WebSocket('ws://lcd.in-memory.test/websocket')
    const query = "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"
    socket.onopen = () => {
      socket.send(JSON.stringify({ id: 1, method: 'subscribe', params: { query } }))
      socket.send(JSON.stringify({ id: 2, method: 'subscribe', params: { query: "tm.event='Tx'" } }))
    }
    const heights = new Set<number>()
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(data)
      if (id === 2 && !result.data) {
        lcd.execute(1)
        lcd.addFlow({ msgs: [message] })
      }
      if (result.data) heights.add(id)
    }
    await until(() => expect(heights).toEqual(new Set([1, 2])))
    expect(lcd.history(1)).toHaveLength(1)
    socket.close()
  })

  test('can be simulated', async () => {
    const lcd = deep()
    const text = await (await lcd.fetch(`${lcd.url}/intento/intent/v1/flow/1`)).text()
    const msgs = text.slice(text.indexOf('"msgs":') + 7, text.indexOf('],"interval"') + 1)
    const body = `{"tx":{"body":{"messages":${msgs}},"auth_info":{"signer_infos":[{"sequence":"0"}]}}}`
    const response = await lcd.fetch(`${lcd.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', body })
    expect(response.headers.get('content-type')).toContain('json')
  })
})

test('a simulation without the type of a message is refused', async () => {
  const lcd = createLcd({ flows: [{}] })
  const body = '{"tx":{"body":{"messages":[{"value":1}, null]}}}'
  const response = await lcd.fetch(`${lcd.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', body })
  expect(response.status).toBe(400)
})

test.each(['-60s', '-0.5s', '0s'])('a flow with the interval %s runs once', interval => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const execTime = '2026-11-20T21:00:10Z'
  const endTime = '2027-11-20T21:00:10Z'
  const lcd = createLcd({ flows: [{ interval, execTime, endTime }, {}], clock: clock.now })
  clock.advance(86_400_000)
  expect(lcd.history(1)).toHaveLength(1)
})
