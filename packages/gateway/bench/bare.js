import Fastify from 'fastify'
import { processorSeconds, serveCommands } from '../../../tests/setup/child.js'

// Sends a fixed response with Fastify. No gateway that uses Fastify can be faster.

serveCommands({
  async start({ path, headers, body }) {
    const app = Fastify()
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_, reply) => reply.headers(headers).send(bytes))
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  },
  processorSeconds,
})
