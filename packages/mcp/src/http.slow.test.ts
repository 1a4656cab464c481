import { request } from 'node:http'
import { connect as connectTo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createFlowClient } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from '../../../tests/setup/wait-for.js'
import { askWith } from '../test/ask.js'
import { runMcp } from './command.js'
import { type HttpServer, serveHttp } from './http.js'
import { flowServer } from './index.js'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function serving(lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })) {
  const errors: Error[] = []
  const factory = flowServer(createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 }))
  const server = await serveHttp(factory, 0, error => errors.push(error))
  open.push(server)
  return { lcd, server, errors }
}

async function connect({ url }: Pick<HttpServer, 'url'>, options = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  open.push(client)
  return client
}

describe('over HTTP', () => {
  test('answers clients, several at once, and rejects other hosts', async () => {
    const { server } = await serving()
    const clients = await Promise.all([connect(server), connect(server)])
    for (const client of clients)
      expect(await askWith(client, 'find_flows')).toMatchObject({
        data: { flows: [{ id: '1', label: '<untrusted>Pay rent</untrusted>' }] },
      })
    expect((await post(server, { host: 'evil.example' }, hello)).status).toBe(403)
    expect((await post(server, { host: 'localhost:7464' }, hello)).status).toBe(200)
  })

  test('aborts the requests of a call when its client disconnects', async () => {
    const lcd = createLcd({ flows: [flow({})] })
    lcd.fail({ hang: true })
    const aborted = vi.fn()
    const started = vi.fn()
    const factory = flowServer(
      createFlowClient({
        lcd: lcd.url,
        timeout: 300_000,
        fetch(input, init) {
          started()
          init?.signal?.addEventListener('abort', aborted)
          return lcd.fetch(input, init)
        },
      }),
    )
    const server = await serveHttp(factory, 0, () => {})
    open.push(server)
    const client = await connect(server)
    const call = askWith(client, 'find_flows')
    const rejected = expect(call).rejects.toThrow()
    await waitFor(() => expect(started).toHaveBeenCalled())
    await client.close()
    await rejected
    await waitFor(() => expect(aborted).toHaveBeenCalled())
  })

  const hello = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })

  test('survives malformed requests', async () => {
    const { server } = await serving()
    expect((await post(server, {}, '{')).status).toBe(400)
    // The server may close the connection before it has read the whole body.
    await post(server, {}, 'x'.repeat(1_100_000)).catch(() => {})
    expect((await post({ url: server.url.replace('/mcp', '/other') }, {}, hello)).status).toBe(404)
    await post({ url: server.url.replace('/mcp', '//[') }, {}, hello).catch(() => {})
    expect((await post(server, {}, hello)).status).toBe(200)
  })

  test.each([
    ['POST', '/mcp', '1.1', 'connection: close', 200],
    ['POST', '/mcp', '1.0', 'accept-language: en', 200],
    ['GET', '/mcp', '1.1', 'connection: close', 405],
    ['HEAD', '/mcp', '1.1', 'connection: close', 405],
    ['DELETE', '/mcp', '1.1', 'connection: close', 405],
    ['TRACE', '/mcp', '1.1', 'connection: close', 400],
    ['GET', '//[', '1.1', 'connection: close', 400],
  ])('%s %s of HTTP/%s with %s closes the connection', async (method, path, version, header, status) => {
    const { server, errors } = await serving()
    const body = method === 'POST' ? hello : ''
    const socket = connectTo(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(
      [
        `${method} ${path} HTTP/${version}`,
        'host: 127.0.0.1',
        'content-type: application/json',
        'accept: application/json, text/event-stream',
        `content-length: ${body.length}`,
        header,
        '',
        body,
      ].join('\r\n'),
    )
    // The text ends when the server closes the connection.
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, 'i'))
    expect(errors).toEqual([])
  })

  test('listens only on the loopback interface', async () => {
    const { server } = await serving()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  })
})

describe('the command', () => {
  test('stops when it is aborted, and prints where it listens to stderr only', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const notes: string[] = []
    const stop = new AbortController()
    const lcd = createLcd({ flows: [flow({})] })
    const running = runMcp(
      { lcd: lcd.url, fetch: lcd.fetch },
      { port: 0 },
      { stdin, stdout, note: line => notes.push(line) },
      stop.signal,
    )
    const ended = expect(running).rejects.toThrow('stopped')
    await waitFor(() => expect(notes).toHaveLength(1))
    const client = await connect({ url: /http:\S+mcp/.exec(notes[0] ?? '')?.[0] ?? '' })
    expect(await askWith(client, 'find_flows')).toMatchObject({ isError: false })
    stop.abort(new Error('stopped'))
    await ended
    stdout.end()
    expect(await text(stdout)).toBe('')
  })

  test('reports a port that is in use', async () => {
    const { server } = await serving()
    const lcd = createLcd({ flows: [] })
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), note: () => {} }
    const port = Number(new URL(server.url).port)
    const running = runMcp({ lcd: lcd.url, fetch: lcd.fetch }, { port }, streams, new AbortController().signal)
    await expect(running).rejects.toThrow('EADDRINUSE')
  })
})

/** `fetch` doesn't send a `Host` or `Origin` header of the caller. */
function post({ url }: { url: string }, headers: Record<string, string>, body: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url.replace('//[', '/'))
    const path = url.slice(url.indexOf('/', 'http://'.length))
    const sent = request(
      {
        method: 'POST',
        agent: false,
        ...{ hostname, port, path },
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      response => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
