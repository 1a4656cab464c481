import { getEventListeners } from 'node:events'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createFlowClient, type FlowClient } from './client.js'
import type { ScanProgress } from './scan/readahead.js'
import { type ScanFlowsOptions, scanFlowHistory, scanFlows, scanFlowsForOwner } from './scan.js'

const owners = [address('an owner'), address('another')]

function lcdOf(flows: number): Lcd {
  return createLcd({
    flows: Array.from({ length: flows }, (_, index) => ({ owner: owners[index % 3 ? 0 : 1] as string })),
  })
}

function clientOf(lcd: Lcd, fetch = lcd.fetch): FlowClient {
  return createFlowClient({ lcd: lcd.url, fetch })
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) taken.push(item)
  return taken
}

const idsOf = async (flows: AsyncIterable<{ id: string }>) => (await all(flows)).map(({ id }) => Number(id))

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)

/** A fetch that holds every request until it is let go, and knows those under way. */
function gated(fetch: typeof globalThis.fetch) {
  const held: { path: string; release: () => void }[] = []
  let most = 0
  let aborted = 0
  const gatedFetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    await new Promise<void>((resolve, reject) => {
      const entry = { path: url.search, release: () => {} }
      const leave = () => held.splice(held.indexOf(entry), 1)
      entry.release = () => {
        leave()
        resolve()
      }
      held.push(entry)
      most = Math.max(most, held.length)
      init?.signal?.addEventListener('abort', () => {
        if (!held.includes(entry)) return
        leave()
        aborted++
        reject(init.signal?.reason)
      })
    })
    return fetch(input, init)
  }
  return {
    fetch: gatedFetch,
    held,
    most: () => most,
    aborted: () => aborted,
    /** Lets go of what is there now, and of what that leads to, until nothing more is asked for. */
    async flow() {
      for (await settled(); held.length; await settled()) for (const { release } of [...held]) release()
    },
  }
}

