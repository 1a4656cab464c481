import { createServer } from 'node:http'
import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { settle, until } from '../../../tests/setup/until.js'
import { startInMemory } from '../test/memory.js'
import { memoryServer } from '../test/memory-server.js'

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

test('a server in memory sees the host that was requested, and the address of the client', async () => {
  const seen: string[] = []
  const server = createServer(({ headers, socket }, response) => {
    seen.push(`${headers.host} from ${socket.remoteAddress}`)
    response.end()
  })
  server.on('upgrade', ({ headers, socket }) => {
    seen.push(`${headers.host} from ${socket.remoteAddress}`)
    socket.destroy()
  })
  const { fetch, WebSocket, connect } = memoryServer(server)
  await fetch('http://gateway-1.test/x')
  await fetch('http://gateway-1.test:8080/x')
  connect('2001:db8::1').write('GET / HTTP/1.1\r\nHost: raw.test\r\n\r\n')
  new WebSocket('ws://gateway-2.test/x').onerror = () => {}
  await settle()
  expect(seen).toEqual([
    'gateway-1.test from 127.0.0.1',
    'gateway-1.test:8080 from 127.0.0.1',
    'raw.test from 2001:db8::1',
    'gateway-2.test from 127.0.0.1',
  ])
})
