import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createFlowClient, type Flow } from '@flow-query/core'
import { mirrorFlows } from '@flow-query/core/mirror'
import { decodeSnapshotBlock, decodeSnapshotHeader, type SnapshotHeader } from '@flow-query/core/parts/collection'
import { address, createLcd, type Lcd, type LcdOptions } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createPage } from '../../test/collection.js'
import { eventsArrive, startWith } from '../../test/gateway.js'
import type { MemoryGateway } from '../../test/memory.js'
import type { GatewayOptions } from '../index.js'
import { encode } from './encode.js'
import { Snapshots, sharedHeight } from './snapshots.js'

const owner = address('owner')
const other = address('other')
const path = '/flow-query/collection'
const past = '2025-01-01T00:00:00Z'

/** A node with flows that are over, so that no run changes them during a test. */
function createNode(count = 250, options: LcdOptions = {}): Lcd {
  const flows = Array.from({ length: count }, (_, index) => ({
    owner: index % 5 ? owner : other,
    label: `Flow ${index}`,
    startTime: past,
    execTime: past,
    endTime: past,
  }))
  return createLcd({ flows, ...options })
}

async function startLive(lcd = createNode(), options: Partial<GatewayOptions> = {}) {
  const gateway = await startWith(lcd, options)
  await eventsArrive(gateway)
  const { url, fetch } = gateway
  const get = (query = '', headers: Record<string, string> = {}) => until(fetch(url + path + query, { headers }))
  const read = async (query = '') => parse(await (await get(query)).text())
  const page = createPage({ lcd: url, fetch })
  // The first response shows the client that the endpoint is a gateway.
  await page.client.params()
  return { lcd, ...gateway, get, read, page, node: createPage({ lcd: lcd.url, fetch: lcd.fetch }) }
}

/** Returns the header and the flows of a snapshot. */
function parse(text: string): { header: SnapshotHeader; flows: Flow[]; ids: string[] } {
  const [first = '', ...blocks] = text.trimEnd().split('\n')
  const header = decodeSnapshotHeader(first)
  const flows = blocks.flatMap(block => decodeSnapshotBlock(header.fields, block))
  return { header, flows, ids: flows.map(({ id }) => id) }
}

test.each(['v1', 'v1beta1'] as const)(
  'the collections of a %s node are the same with and without a gateway',
  async version => {
    const { page, node, lcd } = await startLive(createNode(250, { version }))
    const startHeight = lcd.height
    const { height, chainId, ...chain } = await page.load()
    expect(chain).toEqual(await node.load())
    expect(height).toBeGreaterThanOrEqual(startHeight)
    expect(height).toBeLessThanOrEqual(lcd.height)
    expect(chainId).toBe('intento-demo-1')
    const { height: _, chainId: __, ...ofOwner } = await page.load({ owner })
    expect(ofOwner).toEqual(await node.load({ owner }))
  },
)

test('reads all flows from another node if the first one lags behind', async () => {
  const nodes = [createNode(), createNode()] as const
  for (const node of nodes) node.updateFlow(7, { label: 'changed' })
  const [lagging, { rpc, WebSocket }] = nodes
  lagging.lag = 1_000
  const gateway = await startWith(nodes, { rpc, WebSocket })
  await eventsArrive(gateway)
  const read = async () => parse(await (await gateway.fetch(gateway.url + path)).text())
  await until(async () => (await read()).header.isCurrent)
  expect((await read()).flows[6]?.label).toBe('changed')
})

test('a page reads only the flows that have changed since its last read', async () => {
  const { page, node, lcd, read } = await startLive()
  const before = await page.load()
  lcd.updateFlow(7, { label: 'changed' })
  lcd.addFlow({ owner })
  const after = await page.load()

  expect(after.flows).toEqual((await node.load()).flows)
  expect(after.flows.filter((flow, index) => flow !== before.flows[index]).map(({ id }) => id)).toEqual(['7', '251'])
  const { header, ids } = await read(`?since=${before.height}&chain=intento-demo-1`)
  expect(header).toMatchObject({ since: before.height, isCurrent: true, total: 251 })
  expect(ids).toEqual(['7', '251'])
  const ofOther = await read(`?since=${before.height}&chain=intento-demo-1&owner=${other}`)
  expect([ofOther.header.total, ofOther.ids]).toEqual([50, []])
})

