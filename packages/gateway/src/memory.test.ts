import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { startInMemory } from '../test/memory.js'

test('a gateway in memory', async () => {
  const lcd = createLcd({ flows: [{ label: 'One' }] })
  const gateway = await until(
    startInMemory({ lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket, retries: 0 }),
  )
  const response = await until(gateway.fetch(`${gateway.url}/intento/intent/v1/flow/1`))
  expect(response.status).toBe(200)
  expect(await until(response.json())).toMatchObject({ flow: { label: 'One' } })
  const socket = new gateway.WebSocket(`${gateway.url.replace('http', 'ws')}/websocket`)
  const seen: unknown[] = []
  socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health', params: {} }))
  socket.onmessage = ({ data }) => seen.push(data)
  socket.onclose = ({ code }) => seen.push(code)
  socket.onerror = ({ message }) => seen.push(message)
  await until(() => expect(seen).toHaveLength(1))
  await until(gateway.close())
  await until(() => expect(seen).toHaveLength(2))
  expect(seen).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}', 1001])
  await expect(gateway.fetch(gateway.url)).rejects.toThrow('fetch failed')
})
