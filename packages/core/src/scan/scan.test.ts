import { getEventListeners } from 'node:events'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { network } from '../../test/client.js'
import { recordedBodies } from '../../test/recordings.js'
import { runs } from '../../test/runs.js'
import { createFlowClient, type FlowClient } from '../client.js'
import type { ScanProgress } from './readahead.js'
import { type ScanFlowsOptions, scanFlowHistory, scanFlows, scanFlowsForOwner } from './scan.js'

const owners = [address('an owner'), address('another')]

function lcdOf(flows: number): Lcd {
  return createLcd({
    flows: Array.from({ length: flows }, (_, index) => ({ owner: owners[index % 3 ? 0 : 1] as string })),
  })
}

function clientOf(lcd: Lcd, fetch = lcd.fetch): FlowClient {
  return createFlowClient({ lcd: lcd.url, fetch, timeout: 300_000 })
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const idsOf = async (flows: AsyncIterable<{ id: string }>) => (await all(flows)).map(({ id }) => Number(id))

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)

/** A fetch that delays each request until it is released, and records the waiting requests. */
function gated(fetch: typeof globalThis.fetch) {
  const waiting: { path: string; release: () => void }[] = []
  let most = 0
  let aborted = 0
  const gatedFetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    await new Promise<void>((resolve, reject) => {
      const entry = { path: url.search, release: () => {} }
      const remove = () => waiting.splice(waiting.indexOf(entry), 1)
      entry.release = () => {
        remove()
        resolve()
      }
      waiting.push(entry)
      most = Math.max(most, waiting.length)
      init?.signal?.addEventListener('abort', () => {
        if (!waiting.includes(entry)) return
        remove()
        aborted++
        reject(init.signal?.reason)
      })
    })
    return fetch(input, init)
  }
  return {
    fetch: gatedFetch,
    waiting,
    most: () => most,
    aborted: () => aborted,
    /** Releases all requests, including those that follow, until there are no more. */
    async releaseAll() {
      for (await idle(); waiting.length; await idle()) for (const { release } of [...waiting]) release()
    },
  }
}