test('the first request loads all flows, and each change causes one request to the node, which pages share', async () => {
  const { page, lcd, url, fetch } = await startLive()
  const seen = () =>
    lcd.requests.map(({ target }) => target.replace(/^.*\/v1\//, '')).filter(target => target.startsWith('flow'))
  expect(seen()).toEqual([])
  await page.load()
  const first = seen().length
  lcd.updateFlow(7, { label: 'changed' })
  await Promise.all([page.load(), page.client.flow({ id: 7 }), createPage({ lcd: url, fetch }).client.flow({ id: 7 })])

  expect(seen().slice(first)).toEqual(['flow/7'])
})

test.each<[string, (height: number) => string]>([
  ['without a chain', height => `?since=${height}`],
  ['from another chain', height => `?since=${height}&chain=other-1`],
  ['before the gateway has started', height => `?since=${height - 1}&chain=intento-demo-1`],
  ['in the future', height => `?since=${height + 1_000}&chain=intento-demo-1`],
])('a height %s gets all flows', async (_, query) => {
  const { read, lcd } = await startLive()
  const { header, ids } = await read(query(lcd.height))
  expect(header).toMatchObject({ since: null, isCurrent: true, total: 250 })
  expect(ids).toHaveLength(250)
})

test.each(['?since=-1', '?since=1e3', '?since=x', `?owner=${'x'.repeat(300)}`, '?owner=nobody'])(
  '%s is invalid',
  async query => {
    const { get } = await startLive(createNode(1))
    const response = await get(query)
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 3 })])
  },
)

test('an owner without flows is not found, and the page gets the response of the node', async () => {
  const { get, page } = await startLive()
  const nobody = address('nobody')
  expect((await get(`?owner=${nobody}`)).status).toBe(404)
  expect(await page.load({ owner: nobody })).toMatchObject({ flows: [], complete: true })
  await expect(page.load({ owner: 'nobody' })).rejects.toMatchObject({ kind: 'argument' })
})

test('if the node fails while flows are loading, the status is 503, and a later request succeeds', async () => {
  const { get, lcd } = await startLive()
  lcd.fail({ status: 503, times: 1_000 })
  const failed = await get()
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
  lcd.recover()
  await until(async () => (await get()).status === 200)
})

test('responses have tags, and clients with the same tag get 304', async () => {
  const { get, read, lcd } = await startLive()
  const since = `?since=${(await read()).header.height}&chain=intento-demo-1`
  const [whole, changes] = [await get(), await get(since)]
  for (const response of [whole, changes]) {
    const { headers } = response
    expect(headers.get('vary')).toContain('accept-encoding')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('flow-query-gateway')).toBe('1')
  }
  expect([whole, changes].map(({ headers }) => headers.get('cache-control'))).toEqual([
    'public, no-cache',
    'public, no-cache',
  ])
  const tag = `${changes.headers.get('etag')}`
  expect((await get(since, { 'if-none-match': tag })).status).toBe(304)
  lcd.updateFlow(7, { label: 'changed' })
  expect((await get(since, { 'if-none-match': tag })).status).toBe(200)
})

test('a big chain is not compressed again for each change, so pages request the changes next', async () => {
  const { get, read, page, node, lcd } = await startLive(createNode(1_100))
  const first = await get()
  const { header } = parse(await first.text())
  lcd.updateFlow(7, { label: 'changed' })
  const { flows } = await page.load()
  const again = await get()

  expect(first.headers.get('cache-control')).toBe('public, max-age=60')
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(header).toMatchObject({ isCurrent: false, total: 1_100 })
  expect(flows).toEqual((await node.load()).flows)
  for (let id = 1; id <= 600; id++) lcd.updateFlow(id, { label: `Changed ${id}` })
  // More than half of the flows have changed, so all flows are sent.
  await until(async () => (await read(`?since=${header.height}&chain=intento-demo-1`)).header.since === null)
  expect((await page.load()).flows).toEqual((await node.load()).flows)
})

