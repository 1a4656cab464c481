import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { clientNetwork } from '../limits/network.js'
import { withoutExtraSlashes } from '../paths.js'
import { type ClientsObserver, defaultLimits, EventClients, type EventLimits } from './clients.js'
import { GatewayEvents, type GatewayEventsOptions } from './source.js'

export interface EventsSettings extends Omit<GatewayEventsOptions, 'clients'> {
  readonly limits?: Partial<EventLimits> | undefined
  readonly observer?: ClientsObserver | undefined
}

const goingAway = 1001

export function addEvents(app: FastifyInstance, { limits: changed, observer = {}, ...options }: EventsSettings) {
  const limits = { ...defaultLimits, ...changed }
  const clients = new EventClients(limits, observer)
  const events = new GatewayEvents({ ...options, clients })
  const upgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression needs a lot of memory for each client.
    perMessageDeflate: false,
    maxPayload: limits.requestBytes,
  })

  app.get('/websocket', (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) return reply.code(400).type('text/plain').send('Bad Request\n')
    // If a node sends no events, its clients get the same status.
    if (events.isUnsupported) return reply.code(501).send()
    if (events.state !== 'connected') return reply.code(503).header('retry-after', 1).send()
    const network = clientNetwork(request)
    if (!clients.hasRoom(network)) return reply.code(503).header('retry-after', 10).send()
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket)
    return server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket =>
      clients.add(socket, upgrade.socket, network, () => events.nodeStatus()),
    )
  })

  // Upgrades use the routes of Fastify, so limits, logs and trusted proxies apply to them too.
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Leaves other paths to other listeners, because a server can have several WebSockets.
    const isOurs = withoutExtraSlashes(request.url ?? '').split('?')[0] === `${app.prefix}/websocket`
    if (!isOurs && app.server.listenerCount('upgrade') > 1) return
    // The client can disconnect at any time. Without a listener, the error would crash the process.
    socket.on('error', () => {})
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })

  app.addHook('preClose', async () => clients.close(goingAway, 'the gateway is shutting down'))

  return { events, closeClients: (code: number, reason: string) => clients.close(code, reason) }
}
