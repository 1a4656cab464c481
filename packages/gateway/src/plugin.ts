import type { FastifyPluginAsync } from 'fastify'
import { mountGateway } from './mount.js'
import { metricsRoute } from './operations/metrics.js'
import type { ChainOptions } from './options.js'

/**
 * A Fastify plugin that adds the gateway to an existing server, with a `prefix` if other routes need the same paths. `/metrics`,
 * `/healthz` and `/readyz` have the prefix too. The server itself is responsible for limiting connections and for the shutdown.
 *
 * @example
 * await app.register(flowGateway, { prefix: '/chain', lcd: 'https://lcd.example.org', rpc: 'https://rpc.example.org' })
 *
 * @throws {FlowQueryError} with kind `argument` if `lcd` or `rpc` isn't a URL, and with kind `node` if the nodes belong to different
 * chains
 */
export const flowGateway: FastifyPluginAsync<ChainOptions> = async (app, options) => {
  const gateway = await mountGateway(app, options)
  app.route(metricsRoute(gateway.metrics.registry))
  app.addHook('onClose', async () => gateway.closeUpstream())
}
