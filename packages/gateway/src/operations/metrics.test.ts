import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createGatewayMetrics, measureRequests, metricsRoute } from './metrics.js'

/** Returns the lines of the exposition that start with `prefix`. */
async function linesOf(app: FastifyInstance, prefix: string): Promise<string[]> {
  const { body } = await app.inject('/metrics')
  return body.split('\n').filter(line => line.startsWith(prefix))
}

function appWithMetrics() {
  const app = Fastify()
  const metrics = createGatewayMetrics()
  measureRequests(app, metrics)
  app.route(metricsRoute(metrics.registry))
  app.get('/intento/intent/v1/flows/:id', (_, reply) => reply.send({}))
  return { app, metrics }
}

test('counts requests by route template, so that IDs add no time series', async () => {
  const { app } = appWithMetrics()
  for (const id of [1, 2, 3]) await app.inject(`/intento/intent/v1/flows/${id}?made-up=${id}`)
  for (const path of ['/a', '/b', '/%00']) await app.inject(path)
  const lines = await linesOf(app, 'flow_query_gateway_http_requests_total')
  expect(lines).toEqual([
    'flow_query_gateway_http_requests_total{route="/intento/intent/v1/flows/:id",code="200"} 3',
    'flow_query_gateway_http_requests_total{route="unknown",code="404"} 3',
  ])
})

test('counts reads by query', async () => {
  const { app } = appWithMetrics()
  app.get('/*', (request, reply) => {
    request.readQuery = 'flowHistory'
    return reply.send({})
  })
  await app.inject('/cosmos/anything/1')
  expect(await linesOf(app, 'flow_query_gateway_http_requests_total')).toEqual([
    'flow_query_gateway_http_requests_total{route="flowHistory",code="200"} 1',
  ])
})

test('measures durations in seconds', async () => {
  const { app } = appWithMetrics()
  await app.inject('/intento/intent/v1/flows/1')
  const [sum = ''] = await linesOf(app, 'flow_query_gateway_http_request_duration_seconds_sum')
  expect(Number(sum.split(' ')[1])).toBeGreaterThan(0)
  const [count = ''] = await linesOf(app, 'flow_query_gateway_http_request_duration_seconds_count')
  expect(count).toMatch(/ 1$/)
})

test('has all drop reasons from the start, so that rates work for the first drop', async () => {
  const { app, metrics } = appWithMetrics()
  metrics.clientDropped('slow')
  expect(await linesOf(app, 'flow_query_gateway_websocket_clients_dropped_total')).toEqual([
    'flow_query_gateway_websocket_clients_dropped_total{reason="slow"} 1',
    'flow_query_gateway_websocket_clients_dropped_total{reason="protocol"} 0',
    'flow_query_gateway_websocket_clients_dropped_total{reason="flood"} 0',
    'flow_query_gateway_websocket_clients_dropped_total{reason="limit"} 0',
    'flow_query_gateway_websocket_clients_dropped_total{reason="timeout"} 0',
  ])
})

test('records cache results, requests to nodes, clients and the event lag', async () => {
  const { app, metrics } = appWithMetrics()
  metrics.cacheResult('/intento/intent/v1/params', 'merged')
  metrics.upstreamRequest('a.example', 200, 0.02)
  metrics.upstreamRequest('a.example', null, 10)
  metrics.clientConnected()
  metrics.clientConnected()
  metrics.clientDisconnected()
  metrics.eventsArrived(0.4)
  metrics.upstreamConnected(true)
  const { body } = await app.inject('/metrics')
  for (const line of [
    'flow_query_gateway_cache_results_total{route="/intento/intent/v1/params",result="merged"} 1',
    'flow_query_gateway_upstream_requests_total{node="a.example",code="200"} 1',
    'flow_query_gateway_upstream_requests_total{node="a.example",code="error"} 1',
    'flow_query_gateway_upstream_request_duration_seconds_sum{node="a.example"} 10.02',
    'flow_query_gateway_websocket_clients 1',
    'flow_query_gateway_event_lag_seconds_sum 0.4',
    'flow_query_gateway_upstream_connected 1',
  ])
    expect(body.split('\n')).toContain(line)
})
