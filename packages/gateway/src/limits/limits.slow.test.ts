import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerLimits, serverOptions } from './limits.js'

// The HTTP server of Node.js measures these timeouts in real time.

/** Sends the start of a request and returns everything that the server sent until it closed the connection. */
async function sendStart(limits: ServerLimits, request: string): Promise<string> {
  const app = Fastify(serverOptions(limits))
  onTestFinished(() => app.close())
  app.post('/simulate', (_, reply) => reply.send({}))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

test('closes connections whose headers arrive too slowly', async () => {
  const received = await sendStart({ headersTimeout: 200 }, 'GET /flows HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
})

test('closes connections whose body arrives too slowly', async () => {
  const request = 'POST /simulate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  expect(await sendStart({ requestTimeout: 300 }, request)).toMatch(/^HTTP\/1\.1 408 /)
})
