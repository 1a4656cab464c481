import { createFlowClient, type Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { liveFlows } from '@flow-query/core/live'
import { scanFlows } from '@flow-query/core/scan'
import { flowCollectionQueryOptions, loadAllFlows } from '@flow-query/react/collection'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { shapes } from '../../../../packages/core/test/shape.js'
import { until } from '../../../../tests/setup/until.js'
import { wholeChain } from '../collection/collection'
import { openRecords, type Records } from '../storage/records'
import { decodeRows, encodeRows } from '../storage/rows'
import { type Endpoint, embedded } from './endpoint'
import { type PersistenceOptions, persistFlows } from './persistence'

const url = 'http://node.example'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Stores records in memory, with copies like a database. */
function memory(): Records & { map: Map<string, unknown> } {
  const map = new Map<string, unknown>()
  return {
    map,
    get: async key => structuredClone(map.get(key)),
    getMany: async keys => keys.map(key => structuredClone(map.get(key))),
    keys: async () => [...map.keys()],
    async update(key, changes) {
      const { put, remove } = changes(structuredClone(map.get(key))) ?? { put: [], remove: [] }
      for (const [key, value] of put) map.set(key, structuredClone(value))
      for (const key of remove) map.delete(key)
    },
  }
}

const lcdOf = (flows: number, owner = address('owner')) =>
  createLcd({ flows: Array.from({ length: flows }, (_, index) => ({ owner, label: `Flow ${index + 1}` })) })

/** Replaces a value, and each value inside it, by values of other types. */
function* variants(value: unknown): Generator<unknown> {
  yield* [undefined, null, Number.NaN, -1, 'x', true, [], {}, [null], ['x'], [{}]]
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    for (const broken of variants(part)) {
      if (Array.isArray(value)) yield value.with(Number(name), broken)
      else yield { ...value, [name]: broken }
    }
  }
}

/** Whether all flows have the shape that core's tests define. */
function isFlows(flows: readonly Flow[]): boolean {
  return shapes.flows({ flows, nextKey: null, total: null }, 'stored').length === 0
}

const securityError = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

function failingRequest() {
  const request = {
    error: new DOMException('A mutation operation was attempted.', 'InvalidStateError'),
    onerror: () => {},
  }
  setTimeout(() => request.onerror())
  return request
}

/** Counts the bytes of the node's lists of flows. Returns a function that returns the number since its last call. */
function countBytes(lcd: Lcd): () => number {
  const { fetch } = lcd
  let bytes = 0
  const counting: Lcd['fetch'] = async (...request) => {
    const response = await fetch(...request)
    const { pathname } = new URL(String(request[0]))
    if (pathname.endsWith('/flows')) bytes += (await response.clone().arrayBuffer()).byteLength
    return response
  }
  Object.assign(lcd, { fetch: counting })
  return () => {
    const counted = bytes
    bytes = 0
    return counted
  }
}

/** Opens a page of the explorer, and closes it at the end of the test. */
function open(lcd: Lcd, options: PersistenceOptions, endpoint: Endpoint = { lcd: url, rpc: null }) {
  vi.stubGlobal('fetch', lcd.fetch)
  const client = createFlowClient({
    lcd: endpoint.lcd ?? 'http://demo.invalid',
    rpc: endpoint.rpc ?? undefined,
    fetch: lcd.fetch,
    WebSocket: lcd.WebSocket,
  })
  const cache = new QueryClient()
  persistFlows(cache, client, endpoint, options)
  const query = flowCollectionQueryOptions(client, wholeChain)
  const observer = new QueryObserver<FlowCollection>(cache, query as never)
  const seen: FlowCollection[] = []
  const close = observer.subscribe(({ data }) => {
    if (data && data !== seen.at(-1)) seen.push(data)
  })
  const data = () => observer.getCurrentResult().data as FlowCollection
  const isIdle = () => until(() => expect(observer.getCurrentResult()).toMatchObject({ fetchStatus: 'idle' }))
  return { client, cache, seen, close, data, isIdle, loadAll: () => loadAllFlows(cache, client), query }
}

const headOf = ({ map }: ReturnType<typeof memory>) =>
  [...map].find(([key]) => key.startsWith('flows-'))?.[1] as { saveId: string; parts: string[] } | undefined