test('a live page reads only changes after a lost connection', async () => {
  const { lcd, url, fetch, WebSocket, node } = await startLive()
  const client = createFlowClient({ lcd: url, rpc: url, fetch, WebSocket })
  await client.params()
  const mirror = mirrorFlows(client)
  onTestFinished(mirror.close)
  await until(mirror.ready)
  await until(() => mirror.status.live === 'connected')
  lcd.updateFlow(7, { label: 'while connected' })
  await until(() => mirror.flows.get('7')?.label === 'while connected')
  const before = mirror.flows.get('9')
  lcd.cut()
  lcd.updateFlow(8, { label: 'while disconnected' })
  lcd.addFlow({ owner: other, startTime: past, execTime: past, endTime: past })
  await until(() => expect([mirror.flows.get('8')?.label, mirror.flows.size]).toEqual(['while disconnected', 251]))

  expect([...mirror.flows.values()]).toEqual((await node.load()).flows)
  expect(mirror.flows.get('9')).toBe(before)
})

/** Unlike `fetch`, it sends no other headers and doesn't decompress the body. */
function requestRaw(
  { url, connect }: Pick<MemoryGateway, 'url' | 'connect'>,
  headers: OutgoingHttpHeaders,
): Promise<{ response: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers, createConnection: () => connect() }, async response =>
      resolve({ response, body: await buffer(response) }),
    )
      .on('error', reject)
      .end()
  })
}

test.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['gzip;q=0, deflate', undefined],
  ['identity', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['zstd, deflate', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that accepts %s gets all flows with %s', async (accepted, encoding) => {
  const gateway = await startLive()
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const { response, body } = await requestRaw(gateway, headers)
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers['content-length']).toBe(`${body.length}`)
  const decompressors = { br: brotliDecompressSync, gzip: gunzipSync }
  const text = String(encoding ? decompressors[encoding as 'br' | 'gzip'](body) : body)
  expect(parse(text).ids).toHaveLength(250)
})

test.each(['identity;q=0', 'deflate, identity;q=0.000', 'gzip;q=0, *;q=0', '*; Q = 0'])(
  'a client that accepts no supported encoding, with "%s", gets an error',
  async accepted => {
    const gateway = await startLive()
    const { response, body } = await requestRaw(gateway, { 'accept-encoding': accepted })
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([406, undefined])
    expect(JSON.parse(String(body))).toMatchObject({ code: 3, message: expect.stringContaining('gzip'), details: [] })
  },
)

test.each(['br', 'gzip'])('a message that is nested too deeply costs only its fields, with %s', async encoding => {
  const lcd = createNode(3)
  const depth = 6_000
  const value = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const { get } = await startLive(lcd, {
    async fetch(url, init) {
      const text = await (await lcd.fetch(lcd.url + new URL(`${url}`).pathname + new URL(`${url}`).search, init)).text()
      return new Response(text.replace('"from_address"', `"deep":${value},"from_address"`))
    },
  })
  const response = await get('', { 'accept-encoding': encoding })
  const messages = parse(await response.text()).flows.map(({ msgs }) => msgs)
  expect(messages).toEqual([
    [{ '@type': '/cosmos.bank.v1beta1.MsgSend', '@tooDeep': true }],
    lcd.flow(2)?.msgs,
    lcd.flow(3)?.msgs,
  ])
})

test.each(['br', 'gzip', 'identity'] as const)(
  'a snapshot that can not be created fails only its request, with %s',
  async encoding => {
    function* lines() {
      yield 'first'
      throw new RangeError('too deep')
    }
    await expect(encode(lines(), 100, encoding)).rejects.toThrow('too deep')
  },
)

