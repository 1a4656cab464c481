import { createFlowClient } from '@flow-query/core'
import { type FlowEvent, watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { memoryServer } from '../test/memory-server.js'
import { flowGateway } from './index.js'

/** A server with a separate route, and a gateway below `/chain`. */
async function startServer() {
  const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
  const app = Fastify()
  onTestFinished(() => until(app.close()))
  app.get('/own', () => ({ own: true }))
  const { fetch, rpc, WebSocket } = lcd
  app.register(flowGateway, { prefix: '/chain', lcd: lcd.url, fetch, rpc, WebSocket })
  await until(Promise.resolve(app.ready()))
  const url = 'http://server.test'
  return { lcd, app, url, chain: `${url}/chain`, ...memoryServer(app.server) }
}

test('reads and events have the prefix of the plugin, and other routes of the server stay the same', async () => {
  const { lcd, url, chain, fetch, WebSocket } = await startServer()
  const client = createFlowClient({ lcd: chain, rpc: chain, fetch, WebSocket })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  const received: FlowEvent[] = []
  let state = ''
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  watchFlows(client, {
    onEvents: events => received.push(...events),
    onStatus: status => {
      state = status.state
    },
    signal: stop.signal,
  })
  await until(() => expect(state).toBe('connected'))
  lcd.execute('1')
  await until(() => expect(received).toMatchObject([{ type: 'executed', id: '1' }]))

  const own = await fetch(`${url}/own`)
  expect([await own.json(), own.headers.get('flow-query-gateway')]).toEqual([{ own: true }, null])
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await fetch(`${chain}/nothing`)).status).toBe(501)
  expect((await fetch(`${chain}//intento//intent/v1/params/`)).status).toBe(200)
  expect(await (await fetch(`${chain}/readyz`)).json()).toEqual({ status: 'ready' })
  expect(await (await fetch(`${chain}/metrics`)).text()).toContain('flow_query_gateway_websocket_clients 1')
  const collection = await fetch(`${chain}/flow-query/collection`)
  expect((await collection.text()).split('\n')[0]).toContain('"chainId":"intento-demo-1"')
})

test('does not handle other WebSockets of the server', async () => {
  const { app, url, WebSocket } = await startServer()
  app.server.on('upgrade', (request, socket) => {
    if (request.url === '/other') socket.end('HTTP/1.1 418 Teapot\r\n\r\n')
  })
  const other = new WebSocket(`${url.replace('http', 'ws')}/other`)
  const error = await new Promise<Error>(resolve => other.once('error', resolve))
  expect(error.message).toContain('418')
})

test('closing the server closes the connection to the node', async () => {
  const { lcd, app } = await startServer()
  expect(lcd.sockets).toBe(1)
  await until(app.close())
  expect(lcd.sockets).toBe(0)
})

test('the server does not start with nodes of different chains', async () => {
  const lcd = createLcd({ flows: [{}] })
  const app = Fastify()
  onTestFinished(() => until(app.close()))
  const register = app.register(flowGateway, {
    lcd: ['https://one.test', 'https://two.test'],
    fetch: (input, init) =>
      String(input).startsWith('https://two.test') && String(input).endsWith('/node_info')
        ? Promise.resolve(Response.json({ default_node_info: { network: 'other-1' } }))
        : lcd.fetch(input, init),
  })
  await expect(register).rejects.toThrow('two.test belongs to the chain other-1 instead of intento-demo-1')
})
