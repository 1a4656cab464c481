import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { mount, QueryClient } from '../../test/cache.js'
import { clientOf } from '../../test/client.js'
import { type FakeGateway, gatewayOf, textOf } from '../../test/gateway.js'
import { collectUncaught } from '../../test/uncaught.js'
import { createFlowClient, type FlowClient, type FlowClientOptions } from '../index.js'
import { liveFlows } from '../live/index.js'
import { mirrorFlows } from '../mirror.js'
import { flowCollectionQueryOptions } from '../query/collection.js'
import type { FlowCollection, FlowCollectionArgs } from './index.js'

const owner = address('owner')
const other = address('other')
const ended = { owner, execTime: '2025-01-01T00:00:00Z', endTime: '2025-01-01T00:00:00Z' }

interface Page {
  lcd: Lcd
  gateway: FakeGateway
  client: FlowClient
  cache: QueryClient
  /** Fetches the collection. */
  load: (args?: FlowCollectionArgs) => Promise<FlowCollection>
  /** Returns the collection of the node, without a gateway. */
  truth: (args?: FlowCollectionArgs) => Promise<FlowCollection>
}

/** A page whose endpoint is a gateway. The client has already detected the gateway, unless `isNew` is set. */
async function page({
  flows = 250,
  isNew = false,
  ...options
}: Partial<FlowClientOptions> & { flows?: number; isNew?: boolean } = {}): Promise<Page> {
  const lcd = createLcd({
    flows: Array.from({ length: flows }, (_, index) => ({ ...ended, owner: index % 5 ? owner : other })),
    clock: createClock('2026-01-01T00:00:00Z').now,
  })
  const gateway = gatewayOf(lcd)
  const client = createFlowClient({ lcd: lcd.url, fetch: gateway.fetch, retries: 0, timeout: 300_000, ...options })
  const cache = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  if (!isNew) await client.flow({ id: 1 })
  return {
    lcd,
    gateway,
    client,
    cache,
    load: args => cache.query({ ...flowCollectionQueryOptions(client, args), staleTime: 0 }),
    truth: args => new QueryClient().query(flowCollectionQueryOptions(clientOf(lcd), args)),
  }
}

const heightOf = ({ height }: FlowCollection) => ({ height, chainId: 'intento-1' })

