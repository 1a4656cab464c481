import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { anyJson } from '../../test/json.js'
import { frames } from '../../test/recordings.js'
import { frameOf, playedSockets } from '../../test/websocket.js'
import { isFlowQueryError, type WebSocketConstructor } from '../index.js'
import {
  type FlowEvent,
  type FlowEventListener,
  type FlowEventSource,
  type LiveStatus,
  type WatchFlowsOptions,
  watchFlows,
} from './index.js'

const rpc = 'https://rpc.test'
const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

beforeEach(() => {
  // Sets the random part of the backoff to its maximum.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Watched extends WatchFlowsOptions {
  events: FlowEventSource
  rpc: string | readonly string[]
  WebSocket: WebSocketConstructor | undefined
}

function watch(options: Partial<Watched> = {}, played = playedSockets()) {
  const events: FlowEvent[] = []
  const states: LiveStatus[] = []
  const controller = new AbortController()
  const client = { rpc, WebSocket: played.WebSocket, ...options }
  watchFlows(client, {
    signal: controller.signal,
    onEvents: fresh => events.push(...fresh),
    onStatus: status => states.push(status),
    ...options,
  })
  const last = () => states.at(-1) as LiveStatus
  /** Aborts the signal and waits until the connection is closed. */
  const stop = async () => {
    controller.abort()
    await null
  }
  onTestFinished(stop)
  return { ...played, played, events, states, now: last, stop }
}

test('a client with its own source of events opens no connection', async () => {
  let listener: FlowEventListener | undefined
  const source: FlowEventSource = {
    listen(added) {
      listener = added
      added.onStatus({ state: 'connected', error: null })
    },
    height: async () => 7,
  }
  const { events, states, sockets } = watch({ events: source })
  const event: FlowEvent = { type: 'executed', id: '1', owner: null, height: 7 }
  listener?.onEvents([event])
  expect([events, states.map(({ state }) => state), sockets]).toEqual([[event], ['connected'], []])
})

describe('the URL of the connection', () => {
  test.each([
    ['https://rpc.test', 'wss://rpc.test/websocket'],
    ['http://localhost:26657/', 'ws://localhost:26657/websocket'],
    ['wss://rpc.test/intento/websocket', 'wss://rpc.test/intento/websocket'],
    ['ws://rpc.test/intento/', 'ws://rpc.test/intento/websocket'],
    ['HTTPS://rpc.test/websocket/', 'wss://rpc.test/websocket'],
    ['http://[::1]:26657', 'ws://[::1]:26657/websocket'],
  ])('the rpc %s is opened as %s', async (rpc, url) => {
    const { last } = watch({ rpc })
    expect(last().url).toBe(url)
  })

  test('throws an error that suggests the `ws` package if there is no WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined)

    expect(() => watch({ WebSocket: undefined })).toThrow(/no global `WebSocket`.*`ws` package/)
  })

  test('the global WebSocket is used by default', async () => {
    const { WebSocket, sockets } = playedSockets()
    vi.stubGlobal('WebSocket', WebSocket)
    watch({ WebSocket: undefined })

    expect(sockets.length).toBe(1)
  })
})

describe('subscriptions', () => {
  test('the state is `connected` after the node has confirmed all five subscriptions', async () => {
    const { last, now, states } = watch()
    expect(states).toEqual([{ state: 'connecting', error: null }])

    last().onopen?.({})
    expect(last().sent.map(({ id, method, params }) => [id, method, params.query])).toEqual([
      [1, 'subscribe', "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"],
      [2, 'subscribe', "tm.event='Tx' AND flow-created.flow-id EXISTS"],
      [3, 'subscribe', "tm.event='Tx' AND flow-updated.flow-id EXISTS"],
      [4, 'subscribe', "tm.event='Tx' AND acknowledge_packet.packet_src_port CONTAINS 'icacontroller-'"],
      [5, 'subscribe', "tm.event='Tx' AND flow-msg-timed-out.flow-id EXISTS"],
    ])
    last().acknowledge(5, 1, 3, 2, 2)
    expect(now().state).toBe('connecting')

    last().acknowledge(4)
    expect(now()).toEqual({ state: 'connected', error: null })
  })

  test('events are reported even before all subscriptions are confirmed', async () => {
    const { last, events } = watch()
    last().onopen?.({})
    last().acknowledge(1)
    last().receive(frameOf(7, { 'flow-triggered.flow-id': ['1'] }))

    expect(events).toEqual([{ type: 'executed', id: '1', owner: null, height: 7 }])
  })
})