/** Once everything is done that waits for no request. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve))
}

const tooLarge = {
  status: 429,
  body: { code: 8, message: 'grpc: received message larger than max (2 vs. 1)', details: [] },
}
const limitOf = (path: string) => Number(new URL(path, 'http://node').searchParams.get('pagination.limit'))

describe('what is read', () => {
  test.each<[string, number, ScanFlowsOptions, number[]]>([
    ['all', 250, {}, range(1, 250)],
    ['none', 0, {}, []],
    ['one', 1, {}, [1]],
    ['exactly one page', 100, {}, range(1, 100)],
    ['pages of one', 9, { pageSize: 1 }, range(1, 9)],
    ['one page at a time', 250, { concurrency: 1, pageSize: 30 }, range(1, 250)],
    ['more at a time than there are', 250, { concurrency: 50, pageSize: 30 }, range(1, 250)],
    ['from', 250, { from: 120, pageSize: 30 }, range(120, 250)],
    ['to', 250, { to: '120', pageSize: 30 }, range(1, 120)],
    ['from and to', 250, { from: 99n, to: 101 }, [99, 100, 101]],
    ['a single id', 250, { from: 99, to: 99 }, [99]],
    ['from 0', 10, { from: 0, to: 3 }, [1, 2, 3]],
    ['to beyond the end', 250, { from: 240, to: 1_000_000, pageSize: 3 }, range(240, 250)],
    ['from beyond the end', 250, { from: 251 }, []],
    ['from after to', 250, { from: 3, to: 2 }, []],
    ['up to the largest id', 5, { from: 2, to: 2n ** 64n - 1n, pageSize: 2 }, range(2, 5)],
  ])('scanFlows: %s', async (_, flows, options, expected) => {
    expect(await idsOf(scanFlows(clientOf(lcdOf(flows)), options))).toEqual(expected)
  })

  test.each([
    ['from', { from: 'abc' }],
    ['to', { to: -1 }],
    ['pageSize', { pageSize: 0 }],
    ['concurrency', { concurrency: 1.5 }],
  ])('scanFlows: a bad %s is refused before a request', (name, options) => {
    const lcd = lcdOf(3)
    expect(() => scanFlows(clientOf(lcd), options)).toThrow(expect.objectContaining({ kind: 'argument' }))
    expect(() => scanFlows(clientOf(lcd), options)).toThrow(`\`${name}\` is`)
    expect(lcd.requests).toEqual([])
  })

  test('scanFlows: a range of one page takes one request', async () => {
    const lcd = lcdOf(250)
    await idsOf(scanFlows(clientOf(lcd), { from: 20, to: 110 }))
    expect(lcd.requests).toHaveLength(1)
  })

  test('scanFlows: what is created meanwhile is left to the next scan', async () => {
    const lcd = lcdOf(250)
    const ids: number[] = []
    for await (const { id } of scanFlows(clientOf(lcd), { pageSize: 20, concurrency: 3 })) {
      ids.push(Number(id))
      lcd.addFlow()
    }
    expect(ids).toEqual(range(1, 250))
    expect(await idsOf(scanFlows(clientOf(lcd), { from: 251 }))).toEqual(range(251, 500))
  })

  test.each([1, 7, 100])('scanFlowsForOwner: theirs, %i at once', async pageSize => {
    const client = clientOf(lcdOf(100))
    const [owner = '', other = ''] = owners
    expect(await idsOf(scanFlowsForOwner(client, { owner, pageSize }))).toEqual(
      range(1, 100).filter(id => (id - 1) % 3),
    )
    expect(await idsOf(scanFlowsForOwner(client, { owner: other, pageSize }))).toEqual(
      range(1, 100).filter(id => !((id - 1) % 3)),
    )
    expect(await idsOf(scanFlowsForOwner(client, { owner: address('nobody'), pageSize }))).toEqual([])
  })

  test('scanFlowsForOwner: what is created meanwhile is left to the next scan', async () => {
    const lcd = lcdOf(90)
    const [owner = ''] = owners
    const ids: number[] = []
    for await (const { id } of scanFlowsForOwner(clientOf(lcd), { owner, pageSize: 4, concurrency: 2 })) {
      ids.push(Number(id))
      lcd.addFlow({ owner })
    }
    expect(ids).toEqual(range(1, 90).filter(id => (id - 1) % 3))
  })

  test.each([1, 7, 100, 1000])('scanFlowHistory: all, oldest first, %i at once', async pageSize => {
    const errors = range(1, 240).map(String)
    const lcd = createLcd({ flows: [{}], history: { 1: errors.map(error => ({ errors: [error] })) } })
    const entries = await all(scanFlowHistory(clientOf(lcd), { id: '01', pageSize }))
    expect(entries.flatMap(entry => entry.errors)).toEqual(errors)
    expect(await all(scanFlowHistory(clientOf(lcd), { id: 2 }))).toEqual([])
  })
})

describe('how it is read', () => {
  test('the first page and the newest id are asked for together, and the first flow needs nothing else', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const flows = scanFlows(clientOf(lcd, gate.fetch))[Symbol.asyncIterator]()
    const first = flows.next()
    await settled()
    expect(gate.held.map(({ path }) => path)).toEqual([
      '?pagination.limit=100',
      '?pagination.limit=1&pagination.reverse=true',
    ])
    gate.held[0]?.release()
    expect(await first).toMatchObject({ value: { id: '1' } })
    await flows.return?.()
  })

  test.each([1, 2, 5])('never more than %i pages under way, and as many when there is need', async concurrency => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const ids = idsOf(scanFlows(clientOf(lcd, gate.fetch), { pageSize: 10, concurrency }))
    await gate.flow()
    expect(await ids).toEqual(range(1, 250))
    expect(gate.most()).toBe(concurrency)
  })

  test('a reader that stops taking stops the requests', async () => {
    const lcd = lcdOf(250)
    const flows = scanFlows(clientOf(lcd), { pageSize: 10, concurrency: 4 })[Symbol.asyncIterator]()
    for (let taken = 0; taken < 25; taken++) await flows.next()
    await settled()
    // Two pages are read, four are in memory, and there was the newest id.
    expect(lcd.requests).toHaveLength(7)
    for (let taken = 0; taken < 5; taken++) await flows.next()
    await settled()
    expect(lcd.requests).toHaveLength(7)
    await flows.next()
    await settled()
    expect(lcd.requests).toHaveLength(8)
    await flows.return?.()
  })

  test('an answer that is too large is asked for in halves, and so is the rest', async () => {
    const lcd = lcdOf(250)
    lcd.fail({ path: path => limitOf(path) > 30, ...tooLarge })
    expect(await idsOf(scanFlows(clientOf(lcd), { concurrency: 2 }))).toEqual(range(1, 250))
    expect(lcd.requests.map(({ target }) => limitOf(target)).filter(limit => limit > 30)).toEqual([100, 50])
  })

  test('a flow that is too large by itself is an error', async () => {
    const lcd = lcdOf(25)
    lcd.fail({ path: path => !path.includes('reverse'), ...tooLarge })
    await expect(idsOf(scanFlows(clientOf(lcd)))).rejects.toMatchObject({ kind: 'tooLarge' })
  })

  test('every request asks for the height', async () => {
    const lcd = lcdOf(250)
    await idsOf(scanFlows(clientOf(lcd), { height: lcd.height }))
    expect(lcd.requests.map(({ headers }) => headers['x-cosmos-block-height'])).toEqual(
      lcd.requests.map(() => String(lcd.height)),
    )
  })

  test('progress: after each page, of how many', async () => {
    const told: ScanProgress[] = []
    await idsOf(scanFlows(clientOf(lcdOf(250)), { from: 11, onProgress: progress => told.push(progress) }))
    expect(told.map(({ done, of }) => [done, of])).toEqual([
      [100, 240],
      [200, 240],
      [240, 240],
    ])
    for (const { rate } of told) expect(rate).toBeGreaterThan(0)
  })
})

describe('a node with cursors of another form', () => {
  /** Rewrites its cursors; one that is not its own starts anywhere. */
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
    ['all', {}, range(1, 250)],
    ['one at a time', { concurrency: 1, pageSize: 30 }, range(1, 250)],
    ['from', { from: 120, pageSize: 30 }, range(120, 250)],
    ['from and to', { from: 99, to: 131, pageSize: 30 }, range(99, 131)],
  ])('scanFlows: %s', async (_, options, expected) => {
    const lcd = lcdOf(250)
    expect(await idsOf(scanFlows(clientOf(lcd, foreign(lcd)), options))).toEqual(expected)
  })

  test('a page is read ahead while the reader works', async () => {
    const lcd = lcdOf(250)
    const flows = scanFlows(clientOf(lcd, foreign(lcd)), { concurrency: 2 })[Symbol.asyncIterator]()
    await flows.next()
    await settled()
    expect(lcd.requests.filter(({ target }) => !target.includes('reverse'))).toHaveLength(2)
    await flows.return?.()
  })
})