async function startSnapshots(owners: readonly string[]): Promise<Snapshots> {
  const lcd = createLcd({ flows: owners.map(one => ({ owner: one, startTime: past, execTime: past, endTime: past })) })
  const mirror = mirrorFlows(createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }))
  onTestFinished(mirror.close)
  await until(mirror.ready)
  return new Snapshots(mirror, 'intento-demo-1')
}

test.each(['br', 'gzip', 'identity'] as const)('all clients share one body with %s', async encoding => {
  const snapshots = await startSnapshots([owner, other])
  const addresses = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`)
  const bodies = await Promise.all(addresses.map(one => snapshots.ofChain(true)?.body(encoding, one)))
  expect(new Set(bodies).size).toBe(1)
})

test('an address that requests many snapshots does not make others wait, and some of its requests fail', async () => {
  const owners = Array.from({ length: 151 }, (_, index) => address(`owner ${index}`))
  const snapshots = await startSnapshots(owners)
  const finished: string[] = []
  const bodies = owners.map((one, index) => {
    const client = index === 150 ? 'polite' : 'greedy'
    return snapshots
      .ofOwner(one, true)
      ?.body('identity', client)
      .then(() => void finished.push(client))
  })
  const results = await Promise.allSettled(bodies)
  const failures = results.filter(({ status }) => status === 'rejected')
  expect(failures).toHaveLength(50)
  expect(failures[0]).toMatchObject({ reason: { kind: 'rateLimited' } })
  expect(finished.indexOf('polite')).toBeLessThan(5)
})

test('clients that were offline for a similar time share a response', async () => {
  expect([1, 8, 9, 15].map(age => sharedHeight(1_000 - age, 1_000))).toEqual([999, 992, 991, 985])
  const heights = Array.from({ length: 10_000 }, (_, index) => index + 1)
  const shared = heights.map(height => sharedHeight(height, 10_000))
  expect(shared.every((height, index) => height <= (heights[index] as number))).toBe(true)
  expect(new Set(shared).size).toBeLessThan(120)
  // At most an eighth of the time since the requested height is sent a second time.
  expect(
    heights.every((height, index) => height - (shared[index] as number) <= Math.max(0, (10_000 - height) / 8)),
  ).toBe(true)
})

test('after any changes, updated collections equal those of the node', async () => {
  const { lcd, url, fetch, page, node } = await startLive(createNode(30))
  const change = fc.oneof(
    fc.record({ update: fc.integer({ min: 1, max: 30 }), label: fc.string({ unit: 'grapheme', maxLength: 20 }) }),
    fc.record({ run: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ add: fc.constantFrom(owner, other) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 5 }), fc.boolean(), async (changes, isNew) => {
      for (const one of changes) {
        if ('update' in one) lcd.updateFlow(one.update, { label: one.label })
        else if ('run' in one) lcd.execute(one.run)
        else lcd.addFlow({ owner: one.add })
      }
      const reader = isNew ? createPage({ lcd: url, fetch }) : page
      if (isNew) await reader.client.params()
      for (const args of [{}, { owner }]) {
        const { flows } = await reader.load(args)
        expect(flows).toEqual((await node.load(args)).flows)
      }
    }),
    { numRuns: 30 },
  )
})

test('a mirror that connects through the gateway is complete and receives changes', async () => {
  const { lcd, url, fetch, WebSocket, read } = await startLive(createNode(500))
  await read()
  lcd.advance(60_000)
  const client = createFlowClient({ lcd: url, rpc: url, fetch, WebSocket })
  const mirror = mirrorFlows(client)
  onTestFinished(mirror.close)
  await until(mirror.ready)
  await until(() => expect(mirror.status).toMatchObject({ live: 'connected', error: null }))
  lcd.updateFlow(1, { label: 'changed' })
  await until(() => mirror.flows.get('1')?.label === 'changed')
  expect([await until(mirror.settled(10_000)), mirror.flows.size, mirror.status.error]).toEqual([true, 500, null])
})
