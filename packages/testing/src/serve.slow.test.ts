import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../tests/setup/wait-for.js'
import { createLcd, flow } from './index.js'
import { type ServedFile, type ServedLcd, type ServeOptions, serveLcd } from './serve.js'

const open: ServedLcd[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(served => served.close()))
})

async function serve(options: ServeOptions = {}) {
  const lcd = createLcd({ flows: [flow()] })
  const served = await serveLcd(lcd, options)
  open.push(served)
  return { lcd, served }
}

function pageAt(path: string): ServedFile | null {
  return path === '/page' ? { status: 200, headers: { 'content-type': 'text/plain' }, body: 'A page' } : null
}

test('close ends a request that hangs', async () => {
  const { lcd, served } = await serve()
  lcd.fail({ hang: true })
  const answer = fetch(`${served.url}/intento/intent/v1/params`)
  const ended = expect(answer).rejects.toBeInstanceOf(TypeError)
  await waitFor(() => expect(lcd.requests).toHaveLength(1))
  await served.close()
  await ended
})

test('rejects if the port is in use', async () => {
  const { lcd, served } = await serve()
  await expect(serveLcd(lcd, { port: served.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('latency delays every response without losing any', async () => {
  const { served } = await serve({ latency: 20 })
  const statuses = await Promise.all(
    [1, 2].map(async id => (await fetch(`${served.url}/intento/intent/v1/flow/${id}`)).status),
  )
  expect(statuses).toEqual([200, 500])
})

test('fileAt returns files that are not part of the node', async () => {
  const { lcd, served } = await serve({ fileAt: pageAt })
  expect(await (await fetch(`${served.url}/page`)).text()).toBe('A page')
  expect(lcd.requests).toEqual([])
  expect((await fetch(`${served.url}/intento/intent/v1/params`)).status).toBe(200)
})

test('close ends WebSockets', async () => {
  const { lcd, served } = await serve()
  const socket = new WebSocket(`${served.rpc.replace('http', 'ws')}/websocket`)
  await new Promise(resolve => socket.once('open', resolve))
  const closed = new Promise(resolve => socket.once('close', resolve))
  await served.close()
  expect(await closed).toBe(1006)
  expect(lcd.sockets).toBe(0)
})

test('rejects a plain request on the WebSocket path, over the network and in memory', async () => {
  const { lcd, served } = await serve()
  for (const answer of [await fetch(`${served.rpc}/websocket`), await lcd.fetch(`${lcd.rpc}/websocket`)]) {
    expect([answer.status, await answer.text()]).toEqual([400, 'Bad Request\n'])
    expect(answer.headers.get('sec-websocket-version')).toBe('13')
  }
})

test('ignores an upgrade to another protocol and responds over HTTP/1.1', async () => {
  const { served } = await serve()
  const ask = (path: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'h2c' }
      const sent = request({ port: served.port, host: '127.0.0.1', path, headers }, async answer => {
        let body = ''
        for await (const part of answer.setEncoding('utf8')) body += part
        resolve([answer.statusCode, body])
      })
      sent.on('error', reject).end()
    })
  expect((await ask('/intento/intent/v1/params'))[0]).toBe(200)
  expect(await ask('/websocket')).toEqual([400, 'Bad Request\n'])
})

test('an invalid WebSocket handshake affects no other connection', async () => {
  const { lcd, served } = await serve()
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'no',
  }
  const status = await new Promise(resolve => {
    const sent = request({ port: served.port, host: '127.0.0.1', path: '/websocket', headers }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.end()
  })
  expect(status).toBe(400)
  await waitFor(() => expect(lcd.sockets).toBe(0))
  expect((await fetch(`${served.url}/intento/intent/v1/params`)).status).toBe(200)
})

test('a connection reset affects no other connection on any path', async () => {
  const { served } = await serve({ fileAt: pageAt })
  const uncaught: unknown[] = []
  const onUncaught = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', onUncaught)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
  const resetWhileAsking = (path: string) =>
    new Promise<void>(resolve => {
      const socket = connect(served.port, '127.0.0.1', () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: node\r\n${upgrade}\r\n`, () => socket.resetAndDestroy())
      })
      socket.on('error', () => {}).on('close', () => resolve())
    })
  for (let times = 0; times < 50; times++)
    for (const path of ['/intento/intent/v1/params', '/websocket', '/page']) await resetWhileAsking(path)
  expect((await fetch(`${served.url}/intento/intent/v1/params`)).status).toBe(200)
  process.off('uncaughtException', onUncaught)
  expect(uncaught).toEqual([])
})

test('passes the body of a POST request to the node', async () => {
  const { served } = await serve()
  const simulate = (body: string) =>
    fetch(`${served.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', body }).then(answer => answer.json())
  expect(await simulate('{}')).toMatchObject({ message: 'empty txBytes is not allowed' })
  expect(await simulate('{"tx":{"body":{"messages":[{"@type":"/a.B"}]}}}')).toMatchObject({
    message: 'unknown message type "a.B"',
  })
})
