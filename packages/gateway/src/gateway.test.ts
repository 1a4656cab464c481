import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { expect, test, vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { eventsArrive, startWith } from '../test/gateway.js'

test.each([
  ['v1', [v1]],
  ['v1beta1', [v1beta1]],
] as const)('a client reads flows of a %s node through the gateway', async (version, versions) => {
  const lcd = createLcd({ version, flows: [flow({ label: 'Pay rent' })] })
  const { url, fetch } = await startWith(lcd)
  const client = createFlowClient({ lcd: url, fetch, versions })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  expect(await client.flows()).toEqual(await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions }).flows())
  await expect(client.flow({ id: 2 })).rejects.toMatchObject({ kind: 'notFound', status: 500 })
})

test('serves health, readiness and metrics, and limits the requests of an address', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url, fetch } = await startWith(lcd, { rpc: [], requestsPerMinute: 3 })
  const get = (path: string) => fetch(url + path)
  const read = '/intento/intent/v1/flow/1'
  expect([(await get(read)).status, (await get(read)).status, (await get('/nothing')).status]).toEqual([200, 200, 501])
  const limited = await get(read)
  expect([limited.status, await limited.json()]).toEqual([429, expect.objectContaining({ code: 8, details: [] })])
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  const metrics = await (await get('/metrics')).text()
  expect(metrics).toContain('flow_query_gateway_cache_results_total{route="flow",result="miss"} 1')
  expect(metrics).toContain('flow_query_gateway_upstream_requests_total{node="node-0.test",code="200"} 1')
  expect(metrics).toContain('flow_query_gateway_upstream_connected 0')
})

test.each(['//intento/intent/v1/params', '/intento//intent///v1/params/', '/intento/intent/v1/params//?x=//'])(
  '%s has the same response as the path without extra slashes',
  async path => {
    const { url, fetch } = await startWith(createLcd({ flows: [{}] }))
    const [plain, other] = await Promise.all(['/intento/intent/v1/params', path].map(one => fetch(url + one)))
    expect([other?.status, await other?.text()]).toEqual([200, await plain?.text()])
  },
)

test.each(['/', '//'])('a base URL that ends with %s works', async base => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const { url, fetch, WebSocket } = await startWith(lcd)
  for (const path of ['/readyz', '/metrics', '/flow-query/collection', '/flow-query/collection/', '/healthz/'])
    expect((await fetch(`${url}${base}${path}`)).status).toBe(200)
  const simulation = await fetch(`${url}${base}/cosmos/tx/v1beta1/simulate/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(simulation.status).not.toBe(501)
  const client = createFlowClient({ lcd: `${url}${base}`, rpc: `${url}${base}`, fetch, WebSocket })
  expect((await client.flow({ id: 1 })).label).toBe('Pay rent')
  await eventsArrive({ url: `${url}${base}`, WebSocket })
})

test('/metrics can have its own server, so that pages can not read it', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const { url, fetch, metrics } = await startWith(lcd, { metricsPort: 0 })
  await createFlowClient({ lcd: url, fetch }).flow({ id: 1 })
  const text = await (await metrics.fetch(`${url}/metrics`)).text()
  expect(text).toContain('flow_query_gateway_http_requests_total{route="flow",code="200"} 1')
  expect((await fetch(`${url}/metrics`)).status).toBe(501)
  expect((await metrics.fetch(`${url}/intento/intent/v1/params`)).status).not.toBe(200)
})

test('/readyz becomes ready again although no page sends a request', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  let isBroken = true
  const fetchOrFail: typeof fetch = (input, init) =>
    isBroken ? Promise.reject(new TypeError('connection refused')) : lcd.fetch(input, init)
  const { url, fetch } = await startWith(lcd, { rpc: [], fetch: fetchOrFail })
  await expect(createFlowClient({ lcd: url, fetch, retries: 0 }).flow({ id: 1 })).rejects.toMatchObject({ status: 502 })
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
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  let isBroken = false
  const { url, fetch } = await startWith(lcd, {
    rpc: [],
    fetch: (...request) => (isBroken ? fail() : lcd.fetch(...request)),
  })
  const readiness = async () => (await (await fetch(`${url}/readyz`)).json()).status
  expect(await readiness()).toBe('ready')
  isBroken = true
  vi.setSystemTime(Date.now() + 6_000)
  await until(async () => (await readiness()) === 'unavailable')
})

test('pages can read the response to too many requests', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  const { url, fetch } = await startWith(lcd, { rpc: [], requestsPerMinute: 1 })
  const read = () => fetch(`${url}/intento/intent/v1/params`, { headers: { origin: 'https://page.example' } })
  expect((await read()).status).toBe(200)
  const limited = await read()
  expect(limited.status).toBe(429)
  expect(limited.headers.get('access-control-allow-origin')).toBe('*')
  expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})