/** Loads all flows of a chain, waits until they are stored, and closes the page. */
async function visit(lcd: Lcd, records: ReturnType<typeof memory>, options: PersistenceOptions = {}) {
  const before = headOf(records)?.saveId
  const page = open(lcd, { records, ...options })
  await page.isIdle()
  await page.loadAll()
  await until(() => {
    expect(headOf(records)?.parts).toHaveLength(Math.ceil(page.data().flows.length / 500))
    expect(headOf(records)?.saveId).not.toBe(before)
  })
  page.close()
  return page
}

describe('flows that were stored', () => {
  test('are restored after a reload: the newest first, then all, and then their newest changes', async () => {
    const lcd = lcdOf(5_300)
    const records = memory()
    const before = await visit(lcd, records)
    const storedAt = before.cache.getQueryState(before.query.queryKey)?.dataUpdatedAt
    lcd.addFlow({ label: 'created later' })
    const requests = lcd.requests.length
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.flows).toHaveLength(5_301))
    expect(page.seen[0]).toMatchObject({ flows: before.data().flows.slice(-100), total: 5_300, complete: false })
    expect(page.seen.find(({ complete }) => complete)?.flows).toEqual(before.data().flows)
    await page.isIdle()
    expect(page.data()).toMatchObject({ loaded: 5_301, complete: true, asOf: storedAt })
    expect(page.data()).not.toHaveProperty('isRestoring')
    expect(page.data().flows.at(-1)?.label).toBe('created later')
    // Equal parts of restored flows are one object.
    expect(
      new Set(
        page
          .data()
          .flows.slice(0, 5_200)
          .map(({ configuration }) => configuration),
      ).size,
    ).toBe(1)
    expect(lcd.requests.slice(requests).filter(({ query }) => query === 'flows')).toHaveLength(1)
    page.close()
  })

  test('are in the cache when the promise resolves, although no list has requested them', async () => {
    const lcd = lcdOf(250)
    const records = memory()
    const { data, query } = await visit(lcd, records)
    const cache = new QueryClient()
    const client = createFlowClient({ lcd: url, fetch: lcd.fetch })
    await persistFlows(cache, client, { lcd: url, rpc: null }, { records })
    expect(cache.getQueryData<FlowCollection>(query.queryKey)?.flows).toEqual(data().flows.slice(-100))
    cache.clear()
  })

  test('are reloaded if the chain is small', async () => {
    const lcd = lcdOf(250)
    const records = memory()
    await visit(lcd, records)
    lcd.updateFlow(3, { label: 'changed' })
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.flows[2]?.label).toBe('changed'))
    expect(page.seen.map(({ flows }) => flows.length).slice(0, 2)).toEqual([100, 250])
    await page.isIdle()
    expect(page.data()).not.toHaveProperty('asOf')
    page.close()
  })

  test.each([
    ['before', 0, 100],
    ['after', 100, 0],
  ])('are reloaded once if they are restored %s live updates connect', async (_, storageDelay, connectionDelay) => {
    const lcd = lcdOf(1_000)
    const bytes = countBytes(lcd)
    const records = memory()
    await visit(lcd, records)
    bytes()
    for await (const _ of scanFlows(createFlowClient({ lcd: url, fetch: lcd.fetch })));
    const ofWholeChain = bytes()
    lcd.updateFlow(3, { label: 'changed' })
    lcd.disturb({ delay: connectionDelay })
    const requests = lcd.requests.length
    const slow = async (keys: string[]) => {
      await new Promise(resolve => setTimeout(resolve, storageDelay))
      return records.getMany(keys)
    }
    const page = open(lcd, { records: { ...records, getMany: slow } }, { lcd: url, rpc: url })
    const controller = new AbortController()
    const states: string[] = []
    liveFlows(page.client, page.cache, {
      signal: controller.signal,
      onStatus: ({ state }) => states.push(state),
    })
    await until(() => expect(page.data()?.flows[2]?.label).toBe('changed'))
    await until(() => expect(states).toContain('connected'))
    await vi.advanceTimersByTimeAsync(1_000)
    // Ten pages, and the newest flow, which shows the number of flows.
    expect(lcd.requests.slice(requests).filter(({ query }) => query === 'flows')).toHaveLength(10 + 1)
    expect(bytes()).toBeLessThan(1.1 * ofWholeChain)
    controller.abort()
    page.close()
  })

  test('are restored again after they have left the cache', async () => {
    const lcd = lcdOf(250)
    const records = memory()
    await visit(lcd, records)
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.complete).toBe(true))
    await page.isIdle()
    page.close()
    page.cache.clear()
    lcd.fail({ status: 500, body: '' })
    const observer = new QueryObserver<FlowCollection>(page.cache, page.query as never)
    const close = observer.subscribe(() => {})
    await until(() => expect(observer.getCurrentResult().data?.flows).toHaveLength(250))
    close()
  })

  test('are stored again in part when some of them change', async () => {
    const lcd = lcdOf(5_300)
    const records = memory()
    await visit(lcd, records)
    const first = headOf(records)
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.complete).toBe(true))
    await page.isIdle()
    await until(() => expect(headOf(records)?.saveId).not.toBe(first?.saveId))
    expect(headOf(records)?.parts).toEqual(first?.parts)
    lcd.updateFlow(5_299, { label: 'changed' })
    const second = headOf(records)
    await page.cache.refetchQueries()
    await until(() => expect(headOf(records)?.saveId).not.toBe(second?.saveId))
    expect(headOf(records)?.parts.slice(0, -1)).toEqual(first?.parts.slice(0, -1))
    expect(headOf(records)?.parts.at(-1)).not.toBe(first?.parts.at(-1))
    expect(records.map.size).toBe(1 + 11)
    page.close()
  })

  test('are saved when the page is hidden after a live update', async () => {
    const lcd = lcdOf(250)
    const records = memory()
    let hide = () => {}
    const page = await visit(lcd, records, { onHidden: listener => (hide = listener) })
    const { saveId } = headOf(records) ?? {}
    const collection = page.cache.getQueryData<FlowCollection>(page.query.queryKey) as FlowCollection
    const [first, ...others] = collection.flows as [Flow, ...Flow[]]
    const changed = { ...collection, flows: [{ ...first, label: 'live' }, ...others] }
    page.cache.setQueryData(page.query.queryKey, changed)
    hide()
    await until(() => expect(headOf(records)?.saveId).not.toBe(saveId))
    const again = open(lcd, { records })
    await until(() => expect(again.seen.some(({ flows }) => flows[0]?.label === 'live')).toBe(true))
    again.close()
  })

  test('keep their age if they were loaded only in part', async () => {
    const lcd = lcdOf(11_000)
    const records = memory()
    const page = open(lcd, { records })
    await page.isIdle()
    const broken = { status: 500, body: { code: 2, message: 'codespace sdk code 1: broken', details: [] } }
    // The page that starts with flow 2,001.
    const recover = lcd.fail({ path: path => path.includes('AAAAAAAAB9E'), ...broken })
    await page.loadAll().catch(() => {})
    recover()
    expect(page.data().loaded).toBe(2_000)
    await page.cache.refetchQueries()
    await until(() => expect(headOf(records)?.parts).toHaveLength(5))
    page.close()
    const again = open(lcd, { records })
    await until(() => expect(again.data()?.loaded).toBe(2_000))
    await again.isIdle()
    expect(again.data()).toMatchObject({ total: 11_000, complete: false, asOf: expect.any(Number) })
    expect(again.data().flows).toHaveLength(2_100)
    again.close()
  })
})

