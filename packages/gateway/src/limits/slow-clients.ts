import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '../problems.js'
import { clientNetwork } from './network.js'

export const longestStall = 10_000
const mostUnsent = 64_000_000
const leastCounted = 16_384
const leastDivided = 262_144
const partSize = 32_768
/** A client must take this many bytes in each interval, or the rest of the body. */
export const leastPerInterval = 65_536
export const interval = 10_000

/**
 * Limits the unsent bytes per address, and closes connections that take too long. A body that several of the address's clients receive
 * counts once, because they share its memory.
 */
export function limitUnsentBodies(app: FastifyInstance, { stall = longestStall, most = mostUnsent } = {}): void {
  const unsentOf = new Map<string, Map<Buffer, number>>()
  const onConnectionClose = createCloseListeners()

  app.addHook('onSend', (request, reply, payload, done) => {
    // Node destroys the connection after this timeout. Each part that the client receives restarts the timeout.
    reply.raw.setTimeout(stall)
    // The client can disconnect before the body exists. Then there is no more `close` event.
    if (reply.raw.destroyed || request.raw.socket.destroyed || !isBody(payload)) return done()
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
    if (body.length < leastCounted) {
      limitTime(reply.raw, body.length)
      return done()
    }
    const network = clientNetwork(request)
    const unsent = unsentOf.get(network) ?? new Map<Buffer, number>()
    const isTooMuch = unsent.size > 0 && !unsent.has(body) && bytesIn(unsent) + body.length > most
    if (isTooMuch) return done(null, refuse(reply))
    unsentOf.set(network, unsent)
    unsent.set(body, (unsent.get(body) ?? 0) + 1)
    onConnectionClose(request.raw.socket, reply.raw, () => {
      const others = (unsent.get(body) ?? 1) - 1
      if (others > 0) unsent.set(body, others)
      else unsent.delete(body)
      if (unsent.size === 0 && unsentOf.get(network) === unsent) unsentOf.delete(network)
    })
    if (body.length < leastDivided) {
      limitTime(reply.raw, body.length)
      return done(null, body)
    }
    reply.header('content-length', body.length)
    whenItsTurn(reply.raw, () =>
      done(
        null,
        partsOf(body, reply.raw, () => reply.raw.destroy()),
      ),
    )
  })
}

function isBody(payload: unknown): payload is Buffer | string {
  return Buffer.isBuffer(payload) || typeof payload === 'string'
}

/**
 * Returns a function that calls back when a response ends. A response that waits for an earlier one on its connection has no `close`
 * event, so the callbacks of a connection share one listener.
 */
function createCloseListeners() {
  const callbacksOf = new WeakMap<Socket, Set<() => void>>()
  return (socket: Socket, response: ServerResponse, onClose: () => void): void => {
    const callbacks = callbacksOf.get(socket) ?? new Set()
    if (!callbacksOf.has(socket)) {
      callbacksOf.set(socket, callbacks)
      socket.once('close', () => {
        for (const callback of [...callbacks]) callback()
      })
    }
    function close(): void {
      if (callbacks.delete(close)) onClose()
    }
    callbacks.add(close)
    response.once('close', close)
  }
}

/** Closes the connection if a client takes too long for a body that is sent in one write. */
function limitTime(response: ServerResponse, bytes: number): void {
  const longest = interval * Math.max(1, Math.ceil(bytes / leastPerInterval))
  whenItsTurn(response, () => {
    const timer = setTimeout(() => response.destroy(), longest).unref()
    response.once('close', () => clearTimeout(timer))
  })
}

/** A response gets the socket when all earlier responses of the connection have been sent. */
function whenItsTurn(response: ServerResponse, start: () => void): void {
  if (response.socket) start()
  else response.once('socket', start)
}

/** Sends a body in parts, because Node reports the progress of a client only after a whole write. */
export function partsOf(body: Buffer, client: Writable, onSlow: () => void): Readable {
  let written = 0
  let takenBefore = 0

  function* parts() {
    while (written < body.length) {
      const part = body.subarray(written, written + partSize)
      written += part.length
      yield part
    }
  }

  const stream = Readable.from(parts(), { objectMode: false, highWaterMark: 1 })
  const timer = setInterval(() => {
    const taken = written - stream.readableLength - client.writableLength
    if (taken - takenBefore < leastPerInterval) onSlow()
    takenBefore = taken
  }, interval).unref()
  client.once('close', () => clearInterval(timer))
  return stream
}

function bytesIn(unsent: ReadonlyMap<Buffer, number>): number {
  let bytes = 0
  for (const { length } of unsent.keys()) bytes += length
  return bytes
}

function refuse(reply: FastifyReply): string {
  for (const name of ['etag', 'age', 'content-encoding', 'content-length']) reply.removeHeader(name)
  reply.code(429).header('cache-control', 'no-store').header('retry-after', '5').type('application/json')
  return problem(8, 'this address has too many unread responses')
}
