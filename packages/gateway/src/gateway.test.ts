import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { afterEach, expect, test } from 'vitest'
import { type Gateway, type GatewayOptions, startGateway } from './index.js'

const started: Gateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.close()
})

async function start(options: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway(options)
  started.push(gateway)
  return gateway
}

test.each([
  ['v1', [v1]],
  ['v1beta1', [v1beta1]],
] as const)('a client reads flows of a %s node through the gateway', async (version, versions) => {
  const lcd = createLcd({ version, flows: [flow({ label: 'Pay rent' })] })
  const { url } = await start({ lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket })
  const client = createFlowClient({ lcd: url, versions })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  expect(await client.flows()).toEqual(await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions }).flows())
  await expect(client.flow({ id: 2 })).rejects.toMatchObject({ kind: 'notFound', status: 500 })
})

test('serves health, readiness and metrics, and limits the requests of an address', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url } = await start({ lcd: lcd.url, fetch: lcd.fetch, requestsPerMinute: 3 })
  const get = (path: string) => fetch(url + path)
  const read = '/intento/intent/v1/flow/1'
  expect([(await get(read)).status, (await get(read)).status, (await get('/nothing')).status]).toEqual([200, 200, 501])
  const limited = await get(read)
  expect([limited.status, await limited.json()]).toEqual([429, expect.objectContaining({ code: 8, details: [] })])
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  const metrics = await (await get('/metrics')).text()
  expect(metrics).toContain('flow_query_gateway_cache_results_total{route="flow",result="miss"} 1')
  expect(metrics).toContain('flow_query_gateway_upstream_requests_total{node="lcd.in-memory.test",code="200"} 1')
  expect(metrics).toContain('flow_query_gateway_upstream_connected 0')
})