describe('flows are loaded from the node if', () => {
  async function expectFresh(lcd: Lcd, records: Records = openRecords(), flows = 250) {
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.complete).toBe(true))
    await page.isIdle()
    expect(page.data().flows.map(({ id }) => Number(id))).toEqual(Array.from({ length: flows }, (_, row) => row + 1))
    expect(page.data().flows).toEqual(lcdFlows(await page.client.flows({ limit: 1_000 })))
    page.close()
    return page
  }
  const lcdFlows = ({ flows }: { flows: Flow[] }) => flows

  test.each([
    ['throws an error', { open: securityError }],
    ['fails', { open: failingRequest }],
    ['never answers', { open: () => ({}) }],
    ['has no databases', {}],
  ])('the browser %s when the database is opened', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
    await expectFresh(lcdOf(250))
  })

  test('the storage fails', async () => {
    const fail = () => Promise.reject(new Error('QuotaExceededError'))
    await expectFresh(lcdOf(250), { get: fail, getMany: fail, keys: fail, update: fail })
  })

  test('the storage never answers', async () => {
    const hang = () => new Promise<never>(() => {})
    await expectFresh(lcdOf(250), { get: hang, getMany: hang, keys: hang, update: hang })
  })

  test.each([
    ['the first record is corrupt', 'flows-', { saveId: '1', parts: 5 }],
    ['the first record is in another format', 'flows-', 'old'],
    [
      'the newest flows are corrupt',
      'flows-',
      { format: 2, saveId: '1', newest: '{', parts: [], updatedAt: Date.now(), collection: {} },
    ],
    ['another record is corrupt', 'part-', '[["id",["1"]],["owner",[]]]'],
    ['another record is not JSON', 'part-', '{'],
    ['another record is not text', 'part-', { flows: [] }],
  ])('%s', async (_, prefix, value) => {
    const records = memory()
    await visit(lcdOf(250), records)
    for (const key of records.map.keys()) if (key.startsWith(prefix)) records.map.set(key, value)
    await expectFresh(lcdOf(250), records)
  })

  test('any value of the first record is invalid', async () => {
    const records = memory()
    const lcd = lcdOf(3)
    await visit(lcd, records)
    const [key, head] = [...records.map].find(([key]) => key.startsWith('flows-')) ?? []
    const before = new Map(records.map)
    for (const broken of variants(head)) {
      records.map.clear()
      for (const record of before) records.map.set(...record)
      records.map.set(`${key}`, broken)
      const page = open(lcd, { records })
      await until(() => expect(page.data()).toMatchObject({ complete: true, loaded: 3, total: 3 }))
      await page.isIdle()
      expect(page.seen.every(({ flows }) => isFlows(flows))).toBe(true)
      page.close()
      page.cache.clear()
    }
  })

  test.each<keyof Records>(['getMany', 'update'])('the storage answers at first, but `%s` never does', async name => {
    const lcd = lcdOf(1_200)
    const records = memory()
    await visit(lcd, records)
    const [key, head] = [...records.map].find(([key]) => key.startsWith('flows-')) ?? []
    // A collection that is too old is removed.
    if (name === 'update') Object.assign(head as object, { updatedAt: 1 })
    records.map.set(`${key}`, head)
    const page = open(lcd, { records: { ...records, [name]: () => new Promise(() => {}) } })
    await until(() => expect(page.data()).toMatchObject({ complete: true, flows: { length: 1_200 } }))
    page.close()
  })

  test('a record is missing, because another tab has replaced it', async () => {
    const records = memory()
    await visit(lcdOf(250), records)
    for (const key of records.map.keys()) if (key.startsWith('part-')) records.map.delete(key)
    await expectFresh(lcdOf(250), records)
  })

  test('the stored flows are too old', async () => {
    const records = memory()
    await visit(lcdOf(250), records)
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000)
    const { seen } = await expectFresh(lcdOf(240), records, 240)
    expect(seen.some(({ flows }) => flows.length === 250)).toBe(false)
  })

  test('the chain was reset', async () => {
    const records = memory()
    await visit(lcdOf(5_300), records)
    const page = open(lcdOf(5_250, address('other')), { records })
    await until(() => expect(page.data()?.total).toBe(5_250))
    await page.isIdle()
    await page.loadAll()
    expect(new Set(page.data().flows.map(({ owner }) => owner))).toEqual(new Set([address('other')]))
    page.close()
  })

  test('the endpoint now has another chain', async () => {
    const records = memory()
    const lcd = lcdOf(5_300)
    await visit(lcd, records)
    lcd.updateFlow(3, { label: 'on another chain' })
    const network = JSON.stringify({ default_node_info: { network: 'intento-2' } })
    const page = open(lcd, { records })
    vi.stubGlobal('fetch', async () => new Response(network))
    await until(() => expect(page.seen.at(-1)).toMatchObject({ loaded: 0, total: 5_300, complete: false }))
    await until(() => expect(page.data()).not.toHaveProperty('isRestoring'))
    await page.isIdle()
    // Only the newest stored flows appear before the chain is known.
    expect(page.seen.some(({ complete }) => complete)).toBe(false)
    await page.loadAll()
    expect(page.data().flows[2]?.label).toBe('on another chain')
    page.close()
  })
})

