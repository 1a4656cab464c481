import { once } from 'node:events'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { memoryServer } from '../../test/memory-server.js'
import { limitUnsentBodies, partsOf } from './slow-clients.js'

const url = 'http://gateway.test'
const size = 20_000_000
const shared = Buffer.alloc(size, 'x')

async function start(options: Parameters<typeof limitUnsentBodies>[1]) {
  const app = Fastify()
  limitUnsentBodies(app, options)
  app.get('/shared', (_, reply) => reply.send(shared))
  const late: unknown[] = []
  app.get('/late', async (_, reply) => {
    await once(reply.raw, 'close')
    late.push(reply.send(Buffer.alloc(size, 'x')))
  })
  app.get('/own', (_, reply) => reply.header('etag', '"own"').send(Buffer.alloc(size, 'x')))
  app.get('/medium', (_, reply) => reply.send(Buffer.alloc(200_000, 'x')))
  app.get('/small', (_, reply) => reply.send('x'.repeat(10_000)))
  app.get('/text', (_, reply) => reply.type('text/plain').send('x'.repeat(100_000)))
  await until(Promise.resolve(app.ready()))
  const { fetch, connect } = memoryServer(app.server)
  const connections = () => new Promise(resolve => app.server.getConnections((_, count) => resolve(count)))
  onTestFinished(() => {
    app.server.closeAllConnections()
    return until(app.close())
  })

  /** Requests a body, and reads only the start of the response. */
  async function open(...paths: string[]) {
    const socket = connect()
    socket.on('error', () => {})
    socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    const start = await new Promise<string>(resolve => {
      socket.once('data', data => {
        socket.pause()
        resolve(String(data).slice(0, 500))
      })
    })
    return { socket, start }
  }
  return { app, fetch, connect, open, connections, late }
}

test('an address gets status 429 while it has too many unread bodies, but not for a body that it already receives', async () => {
  const { fetch, open } = await start({ most: 50_000_000 })
  const first = await open('/shared')
  await open('/shared')
  await open('/shared')
  await open('/own')
  const refused = await fetch(`${url}/own`)
  expect([refused.status, refused.headers.get('etag'), refused.headers.get('retry-after')]).toEqual([429, null, '5'])
  expect(await refused.json()).toMatchObject({ code: 8, details: [] })
  expect((await open('/shared')).start).toContain('200 OK')
  first.socket.destroy()
  expect((await open('/shared')).start).toContain('200 OK')
})

test('after the clients of an address have disconnected, it can request other bodies again', async () => {
  const { fetch, open } = await start({ most: 30_000_000 })
  const { socket } = await open('/own')
  expect((await fetch(`${url}/own`)).status).toBe(429)
  socket.destroy()
  await settle()
  expect((await fetch(`${url}/own`)).status).toBe(200)
})

test('texts count too, and a single body can be larger than the limit', async () => {
  const { fetch, open } = await start({ most: 150_000 })
  const { socket } = await open('/own')
  socket.destroy()
  await settle()
  await open('/small', '/text')
  expect((await fetch(`${url}/text`)).status).toBe(429)
})

test('nothing is left of responses that wait on a connection when it is closed', async () => {
  const { fetch, open } = await start({ most: 30_000_000 })
  const { socket } = await open('/own', '/own', '/text', '/small')
  const refused = await fetch(`${url}/own`)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 8 }])
  socket.destroy()
  await settle()
  const response = await fetch(`${url}/own`)
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size])
  await settle()
  expect(vi.getTimerCount()).toBe(0)
})

test('all responses of a connection arrive in order', async () => {
  const { connect } = await start({})
  const socket = connect()
  let received = 0
  const text = { start: '' }
  socket.on('data', data => {
    if (received === 0) text.start = String(data).slice(0, 100)
    received += data.length
  })
  socket.write(['/own', '/medium', '/text', '/own'].map(path => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  const bodies = 2 * size + 200_000 + 100_000
  await until(() => received > bodies)
  socket.destroy()
  expect(text.start).toContain('200 OK')
})

test.each([
  ['/text', 20_000],
  ['/medium', 40_000],
])('closes the connection of a client that does not take %s in %i ms', async (path, milliseconds) => {
  const { open, connections } = await start({ stall: 600_000 })
  // The client reads the first response, and then nothing.
  await open('/small', path)
  await settle()
  vi.advanceTimersByTime(milliseconds - 1)
  await settle()
  expect(await connections()).toBe(1)
  vi.advanceTimersByTime(1)
  await settle()
  expect(await connections()).toBe(0)
})

test('nothing is left of a body that is created after its client has disconnected', async () => {
  const { app, fetch, late } = await start({})
  const leaving = new AbortController()
  const response = fetch(`${url}/late`, { signal: leaving.signal }).catch(() => {})
  await once(app.server, 'request')
  leaving.abort()
  await response
  await settle()
  expect(late).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('closes the connection of a client that reads too few bytes in ten seconds', async () => {
  const { open, connections } = await start({ stall: 600_000 })
  await open('/own')
  expect(await connections()).toBe(1)
  vi.advanceTimersByTime(20_000)
  await settle()
  expect(await connections()).toBe(0)
})

/** A client that takes bytes only when the test says so. `pass` lets ten seconds pass. */
function slowClient(body: Buffer) {
  const waiting: { bytes: Buffer; done: () => void }[] = []
  const received: Buffer[] = []
  const client = new Writable({
    highWaterMark: 16_384,
    write(bytes: Buffer, _, done) {
      waiting.push({ bytes, done })
    },
  })
  const onSlow = vi.fn(() => void client.destroy())
  partsOf(body, client, onSlow).pipe(client)

  async function take(bytes: number): Promise<void> {
    for (let left = bytes; left > 0 && !client.destroyed; ) {
      const next = waiting.shift()
      if (next) {
        left -= next.bytes.length
        received.push(next.bytes)
        next.done()
      }
      await nextTask()
    }
  }
  return { take, onSlow, received, client, pass: () => vi.advanceTimersByTime(10_000) }
}

const nextTask = () => new Promise(resolve => setImmediate(resolve))
const part = 32_768

test('a client that takes two parts in ten seconds receives the whole body', async () => {
  const body = Buffer.alloc(9 * part + 5, 'abcdefg')
  const { take, pass, onSlow, received, client } = slowClient(body)
  await nextTask()
  for (let seconds = 0; seconds < 40; seconds += 10) {
    await take(2 * part)
    pass()
  }
  await take(2 * part)
  expect(client.writableFinished).toBe(true)
  pass()
  expect(onSlow).not.toHaveBeenCalled()
  expect(Buffer.concat(received).equals(body)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([0, 1])('a client that takes %i parts in ten seconds is disconnected', async parts => {
  const { take, pass, onSlow } = slowClient(Buffer.alloc(9 * part))
  await nextTask()
  await take(4 * part)
  pass()
  expect(onSlow).not.toHaveBeenCalled()
  await take(parts * part)
  pass()
  expect(onSlow).toHaveBeenCalledOnce()
  await nextTask()
  expect(vi.getTimerCount()).toBe(0)
})

test('a client must take the last bytes within ten seconds too', async () => {
  const { take, pass, onSlow, client } = slowClient(Buffer.alloc(9 * part))
  await nextTask()
  await take(8 * part)
  pass()
  expect([onSlow.mock.calls.length, client.writableFinished]).toEqual([0, false])
  pass()
  expect(onSlow).toHaveBeenCalledOnce()
})