/** Waits until all work that doesn't need a response is done. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve))
}

const tooLarge = {
  status: 429,
  body: { code: 8, message: 'grpc: received message larger than max (2 vs. 1)', details: [] },
}
const limitOf = (path: string) => Number(new URL(path, 'http://node').searchParams.get('pagination.limit'))

describe('the items', () => {
  test.each<[string, number, ScanFlowsOptions, number[]]>([
    ['all flows', 250, {}, range(1, 250)],
    ['no flows', 0, {}, []],
    ['one flow', 1, {}, [1]],
    ['exactly one page', 100, {}, range(1, 100)],
    ['pages with one flow', 9, { pageSize: 1 }, range(1, 9)],
    ['one page at a time', 250, { concurrency: 1, pageSize: 30 }, range(1, 250)],
    ['a higher concurrency than the number of pages', 250, { concurrency: 50, pageSize: 30 }, range(1, 250)],
    ['from', 250, { from: 120, pageSize: 30 }, range(120, 250)],
    ['to', 250, { to: '120', pageSize: 30 }, range(1, 120)],
    ['from and to', 250, { from: 99n, to: 101 }, [99, 100, 101]],
    ['a single id', 250, { from: 99, to: 99 }, [99]],
    ['from 0', 10, { from: 0, to: 3 }, [1, 2, 3]],
    ['to greater than the newest id', 250, { from: 240, to: 1_000_000, pageSize: 3 }, range(240, 250)],
    ['from greater than the newest id', 250, { from: 251 }, []],
    ['from greater than to', 250, { from: 3, to: 2 }, []],
    ['up to the largest id', 5, { from: 2, to: 2n ** 64n - 1n, pageSize: 2 }, range(2, 5)],
  ])('scanFlows: %s', async (_, flows, options, expected) => {
    expect(await idsOf(scanFlows(clientOf(lcdOf(flows)), options))).toEqual(expected)
  })

  test.each([
    ['from', { from: 'abc' }],
    ['to', { to: -1 }],
    ['pageSize', { pageSize: 0 }],
    ['concurrency', { concurrency: 1.5 }],
  ])('scanFlows: an invalid %s throws an error before the first request', (name, options) => {
    const lcd = lcdOf(3)
    expect(() => scanFlows(clientOf(lcd), options)).toThrow(expect.objectContaining({ kind: 'argument' }))
    expect(() => scanFlows(clientOf(lcd), options)).toThrow(`\`${name}\` must be`)
    expect(lcd.requests).toEqual([])
  })

  test('scanFlows: a range that fits on one page takes one request', async () => {
    const lcd = lcdOf(250)
    await idsOf(scanFlows(clientOf(lcd), { from: 20, to: 110 }))
    expect(lcd.requests).toHaveLength(1)
  })

  test('scanFlows: flows that are created during a scan are not included', async () => {
    const lcd = lcdOf(250)
    const ids: number[] = []
    for await (const { id } of scanFlows(clientOf(lcd), { pageSize: 20, concurrency: 3 })) {
      ids.push(Number(id))
      lcd.addFlow()
    }
    expect(ids).toEqual(range(1, 250))
    expect(await idsOf(scanFlows(clientOf(lcd), { from: 251 }))).toEqual(range(251, 500))
  })

  test.each([1, 7, 100])('scanFlowsForOwner: all flows of an owner, with %i per page', async pageSize => {
    const client = clientOf(lcdOf(100))
    const [owner = '', other = ''] = owners
    expect(await idsOf(scanFlowsForOwner(client, { owner, pageSize }))).toEqual(
      range(1, 100).filter(id => (id - 1) % 3),
    )
    expect(await idsOf(scanFlowsForOwner(client, { owner: other, pageSize }))).toEqual(
      range(1, 100).filter(id => !((id - 1) % 3)),
    )
    expect(await idsOf(scanFlowsForOwner(client, { owner: address('unknown'), pageSize }))).toEqual([])
  })

  test('scanFlowsForOwner: flows that are created during a scan are not included', async () => {
    const lcd = lcdOf(90)
    const [owner = ''] = owners
    const ids: number[] = []
    for await (const { id } of scanFlowsForOwner(clientOf(lcd), { owner, pageSize: 4, concurrency: 2 })) {
      ids.push(Number(id))
      lcd.addFlow({ owner })
    }
    expect(ids).toEqual(range(1, 90).filter(id => (id - 1) % 3))
  })

  test.each([1, 7, 100, 1000])('scanFlowHistory: all executions, oldest first, with %i per page', async pageSize => {
    const errors = range(1, 240).map(String)
    const lcd = createLcd({ flows: [{}], history: { 1: errors.map(error => ({ errors: [error] })) } })
    const entries = await all(scanFlowHistory(clientOf(lcd), { id: '01', pageSize }))
    expect(entries.flatMap(entry => entry.errors)).toEqual(errors)
    expect(await all(scanFlowHistory(clientOf(lcd), { id: 2 }))).toEqual([])
  })
})

describe('requests', () => {
  test('the first page and the newest id are requested in parallel, and the first flow is yielded when the page arrives', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const flows = scanFlows(clientOf(lcd, gate.fetch))[Symbol.asyncIterator]()
    const first = flows.next()
    await idle()
    expect(gate.waiting.map(({ path }) => path)).toEqual([
      '?pagination.limit=100',
      '?pagination.limit=1&pagination.reverse=true',
    ])
    gate.waiting[0]?.release()
    expect(await first).toMatchObject({ value: { id: '1' } })
    await flows.return?.()
  })

  test.each([1, 2, 5])('up to %i requests run in parallel', async concurrency => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const ids = idsOf(scanFlows(clientOf(lcd, gate.fetch), { pageSize: 10, concurrency }))
    await gate.releaseAll()
    expect(await ids).toEqual(range(1, 250))
    expect(gate.most()).toBe(concurrency)
  })

  test('no more pages are requested if the loop pauses', async () => {
    const lcd = lcdOf(250)
    const flows = scanFlows(clientOf(lcd), { pageSize: 10, concurrency: 4 })[Symbol.asyncIterator]()
    for (let count = 0; count < 25; count++) await flows.next()
    await idle()
    // Two pages that were consumed, four pages in memory, and the newest ID.
    expect(lcd.requests).toHaveLength(7)
    for (let count = 0; count < 5; count++) await flows.next()
    await idle()
    expect(lcd.requests).toHaveLength(7)
    await flows.next()
    await idle()
    expect(lcd.requests).toHaveLength(8)
    await flows.return?.()
  })

  test('the page size is halved for the rest of the scan when a response is too large', async () => {
    const lcd = lcdOf(250)
    lcd.fail({ path: path => limitOf(path) > 30, ...tooLarge })
    expect(await idsOf(scanFlows(clientOf(lcd), { concurrency: 2 }))).toEqual(range(1, 250))
    expect(lcd.requests.map(({ target }) => limitOf(target)).filter(limit => limit > 30)).toEqual([100, 50])
  })

  test('a single flow that is too large throws an error', async () => {
    const lcd = lcdOf(25)
    lcd.fail({ path: path => !path.includes('reverse'), ...tooLarge })
    await expect(idsOf(scanFlows(clientOf(lcd)))).rejects.toMatchObject({ kind: 'tooLarge' })
  })

  test('all requests have the height', async () => {
    const lcd = lcdOf(250)
    // On a slow machine, the chain creates blocks during the test.
    const { height } = lcd
    await idsOf(scanFlows(clientOf(lcd), { height }))
    const sent = lcd.requests.map(({ headers }) => headers['x-cosmos-block-height'])
    expect(sent).toEqual(lcd.requests.map(() => String(height)))
  })

  test('the progress is reported after each page', async () => {
    const reported: ScanProgress[] = []
    await idsOf(scanFlows(clientOf(lcdOf(250)), { from: 11, onProgress: progress => reported.push(progress) }))
    expect(reported.map(({ loaded, total }) => [loaded, total])).toEqual([
      [100, 240],
      [200, 240],
      [240, 240],
    ])
    for (const { rate } of reported) expect(rate).toBeGreaterThan(0)
  })
})

describe('a node with a different cursor format', () => {
  /** Changes the format of all cursors. A cursor in the usual format starts at a wrong position. */
  const foreign =
    (lcd: Lcd): typeof fetch =>
    async (input, init) => {
      const url = new URL(String(input))
      const key = url.searchParams.get('pagination.key')
      if (key) url.searchParams.delete('pagination.key')
      if (key?.startsWith('of-')) url.searchParams.set('pagination.key', key.slice(3))
      else if (key) url.searchParams.set('pagination.offset', '200')
      const body = (await (await lcd.fetch(url, init)).text()).replace(/"next_key":"/, '"next_key":"of-')
      return new Response(body)
    }

  test.each<[string, ScanFlowsOptions, number[]]>([
    ['all flows', {}, range(1, 250)],
    ['one page at a time', { concurrency: 1, pageSize: 30 }, range(1, 250)],
    ['from', { from: 120, pageSize: 30 }, range(120, 250)],
    ['from and to', { from: 99, to: 131, pageSize: 30 }, range(99, 131)],
  ])('scanFlows: %s', async (_, options, expected) => {
    const lcd = lcdOf(250)
    expect(await idsOf(scanFlows(clientOf(lcd, foreign(lcd)), options))).toEqual(expected)
  })
})