describe('storage', () => {
  test('two tabs never mix their flows', async () => {
    const lcd = lcdOf(5_300)
    const records = memory()
    await visit(lcd, records)
    const [one, other] = [open(lcd, { records }), open(lcd, { records })]
    for (const tab of [one, other]) await until(() => expect(tab.data()?.complete).toBe(true))
    for (let round = 0; round < 4; round++) {
      const tab = round % 2 ? one : other
      lcd.updateFlow(5_250 + round, { label: `changed ${round}` })
      await tab.cache.refetchQueries()
      await tab.isIdle()
    }
    for (const tab of [one, other]) tab.close()
    // All records of the last save exist, and no others.
    await until(() => {
      const { parts = [] } = headOf(records) ?? {}
      expect([...records.map.keys()].filter(key => key.startsWith('part-')).sort()).toEqual([...parts].sort())
    })
    const page = open(lcd, { records })
    await until(() => expect(page.data()?.complete).toBe(true))
    expect(page.data().flows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 5_300 }, (_, row) => row + 1))
    page.close()
  })

  test('keeps at most three chains, and never the embedded one', async () => {
    const records = memory()
    for (const name of ['a', 'b', 'c', 'd']) {
      const page = open(lcdOf(3), { records }, { lcd: `http://${name}.example`, rpc: null })
      await until(() => expect([...records.map.keys()].some(key => key.includes(`${name}.example`))).toBe(true))
      page.close()
      // The chain that was stored first is the oldest one.
      vi.advanceTimersByTime(1_000)
    }
    await until(() => expect(records.map.size).toBe(6))
    expect([...records.map.keys()].some(key => key.includes('a.example'))).toBe(false)
    const page = open(lcdOf(3), { records }, embedded)
    await page.isIdle()
    expect(page.cache.getQueryDefaults(page.query.queryKey)).toEqual({})
    page.close()
  })

  test('keeps the flows of the chain, but not those of single owners', async () => {
    const records = memory()
    const page = open(lcdOf(3), { records })
    await until(() => expect(headOf(records)?.parts).toHaveLength(1))
    await page.cache.query(flowCollectionQueryOptions(page.client, { owner: address('owner') }) as never)
    const first = headOf(records)?.saveId
    await page.cache.refetchQueries({ queryKey: page.query.queryKey, exact: true })
    // Saves are written one after another.
    await until(() => expect(headOf(records)?.saveId).not.toBe(first))
    expect(records.map.size).toBe(2)
    page.close()
  })

  test('encodes flows without loss, and equal values once', async () => {
    const client = createFlowClient({ lcd: url, fetch: lcdOf(300).fetch })
    const { flows } = await new QueryClient().query(flowCollectionQueryOptions(client))
    const text = encodeRows(flows)
    expect(decodeRows(text, new Map())).toEqual(flows)
    expect(text.split('"saveResponses"')).toHaveLength(2)
    expect(decodeRows(encodeRows([]), new Map())).toEqual([])
  })

  test('never decodes a flow that a node could not have sent', async () => {
    const icqConfig = {
      connectionId: 'connection-0',
      chainId: 'cosmoshub-4',
      timeoutPolicy: 'REJECT_QUERY_RESPONSE' as const,
      timeoutDuration: '50s',
      queryType: 'store/bank/key',
      queryKey: 'AQID',
      response: '',
    }
    const read = { flowId: '0', responseIndex: 0, responseKey: '', valueType: 'coin', differenceMode: false, icqConfig }
    const detailed = {
      msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }],
      updateHistory: ['2026-01-01T00:00:00Z'],
      selfHostedIca: { portId: 'icacontroller-1', connectionId: 'connection-0' },
      trustlessAgent: { agentAddress: address('agent'), feeLimit: [{ denom: 'uinto', amount: '5' }], connectionId: '' },
      conditions: {
        comparisons: [{ ...read, operator: 'EQUAL' as const, operand: '5' }],
        feedbackLoops: [{ ...read, msgsIndex: 0, msgKey: 'Amount' }],
        stopOnSuccessOf: ['2'],
        stopOnFailureOf: [],
        skipOnFailureOf: [],
        skipOnSuccessOf: [],
        useAndForComparisons: true,
      },
    }
    const client = createFlowClient({ lcd: url, fetch: createLcd({ flows: [detailed, {}, {}, {}] }).fetch })
    const { flows } = await until(client.flows())
    expect(flows[0]).toMatchObject(detailed)
    const stored = JSON.parse(encodeRows(flows))
    expect(decodeRows(JSON.stringify(stored), new Map())).toEqual(flows)
    let rejected = 0
    for (const broken of variants(stored)) {
      try {
        expect(isFlows(decodeRows(`${JSON.stringify(broken)}`, new Map()))).toBe(true)
      } catch {
        rejected++
      }
    }
    expect(rejected).toBeGreaterThan(400)
  })
})