describe('a collection from a gateway', () => {
  test.each<[string, FlowCollectionArgs]>([
    ['the chain', {}],
    ['an owner', { owner }],
  ])('all flows of %s are loaded with one request, and equal those of the node', async (_, args) => {
    const { load, truth, gateway, lcd } = await page()
    const loaded = await load(args)
    const expected = await truth(args)

    expect(loaded).toEqual({ ...expected, height: lcd.height, chainId: 'intento-1' })
    expect(gateway.requests).toEqual([args.owner ? `?owner=${owner}` : ''])
  })

  test('a mistyped owner is rejected without a request', async () => {
    const { load, client, gateway, lcd } = await page()
    const before = lcd.requests.length
    const mistyped = `${owner.slice(0, -1)}${owner.endsWith('q') ? 'p' : 'q'}`
    await expect(load({ owner: mistyped })).rejects.toMatchObject({ kind: 'argument' })
    expect(() => mirrorFlows(client, { owner: mistyped })).toThrow('`owner` must be a bech32 address')
    expect(gateway.requests).toEqual([])
    expect(lcd.requests).toHaveLength(before)
  })

  test('a refetch loads only the flows that have changed, and all others stay the same objects', async () => {
    const { load, truth, gateway, lcd } = await page()
    const before = await load()
    lcd.updateFlow(7, { label: 'changed' })
    lcd.addFlow({ owner })
    const after = await load()

    expect(gateway.requests.at(-1)).toBe(`?since=${before.height}&chain=intento-1`)
    expect(after).toEqual({ ...(await truth()), height: lcd.height, chainId: 'intento-1' })
    const changed = after.flows.filter((flow, index) => flow !== before.flows[index])
    expect(changed.map(({ id }) => id)).toEqual(['7', '251'])
  })

  test('a refetch without changes keeps the array of flows', async () => {
    const { load, lcd } = await page()
    const before = await load()
    lcd.advance(60_000)
    expect((await load()).flows).toBe(before.flows)
  })

  test('a snapshot that is not current is followed by the changes since then', async () => {
    const { load, truth, gateway, lcd } = await page()
    gateway.compressedAt = lcd.height
    lcd.updateFlow(7, { label: 'changed' })
    const loaded = await load()

    expect(gateway.requests).toEqual(['', `?since=${gateway.compressedAt}&chain=intento-1`])
    expect(loaded.flows).toEqual((await truth()).flows)
  })

  test('a client detects a gateway from the response to the first page', async () => {
    const { load, truth, gateway } = await page({ flows: 1_500, isNew: true })
    const loaded = await load()

    expect(gateway.requests).toEqual([''])
    expect(loaded.flows).toEqual((await truth()).flows)
    expect(loaded.height).toBeGreaterThan(0)
  })

  test('a restored collection is updated through a gateway that the client has not detected yet', async () => {
    const { load, truth, lcd, gateway, client } = await page({ flows: 450 })
    const stored = await load()
    lcd.updateFlow(7, { label: 'changed' })
    lcd.addFlow({ owner })
    const fresh = createFlowClient({ lcd: lcd.url, fetch: gateway.fetch, retries: 0, timeout: 300_000 })
    const cache = new QueryClient()
    const options = flowCollectionQueryOptions(fresh, { autoLoadLimit: 200 })
    expect(options.queryKey).toEqual(flowCollectionQueryOptions(client).queryKey)
    cache.setQueryData(options.queryKey, stored)
    const after = await cache.query({ ...options, staleTime: 0 })

    expect(gateway.requests.at(-1)).toBe(`?since=${stored.height}&chain=intento-1`)
    expect(after).toEqual({ ...(await truth()), height: lcd.height, chainId: 'intento-1' })
  })

  test('a client of a node sends no additional request', async () => {
    const { lcd } = await page({ flows: 1_500 })
    const seen = lcd.requests.length
    const cache = new QueryClient()
    const loaded = await cache.query(flowCollectionQueryOptions(clientOf(lcd)))

    // Requests for all pages, and one for the newest flow, whose ID is the number of flows.
    expect(lcd.requests.length - seen).toBe(15 + 1)
    expect(lcd.requests.slice(seen).every(({ query }) => query === 'flows')).toBe(true)
    expect(loaded.height).toBeUndefined()
  })

  test('requests a snapshot only if the preferred endpoint is a gateway, no matter which endpoint responded last', async () => {
    const { lcd, gateway } = await page()
    const nodeFetch = vi.fn<typeof fetch>((url, init) => lcd.fetch(`${url}`.replace('//node.', '//'), init))
    const client = (...lcds: string[]) => {
      const fetchOf: typeof fetch = (url, init) => (`${url}`.includes('//node.') ? nodeFetch : gateway.fetch)(url, init)
      return createFlowClient({ lcd: lcds, chainId: 'intento-1', retries: 0, fetch: fetchOf, timeout: 300_000 })
    }
    const node = lcd.url.replace('//', '//node.')
    const load = (of: FlowClient) => new QueryClient().query(flowCollectionQueryOptions(of))
    const seen = gateway.requests.length
    const gatewayFirst = client(lcd.url, node)
    await gatewayFirst.flow({ id: 1 })
    // The gateway fails once for one query, so the last response is from the node.
    lcd.fail({ query: 'params', status: 501, body: { code: 12, message: 'Not Implemented', details: [] }, times: 1 })
    await gatewayFirst.params()
    expect(nodeFetch).toHaveBeenCalledOnce()
    await load(gatewayFirst)
    expect(gateway.requests.slice(seen)).toHaveLength(1)

    const nodeFirst = client(node, lcd.url)
    await nodeFirst.flow({ id: 1 })
    lcd.fail({ query: 'params', status: 501, body: { code: 12, message: 'Not Implemented', details: [] }, times: 1 })
    await nodeFirst.params()
    await load(nodeFirst)
    expect(gateway.requests.slice(seen)).toHaveLength(1)
    expect(nodeFetch.mock.calls.filter(([url]) => `${url}`.includes('/flow-query/'))).toEqual([])
  })

  test('with an `autoLoadLimit`, the newest flows are shown first, and the others follow from the gateway', async () => {
    const { cache, client, gateway, truth } = await page({ flows: 500 })
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 200 })
    const seen: FlowCollection[] = []
    cache.getQueryCache().subscribe(() => {
      const data = cache.getQueryData<FlowCollection>(options.queryKey)
      if (data && data !== seen.at(-1)) seen.push(data)
    })
    await cache.query(options)

    expect([seen[0]?.flows.length, seen[0]?.complete]).toEqual([100, false])
    expect(seen.at(-1)).toMatchObject({ loaded: 500, complete: true, chainId: 'intento-1' })
    expect(seen.at(-1)?.flows).toEqual((await truth()).flows)
    expect(gateway.requests).toEqual([''])
  })

  test('restored data with a height is updated with one request, regardless of the `autoLoadLimit`', async () => {
    const first = await page({ flows: 500 })
    const persisted: FlowCollection = JSON.parse(JSON.stringify(await first.load()))
    first.lcd.updateFlow(450, { label: 'changed' })
    const client = createFlowClient({ lcd: first.lcd.url, fetch: first.gateway.fetch, timeout: 300_000 })
    await client.flow({ id: 1 })
    const cache = new QueryClient()
    const options = flowCollectionQueryOptions(client, { autoLoadLimit: 200 })
    cache.setQueryData(options.queryKey, persisted, { updatedAt: 1 })
    const seen = first.gateway.requests.length
    const restored = await cache.query(options)

    expect(first.gateway.requests.slice(seen)).toEqual([`?since=${persisted.height}&chain=intento-1`])
    expect(restored.flows).toEqual((await first.truth()).flows)
  })

  test('data of another chain is replaced', async () => {
    const { load, lcd, cache, client, truth } = await page()
    const before = await load()
    cache.setQueryData<FlowCollection>(flowCollectionQueryOptions(client).queryKey, { ...before, chainId: 'other-1' })
    lcd.updateFlow(7, { label: 'changed' })

    const after = await load()
    expect(after).toEqual({ ...(await truth()), ...heightOf(after) })
  })

  test('a query at a height uses the node', async () => {
    const { load, gateway, lcd } = await page({ allowHeight: true })
    await load({ height: lcd.height })
    expect(gateway.requests).toEqual([])
  })

  test('reports the responses to `onResponse`', async () => {
    const onResponse = vi.fn()
    const { load, lcd } = await page({ onResponse })
    await load({ owner })
    const url = `${lcd.url}/flow-query/collection?owner=${owner}`
    expect(onResponse).toHaveBeenLastCalledWith(expect.objectContaining({ query: 'flowsForOwner', url, status: 200 }))
  })
})