describe('events', () => {
  async function eventsOf(...received: unknown[]): Promise<FlowEvent[]> {
    const { last, events, states, stop } = watch()
    last().connect()
    for (const frame of received) last().receive(frame)
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected'])
    await stop()
    return events
  }

  test('reads events from recorded frames', async () => {
    expect(await eventsOf(...frames('v1').filter(({ error }) => !error))).toEqual([
      { type: 'executed', id: '15', owner, height: 308 },
      { type: 'executed', id: '14', owner, height: 317 },
      { type: 'updated', id: '1', owner, height: 564 },
      { type: 'created', id: '1', owner, height: 168 },
    ])
    expect(await eventsOf(...frames('v1-interchain'))).toEqual([
      { type: 'executed', id: '22', owner, height: 6514 },
      {
        type: 'acknowledged',
        id: '22',
        owner,
        height: 6519,
        answer: {
          transaction: 'BBF9ED311FD135980A352B5ED56DAD2D94847984D20E5F2AB23018B57C908785',
          packetSequences: ['1'],
        },
      },
      {
        type: 'acknowledged',
        id: '22',
        owner,
        height: 6559,
        answer: {
          transaction: 'E6B33F5B4FD9F1971C2934E1555472953B413D00800B36A1B723D9845358C704',
          packetSequences: ['2'],
        },
      },
      {
        type: 'acknowledged',
        id: '22',
        owner,
        height: 6676,
        answer: {
          transaction: '89F0B484B7C6AF1981B4FC4E80A2C6AF9F18D219C7AD061E39646F4A10268126',
          packetSequences: ['5'],
        },
      },
    ])
  })

  test('a transaction that answers four packets is reported with the packets of each flow', async () => {
    const [frame] = frames('v1-interchain', 'timed-out.json')
    const transaction = '33EA99D236CD5B4C8D3D3960C07EC7300444E8C4CE651BF692FA8B98A46F249F'
    const answers = (await eventsOf(frame, frame)).map(({ type, id, answer }) => [type, id, answer])
    expect(answers).toEqual([
      ['acknowledged', '19', { transaction, packetSequences: ['14'] }],
      ['timedOut', '16', { transaction, packetSequences: ['17', '16'] }],
      ['timedOut', '15', { transaction, packetSequences: ['15'] }],
    ])
  })

  test('a packet belongs to the flow whose event is in the same message', async () => {
    const events = await eventsOf(...frames('v1beta1-interchain'))
    const answered = events.filter(({ id, height }) => id !== null && (height === 5507 || height === 5509))
    expect(answered.map(({ type, id, answer }) => [type, id, answer?.packetSequences])).toEqual([
      ['timedOut', '18', ['2']],
      ['timedOut', '17', ['4']],
      ['timedOut', '16', ['5']],
      ['acknowledged', '17', ['7']],
      ['acknowledged', '18', ['4', '3']],
    ])
  })

  const hash = (digit: string) => digit.repeat(64)
  const answered = {
    'tx.hash': [hash('A')],
    'acknowledge_packet.msg_index': ['1'],
    'acknowledge_packet.packet_sequence': ['7'],
    'flow-error.flow-id': ['2'],
    'flow-error.msg_index': ['1'],
  }

  test('if two transactions in a block answer packets of one flow, the first one is reported', async () => {
    const second = { ...answered, 'tx.hash': [hash('B')], 'acknowledge_packet.packet_sequence': ['8'] }
    const events = await eventsOf(frameOf(9, answered), frameOf(9, second))
    expect(events.map(({ answer }) => answer)).toEqual([{ transaction: hash('A'), packetSequences: ['7'] }])
  })

  test('a packet is reported once, even if its message causes several events of the flow', async () => {
    const responses = { 'flow-msg-response.flow-id': ['2', '2'], 'flow-msg-response.msg_index': ['1', '1'] }
    const events = await eventsOf(frameOf(9, { ...answered, ...responses }))
    expect(events.map(({ answer }) => answer?.packetSequences)).toEqual([['7']])
  })

  test.each([
    ['the frame has no hash', { 'tx.hash': [] }],
    ['the hash is malformed', { 'tx.hash': ['A'] }],
    [
      'a message has several packets',
      { 'acknowledge_packet.msg_index': ['1', '1'], 'acknowledge_packet.packet_sequence': ['7', '8'] },
    ],
    ['the packet is in another message', { 'flow-error.msg_index': ['2'] }],
    ['a message is missing', { 'flow-error.flow-id': ['2', '3'] }],
  ])('an event has no answer if %s', async (_, changed) => {
    const events = await eventsOf(frameOf(9, { ...answered, ...changed }))
    expect(events[0]).toEqual({ type: 'acknowledged', id: '2', owner: null, height: 9 })
  })

  test('reads events with different types and owners from one frame', async () => {
    expect(
      await eventsOf(
        frameOf(9, {
          'flow-msg-response.flow-id': ['1', '2'],
          'flow-msg-response.owner': ['a', 'b'],
          'flow-error.flow-id': ['3', '1'],
          'flow-msg-timed-out.flow-id': ['4'],
          'flow-msg-timed-out.owner': ['d'],
        }),
      ),
    ).toEqual([
      { type: 'acknowledged', id: '1', owner: 'a', height: 9 },
      { type: 'acknowledged', id: '2', owner: 'b', height: 9 },
      { type: 'acknowledged', id: '3', owner: null, height: 9 },
      { type: 'timedOut', id: '4', owner: 'd', height: 9 },
    ])
  })

  test('events have no owner if their frame has fewer owners than ids', async () => {
    const [first, second] = await eventsOf(
      frameOf(9, { 'flow-triggered.flow-id': ['1', '2'], 'flow-triggered.owner': ['b'] }),
    )
    expect([first?.owner, second?.owner]).toEqual([null, null])
  })

  test('the owner is the sender of the packet if an acknowledgement does not name the flow', async () => {
    const ports = ['icacontroller-one', 'icacontroller-other', 'icacontroller-one', 'transfer']
    const attributes = { 'acknowledge_packet.packet_src_port': ports }
    const unnamed = { type: 'acknowledged', id: null, height: 9 }
    expect(await eventsOf(frameOf(9, attributes))).toEqual([
      { ...unnamed, owner: 'one' },
      { ...unnamed, owner: 'other' },
    ])
    const named = { 'flow-error.flow-id': ['1', '1', '2', '3'] }
    expect((await eventsOf(frameOf(9, { ...attributes, ...named }))).map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('an event is reported once, even if it arrives repeatedly or on several subscriptions', async () => {
    const frame = frameOf(9, { 'flow-created.flow-id': ['1'], 'flow-created.owner': [owner] })
    const next = frameOf(10, { 'flow-created.flow-id': ['1'], 'flow-created.owner': [owner] })

    expect((await eventsOf(frame, { ...frame, id: 3 }, frame, next, frame)).map(({ height }) => height)).toEqual([
      9, 10,
    ])
  })

  test('ignores duplicates of at least the newest 10,000 events, and forgets older events', async () => {
    const { last, events } = watch()
    last().connect()
    const receive = (from: number, to: number) => {
      const ids = Array.from({ length: to - from }, (_, index) => `${from + index}`)
      last().receive(frameOf(1, { 'flow-triggered.flow-id': ids }))
    }
    for (let from = 0; from < 50_000; from += 5_000) receive(from, from + 5_000)
    expect(events.length).toBe(50_000)
    receive(40_000, 50_000)
    expect(events.length).toBe(50_000)
    receive(0, 1)
    expect(events.length).toBe(50_001)
  })

  test.each([
    [
      'too many events',
      () => frameOf(7, { 'flow-triggered.flow-id': Array.from({ length: 130_000 }, (_, id) => `${id}`) }),
    ],
    [
      'too many characters',
      () => `${JSON.stringify(frameOf(7, { 'flow-triggered.flow-id': ['1'] }))}${' '.repeat(20_000_000)}`,
    ],
  ])('a frame with %s reports `connected` instead of events, so that everything is read again', async (_, frame) => {
    const { last, events, states } = watch()
    last().connect()
    last().receive(frame())
    expect(events).toEqual([])
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'connected', 'connected'])
    last().receive(frameOf(8, { 'flow-triggered.flow-id': ['1'] }))
    expect(events).toEqual([{ type: 'executed', id: '1', owner: null, height: 8 }])
  })
})

describe('failures', () => {
  const refusal = frames('v1').find(({ error }) => error)

  test.each<[string, string, RegExp, (socket: ReturnType<ReturnType<typeof playedSockets>['last']>) => void]>([
    [
      'a recorded refusal',
      'rateLimited',
      /\(max_subscriptions_per_client 5 reached\)/,
      socket => socket.receive(refusal),
    ],
    [
      'an unknown method',
      'unsupported',
      /Method not found/,
      socket => socket.receive({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }),
    ],
    [
      'a closed connection',
      'network',
      /closed the connection: 1006/,
      socket => socket.onclose?.({ code: 1006, reason: '' }),
    ],
    [
      'a connection that was closed with a reason',
      'network',
      /going away/,
      socket => socket.onclose?.({ code: 1001, reason: 'going away' }),
    ],
    ['a connection error', 'network', /could not be reached/, socket => socket.onerror?.({})],
    [
      'a node without a WebSocket endpoint',
      'unsupported',
      /Unexpected server response: 404/,
      socket => socket.onerror?.({ message: 'Unexpected server response: 404' }),
    ],
    ['invalid JSON', 'decode', /sent an invalid frame: {"jsonrpc\./, socket => socket.receive('{"jsonrpc')],
    ['a binary frame', 'decode', /invalid frame/, socket => socket.onmessage?.({ data: new Uint8Array(3) })],
    ['unexpected JSON', 'decode', /sent an invalid frame: \[\]/, socket => socket.receive([])],
    ['an invalid height', 'decode', /invalid frame/, socket => socket.receive(frameOf(Number.NaN, {}))],
    ['an impossible height', 'decode', /invalid frame/, socket => socket.receive(frameOf(10 ** 15, {}))],
    ['a negative height', 'decode', /invalid frame/, socket => socket.receive(frameOf(-1, {}))],
    [
      'an invalid id',
      'decode',
      /invalid frame/,
      socket => socket.receive(frameOf(1, { 'flow-triggered.flow-id': ['x'] })),
    ],
    [
      'a missing confirmation',
      'timeout',
      /did not confirm all subscriptions within 10000 ms/,
      () => vi.advanceTimersByTime(10_000),
    ],
  ])('%s: reports the kind `%s` and reconnects', async (_, kind, message, fail) => {
    const { last, sockets, now, events, stop } = watch()
    const [first] = sockets
    first?.onopen?.({})
    first?.acknowledge(1)
    fail(last())

    expect(now().state).toBe('reconnecting')
    expect(isFlowQueryError(now().error, kind as 'node')).toBe(true)
    expect(now().error?.message).toMatch(message)
    expect(now().error?.message).toContain('wss://rpc.test/websocket')
    expect(first?.closed).toBe(true)

    vi.advanceTimersByTime(500)
    expect(sockets.length).toBe(2)
    last().connect()
    expect(now()).toEqual({ state: 'connected', error: null })
    // Events of the first socket are ignored.
    first?.receive(frameOf(1, { 'flow-triggered.flow-id': ['1'] }))
    expect(events).toEqual([])
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an error in the WebSocket constructor is reported, not thrown', async () => {
    class WebSocket {
      constructor() {
        throw new DOMException('insecure', 'SecurityError')
      }
    }
    const { now, stop } = watch({ WebSocket: WebSocket as never })

    expect(now().state).toBe('reconnecting')
    expect(now().error?.message).toMatch(/could not be opened: SecurityError: insecure/)
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('after a reconnect, the same events are reported again, because a node may have restarted from an earlier block', async () => {
    const { last, events } = watch()
    for (let times = 0; times < 2; times++) {
      last().connect()
      last().receive(frameOf(5, { 'flow-triggered.flow-id': ['1'] }))
      last().onclose?.({})
      vi.advanceTimersByTime(1_000)
    }

    expect(events.length).toBe(2)
  })

  /** Returns the milliseconds until the next connection. */
  function waitFor(sockets: unknown[]): number {
    const count = sockets.length
    const began = Date.now()
    while (sockets.length === count) vi.advanceTimersToNextTimer()
    return Date.now() - began
  }

  test('the backoff grows if a node drops connections right after accepting them', async () => {
    const { sockets, last } = watch()
    const waits = Array.from({ length: 9 }, () => {
      last().connect()
      vi.advanceTimersByTime(4_999)
      last().onclose?.({})
      return waitFor(sockets)
    })

    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    last().connect()
    vi.advanceTimersByTime(5_000)
    last().onclose?.({})
    expect(waitFor(sockets)).toBe(500)
  })

  test('with several URLs, each failure moves on to the next URL, and an open connection keeps its URL', async () => {
    const { sockets, last } = watch({ rpc: ['https://one.test', 'https://two.test'] })
    last().onerror?.({})
    await vi.advanceTimersByTimeAsync(500)
    last().connect()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets.map(({ url }) => url)).toEqual(['wss://one.test/websocket', 'wss://two.test/websocket'])

    last().onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(500)
    expect(last().url).toBe('wss://one.test/websocket')
  })

  test('throws an argument error if the list of URLs is empty or one of them is invalid', async () => {
    expect(() => watch({ rpc: [] })).toThrow('`rpc` must be a URL such as http://localhost:26657')
    expect(() => watch({ rpc: ['https://one.test', 'two.test'] })).toThrow('got two.test')
  })

  test('the backoff is random, so that clients do not all reconnect at the same time', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    const { sockets, last } = watch()
    last().onclose?.({})

    expect(waitFor(sockets)).toBe(250)
  })
})

test('the error for too many WebSocket clients says that polling continues', async () => {
  const { last, now } = watch()
  last().onopen?.({})
  const error = { code: -32603, message: 'Internal error', data: 'max_subscription_clients 100 reached' }
  last().receive({ jsonrpc: '2.0', id: 1, error })

  expect(now()).toMatchObject({ state: 'reconnecting', error: { kind: 'rateLimited', retryable: true } })
  expect(now().error?.message).toBe(
    'wss://rpc.test/websocket accepts no more live connections (max_subscription_clients 100 reached). Polling continues. To receive events, use another `rpc`.',
  )
})

test('the error for too many subscriptions says which setting of the node to change', async () => {
  const { last, now } = watch()
  last().onopen?.({})
  const error = { code: -32603, message: 'Internal error', data: 'max_subscriptions_per_client 1 reached' }
  last().receive({ jsonrpc: '2.0', id: 2, error })

  expect(now()).toMatchObject({ state: 'reconnecting', error: { kind: 'rateLimited', retryable: true } })
  expect(now().error?.message).toBe(
    "wss://rpc.test/websocket accepts too few subscriptions per connection (max_subscriptions_per_client 1 reached). Polling continues. To receive events, use another `rpc`, or set `max_subscriptions_per_client` to at least 5 in the node's `config.toml`.",
  )
})

test.each([
  [{ code: -32603, message: 'Internal error', data: 'failed to subscribe' }, 'Internal error: failed to subscribe'],
  [{ code: -32600, message: 'Invalid Request' }, 'Invalid Request'],
  [{ code: -32603, message: '', data: { reason: 1 } }, '{"jsonrpc":"2.0","id":1,"error":'],
  ['no object', '{"jsonrpc":"2.0","id":1,"error":"no object"}'],
])('the error %o of a node is shown as text', (error, text) => {
  const { last, now } = watch()
  last().onopen?.({})
  last().receive({ jsonrpc: '2.0', id: 1, error })
  expect(now().error?.shortMessage).toContain(`returned an error: ${text}`)
})

describe('the health check', () => {
  test('a silent node gets a health check, and a missing response causes a reconnect', async () => {
    const { last, now } = watch()
    last().connect()
    vi.advanceTimersByTime(20_000)
    expect(last().sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 6, method: 'health', params: {} })
    last().receive({ jsonrpc: '2.0', id: 6, result: {} })
    vi.advanceTimersByTime(20_000)
    expect(last().sent.length).toBe(7)
    expect(now().state).toBe('connected')

    vi.advanceTimersByTime(10_000)
    expect(now().state).toBe('reconnecting')
    expect(now().error?.message).toMatch(/did not respond to a health check within 10000 ms/)
  })

  test('no health check is sent while events arrive', async () => {
    const { last } = watch()
    last().connect()
    for (let height = 1; height < 10; height++) {
      vi.advanceTimersByTime(19_000)
      last().receive(frameOf(height, { 'flow-triggered.flow-id': ['1'] }))
    }

    expect(last().sent.length).toBe(5)
  })

  test('a page that is online or visible again reconnects immediately or sends a health check', async () => {
    const device = new EventTarget()
    const page = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
    vi.stubGlobal('document', page)
    const { sockets, last, stop } = watch()

    last().onclose?.({})
    device.dispatchEvent(new Event('online'))
    expect(sockets.length).toBe(2)
    last().onclose?.({})
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    expect(sockets.length).toBe(2)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    expect(sockets.length).toBe(3)

    last().connect()
    device.dispatchEvent(new Event('online'))
    expect(last().sent.at(-1)?.method).toBe('health')
    await stop()
    device.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('visibilitychange'))
    expect(sockets.length).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a page in the back/forward cache has no connection, and reconnects when the user returns', async () => {
  const device = new EventTarget()
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
  const { sockets, last, now, stop } = watch()
  const show = (persisted: boolean) => device.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  last().connect()
  show(false)
  expect(last().sent.length).toBe(5)

  device.dispatchEvent(new Event('pagehide'))
  expect(last().closed).toBe(true)
  expect(now().state).toBe('reconnecting')
  device.dispatchEvent(new Event('pagehide'))
  show(true)
  expect(sockets.length).toBe(2)
  last().connect()
  expect(now()).toEqual({ state: 'connected', error: null })
  vi.advanceTimersByTime(5_000)
  expect(sockets.length).toBe(2)
  await stop()
  device.dispatchEvent(new Event('pagehide'))
  show(true)
  expect(sockets.length).toBe(2)
})

describe('watchers', () => {
  test('watchers share a connection, which opens with the first one and closes with the last one', async () => {
    const first = watch()
    first.last().connect()
    const second = watch({ rpc: 'wss://rpc.test/websocket' }, first.played)
    expect(first.sockets.length).toBe(1)
    expect(second.states).toEqual([{ state: 'connected', error: null }])
    first.last().receive(frameOf(1, { 'flow-triggered.flow-id': ['1'] }))
    await first.stop()
    first.last().receive(frameOf(2, { 'flow-triggered.flow-id': ['1'] }))
    expect(first.events.length).toBe(1)
    expect(second.events.length).toBe(2)
    expect(first.last().closed).toBe(false)

    await second.stop()
    expect(first.last().closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    const third = watch({}, first.played)
    expect(first.sockets.length).toBe(2)
    await third.stop()
  })

  test('the connection stays open if a watcher starts just after the last one has stopped', async () => {
    const first = watch()
    first.last().connect()
    const left = first.stop()
    const second = watch({}, first.played)
    await left
    first.last().receive(frameOf(1, { 'flow-triggered.flow-id': ['1'] }))

    expect(first.sockets.length).toBe(1)
    expect(second.states).toEqual([{ state: 'connected', error: null }])
    expect([first.events.length, second.events.length]).toEqual([0, 1])
    await second.stop()
    expect(first.last().closed).toBe(true)
  })

  test('a watcher that starts in a callback of another one shares the connection', async () => {
    const played = playedSockets()
    const others: ReturnType<typeof watch>[] = []
    const first = watch({ onStatus: ({ state }) => state === 'connecting' && others.push(watch({}, played)) }, played)

    expect(played.sockets.length).toBe(1)
    await first.stop()
    for (const other of others) await other.stop()
    expect(played.last().closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('watchers of different nodes or WebSocket classes have separate connections', async () => {
    const first = watch()
    const second = watch({ rpc: 'https://other.test' }, first.played)
    const third = watch()

    expect([first.sockets.length, third.sockets.length]).toEqual([2, 1])
    for (const { stop } of [first, second, third]) await stop()
  })

  test('an error in a callback is reported as uncaught and does not affect other watchers', async () => {
    const uncaught: (() => void)[] = []
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(task => uncaught.push(task))
    const played = playedSockets()
    const fails = () => {
      throw new Error('from the callback')
    }
    const first = watch({ onEvents: fails, onStatus: fails }, played)
    const second = watch({}, played)
    played.last().connect()
    played.last().receive(frameOf(1, { 'flow-triggered.flow-id': ['1', '2'] }))

    expect(second.events.length).toBe(2)
    expect(second.now().state).toBe('connected')
    expect(uncaught.length).toBe(3)
    for (const task of uncaught) expect(task).toThrow('from the callback')
    await first.stop()
    await second.stop()
  })

  test.each(['connecting', 'connected', 'reconnecting'])(
    'a watcher gets no more calls after it aborts in the callback for `%s`',
    async state => {
      const controller = new AbortController()
      const reported: string[] = []
      const { sockets, last } = watch({
        signal: controller.signal,
        onStatus(status) {
          reported.push(status.state)
          if (status.state === state) controller.abort()
        },
      })
      if (sockets.length) {
        last().connect()
        last().onclose?.({})
      }

      await null

      expect(reported.at(-1)).toBe(state)
      expect(sockets.every(({ closed }) => closed)).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('a watcher gets no more events after it aborts in `onEvents`', async () => {
    const controller = new AbortController()
    const onEvents = vi.fn(() => controller.abort())
    const { last } = watch({ signal: controller.signal, onEvents })
    last().connect()
    const socket = last()
    for (const height of [1, 2]) socket.receive(frameOf(height, { 'flow-triggered.flow-id': ['1', '2'] }))
    await null

    expect(onEvents).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a watcher is never called if its signal is already aborted', async () => {
    const { sockets, states } = watch({ signal: AbortSignal.abort() })

    expect([sockets.length, states.length]).toEqual([0, 0])
  })
})

test('any JSON is either ignored or causes a reconnect', async () => {
  await fc.assert(
    fc.asyncProperty(anyJson, fc.boolean(), async (json, result) => {
      const { last, events, states, stop } = watch()
      last().connect()
      last().receive(result ? `{"jsonrpc":"2.0","id":1,"result":${json}}` : json)
      expect(events).toEqual([])
      expect(states.slice(2).every(({ state, error }) => state === 'reconnecting' && isFlowQueryError(error))).toBe(
        true,
      )
      await stop()
      expect(vi.getTimerCount()).toBe(0)
    }),
  )
})
