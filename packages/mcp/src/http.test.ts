import { createFlowClient } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { askWith } from '../test/ask.js'
import { createHttpHandler, type HttpHandler } from './http.js'
import { flowServer } from './index.js'

const url = 'http://127.0.0.1:7464/mcp'

function handling(): HttpHandler {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const factory = flowServer(createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 }))
  const handler = createHttpHandler(factory, () => {})
  onTestFinished(() => until(handler.close()))
  return handler
}

async function connect({ answer }: HttpHandler, options = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    async fetch(url, { headers, ...init } = {}) {
      return answer(
        new Request(url, { ...init, headers: { host: '127.0.0.1:7464', ...Object.fromEntries(new Headers(headers)) } }),
      )
    },
  })
  await until(client.connect(transport))
  onTestFinished(() => until(client.close()))
  return client
}

test.each([
  ['the current protocol', { versionNegotiation: { mode: 'auto' } }],
  ['the protocol of 2025', {}],
] as const)('answers clients with %s, several at once', async (_, options) => {
  const handler = handling()
  const clients = await Promise.all([connect(handler, options), connect(handler, options)])
  for (const client of clients) {
    expect((await client.listTools()).tools).toHaveLength(11)
    expect(await askWith(client, 'find_flows')).toMatchObject({
      data: { flows: [{ id: '1', label: '<untrusted>Pay rent</untrusted>' }] },
    })
    expect(await askWith(client, 'explain_flow', { id: 9 })).toMatchObject({ isError: true })
    expect((await client.readResource({ uri: 'flow-query://glossary' })).contents).toHaveLength(1)
  }
})

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

function post(
  { answer }: HttpHandler,
  { headers = {}, body = hello, to = url }: { headers?: Record<string, string>; body?: string; to?: string },
): Promise<Response> {
  const sent = {
    host: '127.0.0.1:7464',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  return until(answer(new Request(to, { method: 'POST', headers: sent, body })))
}

test.each([
  ['no Origin', {}, 200],
  ['a local Origin', { origin: 'http://localhost:3000' }, 200],
  ['a local Host', { host: 'localhost:7464' }, 200],
  ['the Host of a rebound name', { host: 'evil.example' }, 403],
  ['the Host of a rebound name with the port', { host: 'evil.example:7464' }, 403],
  ['the Origin of another site', { origin: 'https://evil.example' }, 403],
  ['an Origin that only looks local', { origin: 'http://localhost.evil.example' }, 403],
  ['an opaque Origin', { origin: 'null' }, 403],
] as const)('a request with %s', async (_, headers, status) => {
  expect((await post(handling(), { headers })).status).toBe(status)
})

test('rejects malformed requests, and answers the next one', async () => {
  const handler = handling()
  expect((await post(handler, { body: '{' })).status).toBe(400)
  expect((await post(handler, { body: 'x'.repeat(1_100_000) })).status).toBe(413)
  expect((await post(handler, { to: url.replace('/mcp', '/other') })).status).toBe(404)
  expect((await post(handler, {})).status).toBe(200)
})
