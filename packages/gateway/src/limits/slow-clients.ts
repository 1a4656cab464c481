import { Readable, type Writable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { problem } from '../problems.js'
import { clientNetwork } from './network.js'

export const longestStall = 10_000
const mostUnsent = 64_000_000
const leastCounted = 16_384
const leastDivided = 262_144
const partSize = 32_768
/** A client must take this many bytes of a body in each interval, or the rest of the body. */
const leastPerInterval = 65_536
const interval = 10_000

/** Limits the unsent bytes per address. A body that several of the address's clients receive counts once, because they share its memory. */
export function limitUnsentBodies(app: FastifyInstance, { stall = longestStall, most = mostUnsent } = {}): void {
  const unsentOf = new Map<string, Map<Buffer, number>>()

  app.addHook('onSend', (request, reply, payload, done) => {
    // Node destroys the connection after this timeout. Each part that the client receives restarts the timeout.
    reply.raw.setTimeout(stall)
    // The client can disconnect before the body exists. Then there is no more `close` event.
    const isUncounted = reply.raw.destroyed || !Buffer.isBuffer(payload) || payload.length < leastCounted
    if (isUncounted) return done()
    const network = clientNetwork(request)
    const unsent = unsentOf.get(network) ?? new Map<Buffer, number>()
    if (!unsent.has(payload) && bytesIn(unsent) + payload.length > most) return done(null, refuse(reply))
    unsentOf.set(network, unsent)
    unsent.set(payload, (unsent.get(payload) ?? 0) + 1)
    reply.raw.once('close', () => {
      const others = (unsent.get(payload) ?? 1) - 1
      if (others > 0) unsent.set(payload, others)
      else unsent.delete(payload)
      if (unsent.size === 0) unsentOf.delete(network)
    })
    if (payload.length < leastDivided) return done()
    reply.header('content-length', payload.length)
    done(
      null,
      partsOf(payload, reply.raw, () => reply.raw.destroy()),
    )
  })
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
