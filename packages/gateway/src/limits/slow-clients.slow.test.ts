import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitUnsentBodies, partsOf } from './slow-clients.js'

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
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const connections = () => new Promise(resolve => app.server.getConnections((_, count) => resolve(count)))
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })

  /** Requests a body, and reads only the start of the response. */
  async function open(path: string) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const [data] = await once(socket, 'data')
    socket.pause()
    return { socket, start: String(data).slice(0, 500), received: data.length as number }
  }
  return { app, url, open, connections, late }
}

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('closes a connection whose client reads nothing, but not one whose client reads slowly', async () => {
  const { open, connections } = await start({ stall: 6_000 })
  const [slow, stalled] = [await open('/own'), await open('/own')]
  let { received } = slow
  let pauses = 0
  slow.socket.on('data', data => {
    received += data.length
    if (received < pauses * 65_536) return
    pauses++
    slow.socket.pause()
    setTimeout(() => slow.socket.resume(), 25)
  })
  slow.socket.resume()
  await expect.poll(() => received, { timeout: 300_000 }).toBeGreaterThan(size)
  await expect.poll(connections, { timeout: 300_000 }).toBe(1)
  // The client learns about the end when it reads again.
  stalled.socket.resume()
  await once(stalled.socket, 'close')
})

test('an address gets status 429 while it has too many unread bodies, but not for a body that it already receives', async () => {
  const { url, open } = await start({ most: 50_000_000 })
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
  const { url, open } = await start({ most: 30_000_000 })
  const { socket } = await open('/own')
  expect((await fetch(`${url}/own`)).status).toBe(429)
  socket.destroy()
  await expect.poll(async () => (await fetch(`${url}/own`)).status, { timeout: 300_000 }).toBe(200)
})

test('nothing is left of a body that is created after its client has disconnected', async () => {
  fakeIntervals()
  const { app, url, late } = await start({})
  const leaving = new AbortController()
  const response = fetch(`${url}/late`, { signal: leaving.signal }).catch(() => {})
  await once(app.server, 'request')
  leaving.abort()
  await response
  await expect.poll(() => late.length).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('closes the connection of a client that reads too few bytes in ten seconds', async () => {
  fakeIntervals()
  const { open, connections } = await start({ stall: 600_000 })
  await open('/own')
  expect(await connections()).toBe(1)
  await expect.poll(() => connections().finally(() => vi.advanceTimersByTime(10_000))).toBe(0)
})

/** A client that takes bytes only when the test says so. `pass` lets ten seconds pass. */
function slowClient(body: Buffer) {
  fakeIntervals()
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
