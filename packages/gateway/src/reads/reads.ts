import cors from '@fastify/cors'
import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import type { FastifyInstance } from 'fastify'
import type { Events } from '../events/events.js'
import type { GatewayOptions } from '../options.js'
import type { ReadsObserver } from './observer.js'
import { createRoutes } from './routes.js'
import { createUpstream, type RawResponse, responseOf } from './upstream.js'

export interface ReadsSettings {
  client: FlowClient
  events: Events
  options: GatewayOptions
  observer?: Partial<ReadsObserver> | undefined
}

/** The response of a node to an unknown path. */
const notImplemented = '{"code":12,"message":"Not Implemented","details":[]}'

/** Adds the routes of the nodes' API that the gateway allows. */
export function addReads(app: FastifyInstance, { client, observer }: ReadsSettings): void {
  const allowed = createRoutes(client.settings.service)
  const upstream = createUpstream(client, observer)
  app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST'],
    allowedHeaders: ['content-type', 'x-cosmos-block-height'],
  })

  app.get('/*', async (request, reply) => {
    const read = allowed(request.raw.url ?? '')
    if (!read) return reply.callNotFound()
    const { status, contentType, body } = await answer(() => upstream.read(read))
    return reply.code(status).type(contentType).send(body)
  })

  app.setNotFoundHandler((_, reply) => reply.code(501).type('application/json').send(notImplemented))
}

/** Returns the response of a node, including error responses. */
async function answer(read: () => Promise<{ raw: RawResponse }>): Promise<RawResponse> {
  try {
    return (await read()).raw
  } catch (error) {
    const response = isFlowQueryError(error) ? responseOf(error) : undefined
    if (!response) throw error
    return response
  }
}
