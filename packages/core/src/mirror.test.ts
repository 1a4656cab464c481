import { address, createClock, createLcd, type LcdOptions } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resetClock } from '../../../tests/setup/clock.js'
import { until } from '../../../tests/setup/until.js'
import { clientOf } from '../test/client.js'
import { runs } from '../test/runs.js'
import { changes, lostEvents, type Step } from '../test/steps.js'
import type { Flow, FlowClientOptions } from './index.js'
import { type FlowMirror, type MirrorFlowsOptions, mirrorFlows } from './mirror.js'
import { scanFlows } from './scan/index.js'

const owner = address('owner')
const other = address('other')

/** Waits long enough for a connection, an update and its responses, but not for any other timer. */
const waitBriefly = () => vi.advanceTimersByTimeAsync(50)
/** Waits until runs without an event have been noticed, and until the height advances. */
const waitForRuns = () => vi.advanceTimersByTimeAsync(16_000)

/** A node with flows 1 and 2 of `owner` and flow 3 of `other`, and the mirror of its flows. */
function start({
  lcd: lcdOptions = {},
  client: clientOptions = {},
  ...options
}: MirrorFlowsOptions & { lcd?: LcdOptions; client?: Partial<FlowClientOptions> } = {}) {
  const lcd = createLcd({
    flows: [{ owner }, { owner }, { owner: other }],
    clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
    ...lcdOptions,
  })
  return startFor(lcd, clientOptions, options)
}