describe('when it ends early', () => {
  test('abort: rejects at once with the reason, and ends every request', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const controller = new AbortController()
    const ids = idsOf(scanFlows(clientOf(lcd, gate.fetch), { signal: controller.signal }))
    await settled()
    controller.abort('enough')
    await expect(ids).rejects.toBe('enough')
    expect(gate.held).toEqual([])
    expect(gate.aborted()).toBe(2)
  })

  test('abort: within a page that is there, too', async () => {
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

  test('an aborted signal sends nothing', async () => {
    const lcd = lcdOf(250)
    await expect(idsOf(scanFlows(clientOf(lcd), { signal: AbortSignal.abort('no') }))).rejects.toBe('no')
    expect(lcd.requests).toEqual([])
  })

  /** A node that answers every request alike, and counts them. */
  function stubborn(page: object) {
    let requests = 0
    const fetch = async () => {
      requests++
      return Response.json(page)
    }
    return { client: createFlowClient({ lcd: 'https://lcd.test', fetch }), requests: () => requests }
  }

  const aFlow = (id: string) => ({ id, owner: owners[0] })

  test.each([
    ['an empty page that has a cursor', { flows: [], pagination: { next_key: 'AAAAAAAAAAE=' } }],
    ['the same page for ever', { flows: [aFlow('1'), aFlow('2')], pagination: { next_key: 'AAAAAAAAAAM=' } }],
    ['a page that leads to itself', { flows: [aFlow('1')], pagination: { next_key: 'AAAAAAAAAAE=' } }],
    ['a cursor of another form, again and again', { flows: [aFlow('1')], pagination: { next_key: 'eA==' } }],
  ])('%s: a node error after a few requests', async (_, page) => {
    for (const options of [{}, { concurrency: 1 }, { pageSize: 1 }]) {
      const { client, requests } = stubborn(page)
      await expect(idsOf(scanFlows(client, options))).rejects.toMatchObject({ kind: 'node' })
      expect(requests()).toBeLessThan(20)
    }
  })

  test.each([
    ['an empty page that has a cursor', { history: [], pagination: { next_key: 'AAAAAAAAAAE=' } }],
    ['the same page for ever', { history: [{}, {}], pagination: { next_key: 'AAAAAAAAAAM=' } }],
    ['a cursor of another form, again and again', { history: [{}], pagination: { next_key: 'eA==' } }],
  ])('scanFlowHistory, %s: a node error after a few requests', async (_, page) => {
    for (const options of [{}, { concurrency: 1 }, { pageSize: 1 }]) {
      const { client, requests } = stubborn(page)
      await expect(all(scanFlowHistory(client, { id: 1, ...options }))).rejects.toMatchObject({ kind: 'node' })
      expect(requests()).toBeLessThan(20)
    }
  })

  test('many pages at a time: no warning of Node, and the signal is let go of in the end', async () => {
    const warned = vi.spyOn(process, 'emitWarning')
    const { signal } = new AbortController()
    await idsOf(scanFlows(clientOf(lcdOf(250)), { pageSize: 5, concurrency: 40, signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('leaving the loop ends every request, and what fails then is nobody’s', async () => {
    const lcd = lcdOf(250)
    const gate = gated(lcd.fetch)
    const left = (async () => {
      for await (const { id } of scanFlows(clientOf(lcd, gate.fetch), { pageSize: 10 })) if (id === '10') break
    })()
    await settled()
    for (const { release } of [...gate.held]) release()
    await left
    await settled()
    expect(gate.held).toEqual([])
    expect(gate.aborted()).toBe(7)
  })

  test('what cannot be mended rejects, after the pages before', async () => {
    const lcd = lcdOf(250)
    lcd.fail({ path: 'AAAAAAAAAHk', status: 400, body: { code: 3, message: 'broken', details: [] } })
    const ids: number[] = []
    const reading = async () => {
      for await (const { id } of scanFlows(clientOf(lcd), { pageSize: 40 })) ids.push(Number(id))
    }
    await expect(reading()).rejects.toMatchObject({ kind: 'argument' })
    expect(ids).toEqual(range(1, 120))
  })

  test('where the newest id cannot be read, the first page still comes', async () => {
    const lcd = lcdOf(250)
    lcd.fail({ path: 'reverse', status: 400, body: { code: 3, message: 'broken', details: [] } })
    const ids: number[] = []
    const reading = async () => {
      for await (const { id } of scanFlows(clientOf(lcd))) ids.push(Number(id))
    }
    await expect(reading()).rejects.toMatchObject({ kind: 'argument' })
    expect(ids).toEqual(range(1, 100))
  })

  test('a node that dies in the middle is replaced, and nothing is lost or doubled', async () => {
    const [dying, other] = [lcdOf(250), lcdOf(250)]
    const fetch: typeof globalThis.fetch = (input, init) =>
      (String(input).startsWith('https://dying.test') ? dying : other).fetch(input, init)
    const client = createFlowClient({
      lcd: ['https://dying.test', 'https://other.test'],
      chainId: 'intento-1',
      fetch,
      retries: 0,
    })
    const ids: number[] = []
    for await (const { id } of scanFlows(client, { pageSize: 10, concurrency: 3 })) {
      ids.push(Number(id))
      if (id === '90') dying.fail({ refuse: true })
    }
    expect(ids).toEqual(range(1, 250))
    expect(other.requests.length).toBeGreaterThan(10)
  })

  test.each([200, 205, 249])('a node that lags behind, at %i, does not cut the list short', async newest => {
    const [dying, behind] = [lcdOf(250), lcdOf(newest)]
    const fetch: typeof globalThis.fetch = (input, init) =>
      (String(input).startsWith('https://dying.test') ? dying : behind).fetch(input, init)
    const client = createFlowClient({
      lcd: ['https://dying.test', 'https://behind.test'],
      chainId: 'intento-1',
      fetch,
      retries: 0,
    })
    const reading = async () => {
      for await (const { id } of scanFlows(client, { pageSize: 10, concurrency: 3 }))
        if (id === '90') dying.fail({ refuse: true })
    }
    await expect(reading()).rejects.toThrow(`The list ends before ${newest + 1}, and went to 250`)
  })
})

test('whatever the page, the range, the faults and what is created meanwhile: the ids, in order, each once', async () => {
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
        // A node's answer to `limit=1` is never too large.
        const occur = (at: number) => {
          for (const [when, failure] of faults)
            if (when === at) lcd.fail({ path: path => failure !== tooLarge || limitOf(path) > 1, times: 1, ...failure })
        }
        const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 5 })
        const ids: number[] = []
        occur(0)
        for await (const { id } of scanFlows(client, { pageSize, concurrency, from, to })) {
          ids.push(Number(id))
          occur(ids.length)
          if (created.includes(ids.length)) lcd.addFlow()
        }
        // What was there when it began; and the newest id is met anew where the first page was the last.
        const last = Math.max(Math.min(to ?? flows, flows), ids.at(-1) ?? 0)
        expect(ids).toEqual(range(from || 1, last))
      },
    ),
    { numRuns: 60 },
  )
})
