import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitUnsentBodies } from './slow-clients.js'

const size = 20_000_000
const shared = Buffer.alloc(size, 'x')

async function start(options: Parameters<typeof limitUnsentBodies>[1]) {
  const app = Fastify()
  limitUnsentBodies(app, options)
  app.get('/shared', (_, reply) => reply.send(shared))
  app.get('/own', (_, reply) => reply.header('etag', '"own"').send(Buffer.alloc(size, 'x')))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
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
  return { app, url, open }
}

test('closes a connection whose client reads nothing, but not one whose client reads slowly', async () => {
  const { app, open } = await start({ stall: 6_000 })
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
  await expect
    .poll(() => new Promise(resolve => app.server.getConnections((_, count) => resolve(count))), { timeout: 300_000 })
    .toBe(1)
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