/** Mirrors the flows of a node. */
function startFor(lcd: Node, clientOptions: Partial<FlowClientOptions> = {}, options: MirrorFlowsOptions = {}) {
  const client = clientOf(lcd, { rpc: lcd.rpc, WebSocket: lcd.WebSocket, ...clientOptions })
  const mirror = mirrorFlows(client, options)
  onTestFinished(mirror.close)
  const batches: string[][] = []
  mirror.subscribe(changed => batches.push(changed.map(({ id }) => id)))
  let seen = 0
  return {
    lcd,
    client,
    mirror,
    batches,
    /** Returns the paths of all requests since the last call, except for the newest block, which is read once. */
    newRequests() {
      const paths = lcd.requests.slice(seen).map(({ target }) => target.replace(/^.*\/v1(beta1)?\//, ''))
      seen = lcd.requests.length
      return paths.filter(path => path !== 'status')
    },
  }
}

async function started(options: Parameters<typeof start>[0] = {}) {
  const one = start(options)
  await waitBriefly()
  await one.mirror.ready
  one.newRequests()
  return one
}

const idsOf = (mirror: FlowMirror) => [...mirror.flows.keys()]
const newestPage = /^flows\?.*reverse=true/

describe('loading', () => {
  test('loads all flows, and reports the progress and the height', async () => {
    const { mirror, lcd } = start({ lcd: { flows: Array.from({ length: 250 }, () => ({ owner })) } })
    expect(mirror.status).toEqual({ loaded: 0, total: null, live: 'connecting', error: null })
    expect([mirror.flows.size, mirror.height, mirror.changedSince(1)]).toEqual([0, null, undefined])
    await waitBriefly()
    await mirror.ready

    expect(mirror.status).toEqual({ loaded: 250, total: 250, live: 'connected', error: null })
    expect(idsOf(mirror)).toEqual(Array.from({ length: 250 }, (_, index) => `${index + 1}`))
    expect(mirror.height).toBe(lcd.height)
    expect(mirror.changedSince(lcd.height)).toEqual([])
  })

  test('knows its block when it is ready, even if the chain is already at a later block when the connection opens', async () => {
    const { mirror, lcd } = start({ lcd: { flows: Array.from({ length: 250 }, () => ({ owner })) } })
    const first = lcd.height
    lcd.fail({ path: 'pagination.key', slow: 5_000 })
    lcd.disturb({ delay: 1_000 })
    await vi.advanceTimersByTimeAsync(500)
    lcd.advance(60_000)
    await until(mirror.ready)

    expect([mirror.flows.size, mirror.height]).toEqual([250, first])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(mirror.height).toBe(lcd.height)
  })

  test('a load that failed and continues has the height of its oldest flows', async () => {
    const { mirror, lcd } = start({
      lcd: { flows: Array.from({ length: 450 }, () => ({ owner })) },
      client: { rpc: undefined, retries: 0 },
    })
    const first = lcd.height
    lcd.fail({ path: 'pagination.key', status: 503, times: 20 })
    await vi.advanceTimersByTimeAsync(50)
    expect(mirror.status).toMatchObject({ loaded: 100, error: { kind: 'node' } })
    lcd.recover()
    lcd.advance(60_000)
    lcd.updateFlow(1, { label: 'changed' })
    await until(mirror.ready)

    expect(mirror.flows.get('1')?.label).not.toBe('changed')
    expect(mirror.height).toBe(first)
  })

  test('with an `owner`, contains only the flows of this owner', async () => {
    const { mirror, lcd, batches } = await started({ owner })
    expect(idsOf(mirror)).toEqual(['1', '2'])
    lcd.addFlow({ owner: other })
    lcd.addFlow({ owner })
    lcd.execute(3)
    await waitBriefly()

    expect(idsOf(mirror)).toEqual(['1', '2', '5'])
    expect(batches).toEqual([['5']])
  })

  test('a failed load is reported and repeated', async () => {
    const lcd = createLcd({ flows: [{ owner }] })
    lcd.fail({ status: 503, times: 4 })
    const mirror = mirrorFlows(clientOf(lcd, { retries: 0 }))
    onTestFinished(mirror.close)
    await waitBriefly()
    expect(mirror.status).toMatchObject({ loaded: 0, error: { kind: 'node' } })
    await vi.advanceTimersByTimeAsync(10_000)
    await mirror.ready

    expect(mirror.status).toMatchObject({ loaded: 1, error: null })
  })

  test('calls the `onResponse` of the client too', async () => {
    const onResponse = vi.fn()
    await started({ client: { onResponse } })
    expect(onResponse).toHaveBeenCalledWith(expect.objectContaining({ query: 'flows', status: 200 }))
  })

  test('closing the mirror before it is ready rejects `ready` and ends all requests and timers', async () => {
    const { mirror, lcd } = start()
    mirror.close()
    mirror.close()
    await expect(mirror.ready).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(1_000)

    expect([lcd.sockets, vi.getTimerCount(), mirror.flows.size]).toEqual([0, 0, 0])
  })

  test('aborting the signal closes the mirror', async () => {
    const controller = new AbortController()
    const { lcd, mirror, batches, newRequests } = await started({ signal: controller.signal })
    controller.abort()
    await waitBriefly()
    lcd.execute(1)
    await waitForRuns()

    expect([lcd.sockets, vi.getTimerCount(), batches, newRequests()]).toEqual([0, 0, [], []])
    expect(mirror.flows.size).toBe(3)
    const reason = new Error('too late')
    await expect(start({ signal: AbortSignal.abort(reason) }).mirror.ready).rejects.toBe(reason)
  })

  test('an invalid `pollInterval` is an argument error', () => {
    expect(() => start({ pollInterval: 0 })).toThrow('`pollInterval` must be an integer of at least 1')
  })
})

describe('updates', () => {
  test('each changed flow is read once per batch of events, and all other flows stay the same objects', async () => {
    const { lcd, mirror, batches, newRequests } = await started()
    const before = new Map(mirror.flows)
    lcd.execute(1)
    lcd.updateFlow(1, { label: 'changed' })
    await waitBriefly()

    expect(newRequests()).toEqual(['flow/1'])
    expect(mirror.flows.get('1')).toMatchObject({ label: 'changed', execTime: lcd.flow(1)?.execTime })
    expect(mirror.flows.get('2')).toBe(before.get('2'))
    expect(batches).toEqual([['1']])
  })

  test('new flows are read with one page', async () => {
    const { lcd, mirror, batches, newRequests } = await started()
    lcd.addFlow({ owner, label: 'new' })
    lcd.addFlow({ owner: other })
    await waitBriefly()

    expect(newRequests()).toEqual([expect.stringMatching(newestPage)])
    expect(mirror.flows.get('4')?.label).toBe('new')
    expect(batches).toEqual([['4', '5']])
  })

  test('`settled` waits until the changes of all events have been read', async () => {
    const { lcd, mirror } = await started({ client: { timeout: 60_000 } })
    expect(await mirror.settled(1_000)).toBe(true)
    lcd.fail({ slow: 500, times: 1 })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(1)
    const [soon, later] = [mirror.settled(100), mirror.settled(5_000)]
    await vi.advanceTimersByTimeAsync(1_000)

    expect([await soon, await later]).toEqual([false, true])
    expect(mirror.flows.get('1')?.label).toBe('changed')
    expect(await start().mirror.settled(1_000)).toBe(false)
  })

  test('is settled after an event whose change was already read', async () => {
    const { lcd, mirror, newRequests } = await started()
    lcd.disturb({ delay: 200 })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(150)
    lcd.updateFlow(1, { label: 'changed again' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(newRequests()).toEqual(['flow/1', 'flow/1'])
    expect(await mirror.settled(0)).toBe(true)
  })

  test('a quiet minute causes no requests', async () => {
    const { newRequests, batches } = await started()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([newRequests(), batches]).toEqual([[], []])
  })

  test('a flow that was due without an event is read once', async () => {
    const due = { owner, interval: '3600s', execTime: new Date(Date.now() + 3_000).toISOString() }
    const clock = () => Date.now()
    const { lcd, mirror, batches, newRequests } = await started({ lcd: { flows: [due, { owner }], clock } })
    lcd.disturb({ drop: 1 })
    await vi.advanceTimersByTimeAsync(60_000)

    expect([newRequests(), batches]).toEqual([['flow/1'], [['1']]])
    expect(mirror.flows.get('1')?.execTime).toBe(lcd.flow(1)?.execTime)
  })

  test('after a lost connection, all flows are read again, and unchanged flows stay the same objects', async () => {
    const { lcd, mirror, batches, newRequests } = await started()
    const before = new Map(mirror.flows)
    lcd.cut()
    lcd.updateFlow(2, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(1_500)

    expect(newRequests()).toEqual([expect.stringMatching(/^flows/), expect.stringMatching(/^flows/)])
    expect(batches).toEqual([['2']])
    expect(mirror.flows.get('2')?.label).toBe('changed')
    expect(mirror.flows.get('1')).toBe(before.get('1'))
  })

  test('a change during an interruption is not missed, even if the node lags behind afterwards', async () => {
    const { lcd, mirror } = await started()
    lcd.lag = 100
    lcd.cut()
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(mirror.status.live).toBe('connected')
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(60_000)

    expect(mirror.flows.get('1')?.label).toBe('changed')
  })

  test('a change before the first connection is not missed if the node lags behind', async () => {
    const lcd = createLcd({ flows: [{ owner, label: 'before' }], clock: createClock('2026-01-01T00:00:00Z').now })
    lcd.advance(600_000)
    lcd.lag = 100
    lcd.updateFlow(1, { label: 'changed' })
    const { mirror } = startFor(lcd)
    await waitBriefly()
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(60_000)

    expect(mirror.flows.get('1')?.label).toBe('changed')
  })

  test('is not settled until the node has reported the height at which the connection opened', async () => {
    const lcd = createLcd({ flows: [{ owner }], clock: createClock('2026-01-01T00:00:00Z').now })
    const { mirror } = startFor(lcd)
    lcd.disturb({ delay: 1_000 })
    await vi.advanceTimersByTimeAsync(1_900)
    await mirror.ready
    expect([mirror.status.live, await mirror.settled(0)]).toEqual(['connected', false])
    await vi.advanceTimersByTimeAsync(1_000)

    expect(await mirror.settled(0)).toBe(true)
  })

  test('accepts an older response of a gateway, because it contains all changes', async () => {
    const lcd = createLcd({ flows: [{ owner }], clock: createClock('2026-01-01T00:00:00Z').now })
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await lcd.fetch(input, init)
      response.headers.set('flow-query-gateway', '1')
      response.headers.set('grpc-metadata-x-cosmos-block-height', '7')
      return response
    }
    const { mirror, newRequests } = startFor(lcd, { fetch })
    await waitBriefly()
    await mirror.ready
    newRequests()
    lcd.addFlow({ owner, label: 'new' })
    await vi.advanceTimersByTimeAsync(1_000)

    expect(mirror.flows.get('2')?.label).toBe('new')
    expect(mirror.status.error).toBeNull()
    // Another instance of the gateway may not have received the event yet.
    expect(newRequests().filter(request => newestPage.test(request))).toHaveLength(2)
  })

  test('a node that does not report its height counts as current', async () => {
    const lcd = createLcd({ flows: [{ owner }], clock: createClock('2026-01-01T00:00:00Z').now })
    const { prototype } = lcd.WebSocket
    const original = prototype.send
    const send = vi.spyOn(prototype, 'send').mockImplementation(function (this: typeof prototype, text) {
      if (!String(text).includes('status')) original.call(this, text)
    })
    const { mirror } = startFor(lcd)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledWith(expect.stringContaining('status'))
    expect(mirror.status).toEqual({ loaded: 1, total: 1, live: 'connected', error: null })
    expect(await mirror.settled(0)).toBe(true)
    expect(lcd.sockets).toBe(1)
  })

  test('a node that reports an impossible height counts as current', async () => {
    const lcd = createLcd({ flows: [{ owner }], clock: createClock('2026-01-01T00:00:00Z').now })
    const { prototype } = lcd.WebSocket
    const original = prototype.send
    vi.spyOn(prototype, 'send').mockImplementation(function (this: typeof prototype, text) {
      const { id, method } = JSON.parse(String(text))
      if (method !== 'status') return original.call(this, text)
      const result = { sync_info: { latest_block_height: '1000000000000000' } }
      this.onmessage?.({ data: JSON.stringify({ jsonrpc: '2.0', id, result }) } as never)
    })
    const { mirror } = startFor(lcd)
    await vi.advanceTimersByTimeAsync(60_000)

    expect(mirror.status).toEqual({ loaded: 1, total: 1, live: 'connected', error: null })
    expect(await mirror.settled(0)).toBe(true)
  })

  test('without events, polls for new flows and sometimes reads all flows', async () => {
    const { lcd, mirror, newRequests } = await started({ client: { rpc: undefined }, pollInterval: 1_000 })
    expect(mirror.status.live).toBe('polling')
    lcd.addFlow({ owner })
    lcd.updateFlow(1, { label: 'changed' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(newRequests()).toEqual([expect.stringMatching(newestPage)])
    expect(idsOf(mirror)).toEqual(['1', '2', '3', '4'])
    await vi.advanceTimersByTimeAsync(300_000)

    expect(mirror.flows.get('1')?.label).toBe('changed')
  })

  test('a listener can unsubscribe, and an error in one listener does not affect the others', async () => {
    const uncaught: (() => void)[] = []
    const { lcd, mirror, batches } = await started()
    const spy = vi.spyOn(globalThis, 'queueMicrotask')
    const stop = mirror.subscribe(() => batches.push(['left']))
    stop()
    mirror.subscribe(() => {
      spy.mockImplementation(task => uncaught.push(task))
      throw new Error('from the listener')
    })
    const late: string[] = []
    mirror.subscribe(changed => {
      spy.mockRestore()
      late.push(...changed.map(({ id }) => id))
    })
    lcd.execute(1)
    await waitBriefly()

    expect([batches, late]).toEqual([[['1']], ['1']])
    expect(uncaught).toHaveLength(1)
    expect(uncaught[0]).toThrow('from the listener')
  })

  test('after a reset of the chain, the mirror has the flows of the new chain', async () => {
    const clock = createClock('2026-01-01T00:00:00Z').now
    const old = createLcd({ flows: [{ owner }, { owner }], clock })
    old.advance(60_000)
    const reset = createLcd({ flows: [{ owner: other }], clock: createClock('2026-01-01T00:00:00Z').now })
    let fetch = old.fetch
    const client = clientOf(old, { fetch: (...request) => fetch(...request) })
    const mirror = mirrorFlows(client)
    onTestFinished(mirror.close)
    await mirror.ready
    const before = Number(mirror.height)
    fetch = reset.fetch
    await vi.advanceTimersByTimeAsync(301_000)

    expect([...mirror.flows.values()]).toMatchObject([{ id: '1', owner: other }])
    expect(mirror.height).toBe(reset.height)
    expect(mirror.height).toBeLessThan(before)
    expect(mirror.changedSince(before)).toBeUndefined()
  })
})

describe('changedSince', () => {
  test('contains all changes after a height, and possibly a few before it', async () => {
    const { lcd, mirror } = await started()
    const first = Number(mirror.height)
    lcd.updateFlow(1, { label: 'changed' })
    lcd.addFlow({ owner })
    await waitBriefly()
    expect(
      mirror
        .changedSince(first)
        ?.map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '4'])
    await waitForRuns()
    const second = Number(mirror.height)
    expect(second).toBeGreaterThan(first)
    lcd.updateFlow(2, { label: 'changed' })
    await waitBriefly()

    expect(mirror.changedSince(second)).toEqual([mirror.flows.get('2')])
    expect(
      mirror
        .changedSince(first)
        ?.map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '2', '4'])
  })

  test('is undefined for heights before the mirror was loaded, and for heights that the chain has not reached', async () => {
    const { lcd, mirror } = await started()
    expect(mirror.changedSince(lcd.height - 1)).toBeUndefined()
    expect(mirror.changedSince(lcd.height + 1)).toBeUndefined()
    expect(mirror.changedSince(lcd.height)).toEqual([])
  })

  test('the height does not advance while a change is missing', async () => {
    const { lcd, mirror } = await started()
    const before = mirror.height
    const label = mirror.flows.get('1')?.label
    lcd.lag = 1
    lcd.updateFlow(1, { label: 'changed' })
    await waitForRuns()
    expect([mirror.height, mirror.flows.get('1')?.label]).toEqual([before, label])
    lcd.lag = 0
    await vi.advanceTimersByTimeAsync(60_000)

    expect(mirror.flows.get('1')?.label).toBe('changed')
    expect(mirror.height).toBe(lcd.height)
  })
})

type Node = ReturnType<typeof createLcd>
/** A change on the chain, or a slow or failed response. */
const change: fc.Arbitrary<Step> = fc.oneof(
  ...changes,
  fc.integer({ min: 0, max: 20_000 }).map(time => () => vi.advanceTimersByTimeAsync(time)),
  fc.constant((lcd: Node) => lcd.fail({ status: 503, times: 4 })),
)

const lag: fc.Arbitrary<Step> = fc.integer({ min: 1, max: 3 }).map(lag => lcd => {
  lcd.lag = lag
  setTimeout(() => {
    lcd.lag = 0
  }, 10_000)
})

/**
 * The node lags behind, or events are lost. In these cases, a change is only noticed with the next event or the next read of all flows.
 */
const anySteps = fc.oneof(
  fc.array(fc.oneof({ weight: 3, arbitrary: change }, lag), { maxLength: 40 }),
  fc.array(fc.oneof({ weight: 3, arbitrary: change }, ...lostEvents), { maxLength: 40 }),
)

test('after any sequence of changes and failures, the mirror equals the node, and so does every copy that applied `changedSince`', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        anySteps,
        fc.constantFrom(undefined, owner),
        fc.array(fc.nat(39), { maxLength: 5 }),
        async (steps, owner, copiedAt) => {
          const flows = [{ owner: address('owner') }, { owner: address('owner') }, { owner: other }]
          const lcd = createLcd({ flows, clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now })
          const client = clientOf(lcd, { rpc: lcd.rpc, WebSocket: lcd.WebSocket, timeout: 60_000 })
          const mirror = mirrorFlows(client, { owner })
          const copies: { height: number; flows: Map<string, Flow> }[] = []
          await vi.advanceTimersByTimeAsync(1_000)
          await mirror.ready
          for (const [index, step] of steps.entries()) {
            await step(lcd)
            // A client that has a copy of the mirror, and requests the changes since then at the end.
            if (copiedAt.includes(index)) copies.push({ height: Number(mirror.height), flows: new Map(mirror.flows) })
          }
          await vi.advanceTimersByTimeAsync(180_000)

          lcd.recover()
          const truth = new Map<string, Flow>()
          for await (const flow of scanFlows(client))
            if (owner === undefined || flow.owner === owner) truth.set(flow.id, flow)
          expect(mirror.status).toMatchObject({ live: 'connected', error: null })
          expect([...mirror.flows]).toEqual([...truth])
          for (const { height, flows } of copies) {
            for (const flow of mirror.changedSince(height) ?? []) flows.set(flow.id, flow)
            expect(flows).toEqual(truth)
          }

          mirror.close()
          await vi.advanceTimersByTimeAsync(10_000)
          expect([lcd.sockets, vi.getTimerCount()]).toEqual([0, 0])
        },
      )
      .beforeEach(resetClock),
    { numRuns: runs(40) },
  )
})
