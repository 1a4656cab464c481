import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Gateway, type GatewayOptions, startGateway } from './index.js'

const started: Gateway[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) await gateway.close()
})

async function start(options: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway({ timeout: 300_000, ...options })
  started.push(gateway)
  return gateway
}

test.each([
  ['v1', [v1]],
  ['v1beta1', [v1beta1]],
] as const)('a client reads flows of a %s node through the gateway', async (version, versions) => {
  const lcd = createLcd({ version, flows: [flow({ label: 'Pay rent' })] })
  const { url } = await start({ lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket })
  const client = createFlowClient({ lcd: url, versions, timeout: 300_000 })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  expect(await client.flows()).toEqual(
    await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions, timeout: 300_000 }).flows(),
  )
  await expect(client.flow({ id: 2 })).rejects.toMatchObject({ kind: 'notFound', status: 500 })
})

test('serves health, readiness and metrics, and limits the requests of an address', async () => {
  // Without events, the second read is only a hit within a second.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
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

test('/metrics can be on another port, so that pages can not read it', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const { url, metricsUrl } = await start({ lcd: lcd.url, fetch: lcd.fetch, metricsPort: 0 })
  expect(new URL(metricsUrl).port).not.toBe(new URL(url).port)
  await createFlowClient({ lcd: url, timeout: 300_000 }).flow({ id: 1 })
  const text = await (await fetch(metricsUrl)).text()
  expect(text).toContain('flow_query_gateway_http_requests_total{route="flow",code="200"} 1')
  expect((await fetch(`${url}/metrics`)).status).toBe(501)
  expect((await fetch(new URL('/intento/intent/v1/params', metricsUrl))).status).not.toBe(200)
})

test('if the port of the metrics is in use, nothing keeps running', async () => {
  const lcd = createLcd()
  const other = await start({ lcd: lcd.url, fetch: lcd.fetch })
  const metricsPort = Number(new URL(other.url).port)
  await expect(startGateway({ lcd: lcd.url, fetch: lcd.fetch, metricsPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('/readyz becomes ready again although no page sends a request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  let isBroken = true
  const fetchOrFail: typeof fetch = (input, init) =>
    isBroken ? Promise.reject(new TypeError('connection refused')) : lcd.fetch(input, init)
  const { url } = await start({ lcd: lcd.url, fetch: fetchOrFail, retries: 0 })
  await expect(createFlowClient({ lcd: url, retries: 0, timeout: 300_000 }).flow({ id: 1 })).rejects.toMatchObject({
    status: 502,
  })
  const readiness = await fetch(`${url}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'unavailable' }])
  isBroken = false
  // The node is checked at most every five seconds.
  vi.setSystemTime(Date.now() + 6_000)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test.each([
  ['refuses connections', () => Promise.reject(new TypeError('connection refused'))],
  ['hangs', () => new Promise<Response>(() => {})],
])('/readyz fails when the node %s, although no page sends a request', async (_, fail) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  let isBroken = false
  const { url } = await start({ lcd: lcd.url, fetch: (...request) => (isBroken ? fail() : lcd.fetch(...request)) })
  const readiness = async () => (await (await fetch(`${url}/readyz`)).json()).status
  expect(await readiness()).toBe('ready')
  isBroken = true
  vi.setSystemTime(Date.now() + 6_000)
  await expect.poll(readiness).toBe('unavailable')
})

test('pages can read the response to too many requests', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const { url } = await start({ lcd: lcd.url, fetch: lcd.fetch, requestsPerMinute: 1 })
  const read = () => fetch(`${url}/intento/intent/v1/params`, { headers: { origin: 'https://page.example' } })
  expect((await read()).status).toBe(200)
  const limited = await read()
  expect(limited.status).toBe(429)
  expect(limited.headers.get('access-control-allow-origin')).toBe('*')
  expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})