describe('a scan that ends early', () => {
  test('an abort rejects immediately with its reason and aborts all requests', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const controller = new AbortController()
    const ids = idsOf(scanFlows(clientOf(lcd, gate.fetch), { signal: controller.signal }))
    await idle()
    controller.abort('enough')
    await expect(ids).rejects.toBe('enough')
    expect(gate.waiting).toEqual([])
    expect(gate.aborted()).toBe(2)
  })

  test('an abort stops a scan in the middle of a page', async () => {
    const controller = new AbortController()
    const ids: string[] = []
    const reading = async () => {
      for await (const { id } of scanFlows(clientOf(lcdOf(250)), { signal: controller.signal })) {
        ids.push(id)
        if (ids.length === 5) controller.abort('enough')
      }
    }
    await expect(reading()).rejects.toBe('enough')
    expect(ids).toHaveLength(5)
  })

  test('a scan sends no request if the signal is already aborted', async () => {
    const lcd = lcdOf(250)
    await expect(idsOf(scanFlows(clientOf(lcd), { signal: AbortSignal.abort('no') }))).rejects.toBe('no')
    expect(lcd.requests).toEqual([])
  })

  /** A node that returns the same response for each request, and counts the requests. */
  function samePage(page: object) {
    let requests = 0
    const fetch = async () => {
      requests++
      return Response.json(page)
    }
    return { client: createFlowClient({ lcd: 'https://lcd.test', fetch }), requests: () => requests }
  }

  const { flow, entry } = recordedBodies()
  const aFlow = (id: string) => ({ ...flow, id, owner: owners[0] })

  const pageOf = (rows: object, cursor: string) => ({ ...rows, pagination: { next_key: cursor } })

  test.each([
    ['an empty page of flows with a cursor', pageOf({ flows: [] }, 'AAAAAAAAAAE=')],
    ['the same page of flows repeatedly', pageOf({ flows: [aFlow('1'), aFlow('2')] }, 'AAAAAAAAAAM=')],
    ['a page of flows whose cursor leads to the same page', pageOf({ flows: [aFlow('1')] }, 'AAAAAAAAAAE=')],
    ['a repeated cursor of flows in a different format', pageOf({ flows: [aFlow('1')] }, 'eA==')],
    ['an empty page of a history with a cursor', pageOf({ history: [] }, 'AAAAAAAAAAE=')],
    ['the same page of a history repeatedly', pageOf({ history: [entry, entry] }, 'AAAAAAAAAAM=')],
    ['a repeated cursor of a history in a different format', pageOf({ history: [entry] }, 'eA==')],
  ])('a scan throws an error with kind `node` for %s', async (_, page) => {
    for (const options of [{}, { concurrency: 1 }, { pageSize: 1 }]) {
      const { client, requests } = samePage(page)
      const items = 'flows' in page ? scanFlows(client, options) : scanFlowHistory(client, { id: 1, ...options })
      await expect(all<unknown>(items)).rejects.toMatchObject({ kind: 'node' })
      expect(requests()).toBeLessThan(20)
    }
  })

  /** A node that returns the same rows with a new cursor for each request. */
  function sameRows(rows: object, cursorOf: (page: number) => string) {
    let requests = 0
    const fetch = async (input: unknown) => {
      requests++
      const isNewest = String(input).includes('reverse=true')
      const next = isNewest ? 'AAAAAAAAAAA=' : cursorOf(requests)
      return Response.json({ ...rows, pagination: { next_key: next, total: '1000000000' } })
    }
    return { client: createFlowClient({ lcd: 'https://lcd.test', fetch }), requests: () => requests }
  }

  const foreignCursor = (page: number) => btoa(`page ${page}`)
  const denseCursor = (page: number) => {
    const id = 1 + 2 * page
    return btoa(`\0\0\0\0\0\0${String.fromCharCode(id >> 8, id & 0xff)}`)
  }
  const owner = owners[0] ?? ''
  const entries = { history: [entry, { ...entry, errors: ['no'] }] }

  test.each<[string, object, (client: FlowClient) => AsyncIterable<unknown>]>([
    ['scanFlows', { flows: [aFlow('1'), aFlow('2')] }, client => scanFlows(client)],
    ['scanFlowsForOwner', { flows: [aFlow('1'), aFlow('2')] }, client => scanFlowsForOwner(client, { owner })],
    ['scanFlowHistory', entries, client => scanFlowHistory(client, { id: 1 })],
  ])('%s throws an error if rows repeat with new cursors', async (_, rows, scan) => {
    for (const cursor of [foreignCursor, denseCursor]) {
      const { client, requests } = sameRows(rows, cursor)
      await expect(all(scan(client))).rejects.toMatchObject({ kind: 'node' })
      // If the node returns short pages, a page that is read ahead requires several requests.
      expect(requests()).toBeLessThan(1_000)
    }
  })

  test('scanFlowsForOwner yields a flow only once if the node returns it twice', async () => {
    const rows = { flows: [aFlow('1'), aFlow('2'), aFlow('2'), aFlow('1'), aFlow('3')] }
    const fetch = async () => Response.json({ ...rows, pagination: { next_key: null, total: '5' } })
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch })
    expect(await idsOf(scanFlowsForOwner(client, { owner }))).toEqual([1, 2, 3])
  })

  test('a high concurrency causes no warning in Node, and no listener stays on the signal', async () => {
    const warned = vi.spyOn(process, 'emitWarning')
    const { signal } = new AbortController()
    await idsOf(scanFlows(clientOf(lcdOf(250)), { pageSize: 5, concurrency: 40, signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('leaving the loop aborts all requests without unhandled rejections', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const reading = (async () => {
      for await (const { id } of scanFlows(clientOf(lcd, gate.fetch), { pageSize: 10 })) if (id === '10') break
    })()
    await idle()
    for (const { release } of [...gate.waiting]) release()
    await reading
    await idle()
    expect(gate.waiting).toEqual([])
    expect(gate.aborted()).toBe(7)
  })

  test.each([
    ['all flows before a failed page', 'AAAAAAAAAHk', 40, 120],
    ['the first page even if the request for the newest id fails', 'reverse', 100, 100],
  ])('a scan yields %s, and then throws the error', async (_, path, pageSize, last) => {
    const lcd = lcdOf(250)
    lcd.fail({ path, status: 400, body: { code: 3, message: 'broken', details: [] } })
    const ids: number[] = []
    const reading = async () => {
      for await (const { id } of scanFlows(clientOf(lcd), { pageSize })) ids.push(Number(id))
    }
    await expect(reading()).rejects.toMatchObject({ kind: 'argument' })
    expect(ids).toEqual(range(1, last))
  })

  /** Scans two nodes. The first one fails in the middle, and the second one has the given number of flows. */
  async function idsAfterFailover(newest: number) {
    const [dying, other] = [lcdOf(250), lcdOf(newest)]
    const fetch = network({ 'https://dying.test': dying.fetch, 'https://other.test': other.fetch })
    const lcd = ['https://dying.test', 'https://other.test']
    const client = createFlowClient({ lcd, chainId: 'intento-1', fetch, retries: 0, timeout: 300_000 })
    const ids: number[] = []
    for await (const { id } of scanFlows(client, { pageSize: 10, concurrency: 3 })) {
      ids.push(Number(id))
      if (id === '90') dying.fail({ refuse: true })
    }
    expect(other.requests.length).toBeGreaterThan(10)
    return ids
  }

  test('a failover in the middle of a scan neither skips nor repeats flows', async () => {
    expect(await idsAfterFailover(250)).toEqual(range(1, 250))
  })

  test.each([200, 205, 249])('a failover to a node that only has %i of 250 flows throws an error', async newest => {
    await expect(idsAfterFailover(newest)).rejects.toThrow(`The items ${newest + 1} to 250 are missing`)
  })
})

test('any scan yields all ids in order and without duplicates, despite failures and new flows', async () => {
  const fault = fc.constantFrom({ status: 503 }, { cut: true }, { refuse: true }, { slow: 2 }, tooLarge)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        flows: fc.nat(120),
        pageSize: fc.integer({ min: 1, max: 40 }),
        concurrency: fc.integer({ min: 1, max: 10 }),
        from: fc.option(fc.nat(130), { nil: undefined }),
        to: fc.option(fc.nat(130), { nil: undefined }),
        created: fc.array(fc.nat(120), { maxLength: 5 }),
        faults: fc.array(fc.tuple(fc.nat(120), fault), { maxLength: 4 }),
        limit: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      }),
      async ({ flows, pageSize, concurrency, from, to, created, faults, limit = 1000 }) => {
        const lcd = lcdOf(flows)
        lcd.fail({ path: path => limitOf(path) > limit, ...tooLarge })
        // A response with a single flow is never too large, because a scan can't request less.
        const occur = (at: number) => {
          for (const [when, failure] of faults)
            if (when === at) lcd.fail({ path: path => failure !== tooLarge || limitOf(path) > 1, times: 1, ...failure })
        }
        const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 5, timeout: 300_000 })
        const ids: number[] = []
        occur(0)
        const scan = async () => {
          for await (const { id } of scanFlows(client, { pageSize, concurrency, from, to })) {
            ids.push(Number(id))
            occur(ids.length)
            if (created.includes(ids.length)) lcd.addFlow()
          }
        }
        await until(scan())
        // New flows may be included if the first page is also the last.
        const last = Math.max(Math.min(to ?? flows, flows), ids.at(-1) ?? 0)
        expect(ids).toEqual(range(from || 1, last))
      },
    ),
    { numRuns: runs(12) },
  )
})