test('an error in `onResponse` is uncaught once per response, and causes no more requests', async () => {
  const uncaught = collectUncaught()
  const broken = new Error('in the callback')
  const onResponse = () => {
    throw broken
  }
  const { load, gateway } = await page({ onResponse })
  const loaded = await load()
  await until(() => expect(uncaught).toHaveLength(2))
  expect(loaded.flows).toHaveLength(250)
  expect(gateway.requests).toEqual([''])
  expect(uncaught).toEqual([broken, broken])
})

test('an unexpected error is not hidden by reading all pages', async () => {
  const { load, gateway } = await page()
  const mistake = new TypeError('a mistake')
  gateway.respond = lines => {
    const response = textOf(lines)
    Object.defineProperty(response, 'ok', {
      get() {
        throw mistake
      },
    })
    return response
  }
  await expect(load()).rejects.toBe(mistake)
  expect(gateway.requests).toEqual([''])
})

describe('a gateway that fails', () => {
  type Respond = FakeGateway['respond']
  const without = (name: string) => (lines: unknown[]) =>
    textOf([{ ...(lines[0] as object), [name]: undefined }, ...(lines.slice(1) as string[])])
  const withHeader =
    (changes: object): Respond =>
    lines =>
      textOf([{ ...(lines[0] as object), ...changes }, ...lines.slice(1)])
  /** Replaces a column of the first block. */
  const withColumn =
    (name: string, column: unknown): Respond =>
    lines => {
      const { fields } = lines[0] as unknown as { fields: string[] }
      return changedBlock(columns => columns.with(fields.indexOf(name), column))(lines, null)
    }
  const fifty = (value: unknown) => Array.from({ length: 50 }, () => value)
  const changedBlock =
    (change: (columns: unknown[]) => unknown): Respond =>
    lines =>
      textOf([lines[0] as object, JSON.stringify(change(JSON.parse(lines[1] as string))), ...lines.slice(2)])

  test.each<[string, Respond]>([
    ['an error', () => new Response('{"message":"not ready"}', { status: 503 })],
    ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['HTML', () => new Response('<html></html>')],
    ['an empty body', () => new Response('')],
    ['no body', () => new Response(null)],
    ['an unknown format', lines => textOf([{ ...(lines[0] as object), format: 2 }, ...lines.slice(1)])],
    ...['chainId', 'height', 'since', 'isCurrent', 'total', 'fields'].map((name): [string, Respond] => [
      `no \`${name}\``,
      without(name),
    ]),
    ['missing flows', lines => textOf(lines.slice(0, -1))],
    [
      'flows in the wrong order',
      lines => textOf([lines[0] as object, lines[2] as string, lines[1] as string, ...lines.slice(3)]),
    ],
    ['a cut line', async lines => new Response((await textOf(lines).text()).slice(0, -20))],
    ['a column that is too short', changedBlock(([first, ...others]) => [first, ...others.map(() => ['x'])])],
    ['a missing column', changedBlock(columns => columns.slice(1))],
    ['columns that are an object', changedBlock(columns => ({ ...columns }))],
    ['a wrong type', changedBlock(columns => columns.map(() => Array.from({ length: 50 }, () => 5)))],
    [
      'an unknown place',
      changedBlock(columns =>
        columns.map(() => ({ values: ['1'], places: Array.from({ length: 50 }, () => 'length') })),
      ),
    ],
    ...[-1, 0.5, '0', 1, null].map((place): [string, Respond] => [
      `the place ${JSON.stringify(place)}`,
      withColumn('label', { values: ['x'], places: fifty(place) }),
    ]),
    ['a message without a type', withColumn('msgs', fifty([{ from_address: 'x' }]))],
    ['messages that are no list', withColumn('msgs', { values: [{}], places: fifty(0) })],
    ['a message with a rounded number', withColumn('msgs', fifty([{ '@type': '/a', amount: 2 ** 60 }]))],
    ['an id that is no number', withColumn('id', fifty('x'))],
    ['a missing label', withColumn('label', fifty(null))],
    ['a configuration of another type', withColumn('configuration', fifty({ saveResponses: 'yes' }))],
    ['conditions of another type', withColumn('conditions', fifty({ comparisons: {} }))],
    ['a comparison of another type', withColumn('conditions', fifty({ comparisons: [{ operand: 5 }] }))],
    ['a query of another type', withColumn('conditions', fifty({ feedbackLoops: [{ icqConfig: [] }] }))],
    ['an agent without a list of fees', withColumn('trustlessAgent', fifty({ agentAddress: owner, feeLimit: {} }))],
    [
      'a deep configuration',
      withColumn('configuration', fifty(JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`))),
    ],
    ['update times of another type', withColumn('updateHistory', fifty([5]))],
    ['a block without flows', lines => textOf([lines[0] as object, JSON.stringify(fifty([])), ...lines.slice(1)])],
    ['the same block twice', lines => textOf([...lines.slice(0, 2), ...lines.slice(1)] as object[])],
    ['more flows than its total', withHeader({ total: 200 })],
    ['fewer flows than its total', withHeader({ total: 251 })],
    ...[-1, 0, 1.5, null, '250', 1e15, 1e300].map((total): [string, Respond] => [
      `the total ${JSON.stringify(total)}`,
      withHeader({ total }),
    ]),
    ...[-1, 1.5, null, '12', 9e15].map((height): [string, Respond] => [
      `the height ${JSON.stringify(height)}`,
      withHeader({ height }),
    ]),
    ['places that are no list', changedBlock(columns => columns.map(() => ({ values: ['1'], places: 1 })))],
    [
      'only snapshots of all flows that are not current',
      lines => textOf([{ ...(lines[0] as object), since: null, isCurrent: false }, ...lines.slice(1)]),
    ],
  ])('%s: the collection is loaded from pages', async (_, respond) => {
    const { load, truth, gateway } = await page()
    gateway.respond = respond
    expect(await load()).toEqual(await truth())
    expect(gateway.requests.length).toBeGreaterThan(0)
  })

  test('changes are requested again until they are current', async () => {
    const { load, truth, gateway, lcd } = await page()
    const { respond } = gateway
    await load()
    lcd.updateFlow(7, { label: 'changed' })
    let remaining = 3
    gateway.respond = (lines, since) =>
      respond([{ ...(lines[0] as object), isCurrent: --remaining === 0 } as never, ...lines.slice(1)], since)
    expect((await load()).flows).toEqual((await truth()).flows)
    expect([remaining, gateway.requests.length]).toEqual([0, 1 + 3])
    remaining = 100
    // If a gateway lags behind for longer, no more requests are sent, because its pages are as old as the snapshot.
    expect((await load()).flows).toEqual((await truth()).flows)
    expect(gateway.requests.length).toBe(1 + 3 + 6)
  })

  test('changes since a later block are not used, because earlier changes are missing', async () => {
    const { load, truth, gateway, lcd } = await page()
    const { height = 0 } = await load()
    lcd.updateFlow(7, { label: 'changed' })
    gateway.respond = lines => textOf([{ ...(lines[0] as object), since: height + 1 }, ...lines.slice(1)])
    expect(await load()).toEqual(await truth())
  })

  test('after a failed update, pages are read, and the next update requests all flows from the gateway', async () => {
    const { load, truth, gateway, lcd } = await page()
    const before = await load()
    const { respond } = gateway
    gateway.respond = () => new Response('', { status: 502 })
    lcd.updateFlow(7, { label: 'changed' })
    expect(await load()).toEqual(await truth())
    gateway.respond = respond
    expect(await load()).toEqual({ ...(await truth()), height: lcd.height, chainId: before.chainId })
    expect(gateway.requests.at(-1)).toBe('')
  })

  test('a response that stops causes a fallback after the timeout', async () => {
    const { load, truth, gateway } = await page({ timeout: 1_000 })
    gateway.respond = lines =>
      new Response(
        new ReadableStream({
          start: controller => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(lines[0])}\n`)),
        }),
      )
    const loading = load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await loading).toEqual(await truth())
  })

  test('fields that are missing get the same defaults as in a response of a node', async () => {
    const { load, truth, gateway } = await page()
    gateway.respond = withColumn('conditions', { values: [{}], places: fifty(0) })
    expect((await load()).flows).toEqual((await truth()).flows)
    expect(gateway.requests).toHaveLength(1)
  })

  /** Sends the header, and then a part again and again. */
  function endless(part: (round: number) => string, changes: object = {}) {
    const sent = { bytes: 0, isCancelled: false }
    const respond: Respond = lines => {
      let round = 0
      const next = (text: string) => {
        sent.bytes += text.length
        return new TextEncoder().encode(text)
      }
      return new Response(
        new ReadableStream({
          start: controller => controller.enqueue(next(`${JSON.stringify({ ...(lines[0] as object), ...changes })}\n`)),
          pull: controller => controller.enqueue(next(part(round++))),
          cancel: () => {
            sent.isCancelled = true
          },
        }),
      )
    }
    return { sent, respond }
  }

  /** A block with new flows that share all other values. */
  function blockOf(lines: unknown[], round: number): string {
    const { fields } = lines[0] as { fields: string[] }
    const columns = JSON.parse(lines[1] as string).map((column: unknown[] | { values: unknown[] }) => {
      const [value] = Array.isArray(column) ? column : column.values
      return { values: [value], places: fifty(0) }
    })
    columns[fields.indexOf('id')] = fifty(0).map((_, row) => `${round * 50 + row + 1}`)
    return `${JSON.stringify(columns)}\n`
  }

  test.each<[string, (lines: unknown[], round: number) => string, object, number]>([
    ['with more flows than its total', blockOf, {}, 1_000_000],
    ['without an end of a line', () => 'x'.repeat(100_000), {}, 9_000_000],
    ['with empty lines', () => '\n'.repeat(1_000), {}, 1_000_000],
    ['with long lines', () => `"${'x'.repeat(3_000_000)}"\n`, { total: 1_000_000 }, 20_000_000],
  ])('a stream %s that has no end is stopped', async (_, part, changes, most) => {
    const { load, truth, gateway, lcd } = await page()
    const { sent, respond } = endless(round => part(lines, round), changes)
    let lines: unknown[] = []
    gateway.respond = (given, since) => {
      lines = given
      return respond(given, since)
    }
    lcd.addFlow({ owner })
    expect(await load()).toEqual(await truth())
    expect(sent.isCancelled).toBe(true)
    expect(sent.bytes).toBeLessThan(most)
  })

  test('a line that arrives too slowly causes a fallback after the timeout', async () => {
    const { load, truth, gateway } = await page({ timeout: 1_000 })
    let bytes = 0
    const { respond } = endless(() => '')
    gateway.respond = async (lines, since) => {
      const { body } = await respond(lines, since)
      const reader = body?.getReader()
      return new Response(
        new ReadableStream({
          start: async controller => controller.enqueue((await reader?.read())?.value),
          async pull(controller) {
            await new Promise(resolve => setTimeout(resolve, 900))
            bytes++
            controller.enqueue(new TextEncoder().encode('['))
          },
        }),
      )
    }
    const loading = load()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await loading).toEqual(await truth())
    expect(bytes).toBeLessThan(5)
  })

  test('a line that is longer than `maxBodyBytes` is not read', async () => {
    const { load, truth, gateway } = await page({ maxBodyBytes: 200_000 })
    gateway.respond = () => new Response('x'.repeat(1_000_000))
    expect(await load()).toEqual(await truth())
  })
})

