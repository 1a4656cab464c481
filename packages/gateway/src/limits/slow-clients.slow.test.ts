import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitUnsentBodies } from './slow-clients.js'

const size = 20_000_000

// The timeout depends on how Node.js reports the progress of writes to a TCP connection.
test('closes a connection whose client reads nothing, but not one whose client reads slowly', async () => {
  const app = Fastify()
  limitUnsentBodies(app, { stall: 6_000 })
  app.get('/', (_, reply) => reply.send(Buffer.alloc(size, 'x')))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const connections = () => new Promise(resolve => app.server.getConnections((_, count) => resolve(count)))

  /** Requests the body, and reads only the start of the response. */
  async function open() {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [data] = await once(socket, 'data')
    socket.pause()
    return { socket, received: data.length as number }
  }

  const [slow, stalled] = [await open(), await open()]
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