test('unmounting the last observer stops the download', async () => {
  const { gateway, client, cache } = await page()
  const headerRead = vi.fn()
  const cancelled = vi.fn()
  gateway.respond = lines =>
    new Response(
      new ReadableStream({
        start: controller => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(lines[0])}\n`)),
        // Streams call this function after their first chunk has been read.
        pull: headerRead,
        cancel: cancelled,
      }),
    )
  const { unmount } = mount(cache, flowCollectionQueryOptions(client))
  await until(() => expect(headerRead).toHaveBeenCalled())
  unmount()
  await until(() => expect(cancelled).toHaveBeenCalled())
})

describe('live updates', () => {
  test('events change single flows, and after a lost connection, only the changes are requested', async () => {
    const lcd = createLcd({
      flows: Array.from({ length: 500 }, () => ended),
      clock: createClock('2026-01-01T00:00:00Z').now,
    })
    const gateway = gatewayOf(lcd)
    const client = createFlowClient({
      lcd: lcd.url,
      fetch: gateway.fetch,
      rpc: lcd.rpc,
      WebSocket: lcd.WebSocket,
      timeout: 300_000,
    })
    await client.flow({ id: 1 })
    const cache = new QueryClient()
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const options = flowCollectionQueryOptions(client)
    const data = () => cache.getQueryData<FlowCollection>(options.queryKey)
    const label = (id: number) => data()?.flows[id - 1]?.label
    liveFlows(client, cache, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(100)
    mount(cache, options)
    await until(() => expect(data()?.complete).toBe(true))
    const loaded = data()
    expect(gateway.requests).toHaveLength(1)

    lcd.updateFlow(7, { label: 'first' })
    await vi.advanceTimersByTimeAsync(100)
    await until(() => expect(label(7)).toBe('first'))
    expect(gateway.requests).toHaveLength(1)
    lcd.cut()
    lcd.updateFlow(8, { label: 'second' })
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => expect(label(8)).toBe('second'))

    expect(gateway.requests.slice(1)).toEqual([`?since=${loaded?.height}&chain=intento-1`])
    expect(
      data()
        ?.flows.filter((flow, index) => flow !== loaded?.flows[index])
        .map(({ id }) => id),
    ).toEqual(['7', '8'])
  })

  test('a mirror of a gateway has the height of the gateway', async () => {
    const { client, lcd, gateway } = await page()
    const mirror = mirrorFlows(client)
    onTestFinished(mirror.close)
    await mirror.ready
    expect([mirror.height, mirror.flows.size, gateway.requests.length]).toEqual([lcd.height, 250, 1])
  })

  test('a mirror knows that the changes in a snapshot are newer than its pages', async () => {
    const lcd = createLcd({ flows: [ended, ended], clock: createClock('2026-01-01T00:00:00Z').now })
    const { url, rpc, WebSocket } = lcd
    const mirror = mirrorFlows(createFlowClient({ lcd: url, rpc, WebSocket, fetch: gatewayOf(lcd).fetch }))
    onTestFinished(mirror.close)
    await until(mirror.ready)
    await until(() => mirror.status.live === 'connected')
    const before = Number(mirror.height)
    lcd.cut()
    lcd.advance(60_000)
    lcd.updateFlow(2, { label: 'changed' })
    await until(() => expect(mirror.height).toBe(lcd.height))

    expect(mirror.changedSince(before)).toEqual([mirror.flows.get('2')])
    expect(mirror.changedSince(lcd.height)).toEqual([])
  })

  test.each([
    ['collections', 200],
    ['pages', 503],
  ])(
    'a mirror accepts %s of a gateway from a block before its connection, because they are unchanged',
    async (_, status) => {
      const lcd = createLcd({ flows: [ended, ended], clock: createClock('2026-01-01T00:00:00Z').now })
      const gateway = gatewayOf(lcd)
      const before = lcd.height
      lcd.advance(600_000)
      gateway.respond = ([header, ...blocks]) =>
        status === 200 ? textOf([{ ...(header as object), height: before }, ...blocks]) : new Response('{}', { status })
      const fetchCached: typeof fetch = async (...request) => {
        const response = await gateway.fetch(...request)
        if (response.headers.has('flow-query-gateway'))
          response.headers.set('grpc-metadata-x-cosmos-block-height', `${before}`)
        return response
      }
      const { url, rpc, WebSocket } = lcd
      const mirror = mirrorFlows(
        createFlowClient({ lcd: url, rpc, WebSocket, fetch: fetchCached, retries: 0, timeout: 300_000 }),
      )
      onTestFinished(mirror.close)
      await mirror.ready
      await vi.advanceTimersByTimeAsync(20_000)
      expect(mirror.status).toEqual({ loaded: 2, total: 2, live: 'connected', error: null })
      // Pages are read again until they are newer.
      expect([await mirror.settled(0), gateway.requests.length === 1]).toEqual([status === 200, status === 200])
    },
  )
})
