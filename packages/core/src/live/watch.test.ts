import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyJson } from '../../test/json.js'
import { frames } from '../../test/recordings.js'
import { frameOf, playedSockets } from '../../test/websocket.js'
import { isFlowQueryError } from '../index.js'
import {
  type FlowEvent,
  type LiveStatus,
  type WatchFlowsOptions,
  type WebSocketConstructor,
  watchFlows,
} from '../live.js'

const rpc = 'https://rpc.test'
const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

beforeEach(() => {
  vi.useFakeTimers()
  // The longest wait that chance can give.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Watched extends WatchFlowsOptions {
  rpc: string
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
  /** The connection is closed a moment later. */
  const stop = async () => {
    controller.abort()
    await null
  }
  return { ...played, played, events, states, now: last, stop }
}

describe('where', () => {
  test.each([
    ['https://rpc.test', 'wss://rpc.test/websocket'],
    ['http://localhost:26657/', 'ws://localhost:26657/websocket'],
    ['wss://rpc.test/intento/websocket', 'wss://rpc.test/intento/websocket'],
    ['ws://rpc.test/intento/', 'ws://rpc.test/intento/websocket'],
    ['HTTPS://rpc.test/websocket/', 'wss://rpc.test/websocket'],
    ['http://[::1]:26657', 'ws://[::1]:26657/websocket'],
  ])('%s is %s', async (rpc, url) => {
    const { last, stop } = watch({ rpc })
    expect(last().url).toBe(url)
    await stop()
  })

  test.each(['', 'rpc.test', 'ftp://rpc.test', 'https://', 'http://['])(
    '%j is an argument error, thrown at once',
    rpc => {
      expect(() => watch({ rpc })).toThrow(
        `\`rpc\` is ${rpc}, not a URL of http: https: ws: wss: without user, password, ? and #`,
      )
    },
  )

  test.each(['https://user:secret@rpc.test', 'https://rpc.test?key=secret'])(
    '%s is an argument error that does not tell what is secret',
    rpc => {
      expect(() => watch({ rpc })).toThrow(
        /^`rpc` is https:\/\/(…@)?rpc.test(\?…)?, not a URL of http: https: ws: wss: without user/,
      )
    },
  )

  test('without a WebSocket, the error says where to take one from', async () => {
    vi.stubGlobal('WebSocket', undefined)

    expect(() => watch({ WebSocket: undefined })).toThrow(/no global `WebSocket`.*`ws` package/)
  })

  test('the global WebSocket is the default', async () => {
    const { WebSocket, sockets } = playedSockets()
    vi.stubGlobal('WebSocket', WebSocket)
    const { stop } = watch({ WebSocket: undefined })

    expect(sockets.length).toBe(1)
    await stop()
  })
})

describe('subscriptions', () => {
  test('it is connected when the node has taken all five', async () => {
    const { last, now, states, stop } = watch()
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
    await stop()
  })

  test('what comes before all are taken counts', async () => {
    const { last, events, stop } = watch()
    last().onopen?.({})
    last().acknowledge(1)
    last().receive(frameOf(7, { 'flow-triggered.flow-id': ['1'] }))

    expect(events).toEqual([{ type: 'executed', id: '1', owner: null, height: 7 }])
    await stop()
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

  test('recorded ones', async () => {
    expect(await eventsOf(...frames('v1').filter(({ error }) => !error))).toEqual([
      { type: 'executed', id: '15', owner, height: 308 },
      { type: 'executed', id: '14', owner, height: 317 },
      { type: 'updated', id: '1', owner, height: 564 },
      { type: 'created', id: '1', owner, height: 168 },
    ])
    expect(await eventsOf(...frames('v1-interchain'))).toEqual([
      { type: 'executed', id: '22', owner, height: 6514 },
      { type: 'answered', id: '22', owner, height: 6519 },
      { type: 'answered', id: '22', owner, height: 6559 },
      { type: 'answered', id: '22', owner, height: 6676 },
    ])
  })

  test('several of a frame, of several kinds, each with its owner', async () => {
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
      { type: 'answered', id: '1', owner: 'a', height: 9 },
      { type: 'answered', id: '2', owner: 'b', height: 9 },
      { type: 'answered', id: '3', owner: null, height: 9 },
      { type: 'timedOut', id: '4', owner: 'd', height: 9 },
    ])
  })

  test('where owners are missing, nobody knows whose the others are', async () => {
    const [first, second] = await eventsOf(
      frameOf(9, { 'flow-triggered.flow-id': ['1', '2'], 'flow-triggered.owner': ['b'] }),
    )
    expect([first?.owner, second?.owner]).toEqual([null, null])
  })

  test('answers of which nobody says the flow are those of the accounts whose packets they are', async () => {
    const ports = ['icacontroller-one', 'icacontroller-other', 'icacontroller-one', 'transfer']
    const attributes = { 'acknowledge_packet.packet_src_port': ports }
    const unnamed = { type: 'answered', id: null, height: 9 }
    expect(await eventsOf(frameOf(9, attributes))).toEqual([
      { ...unnamed, owner: 'one' },
      { ...unnamed, owner: 'other' },
    ])
    const named = { 'flow-error.flow-id': ['1', '1', '2', '3'] }
    expect((await eventsOf(frameOf(9, { ...attributes, ...named }))).map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('one is told once, however often and on however many subscriptions it comes', async () => {
    const frame = frameOf(9, { 'flow-created.flow-id': ['1'], 'flow-created.owner': [owner] })
    const next = frameOf(10, { 'flow-created.flow-id': ['1'], 'flow-created.owner': [owner] })

    expect((await eventsOf(frame, { ...frame, id: 3 }, frame, next, frame)).map(({ height }) => height)).toEqual([
      9, 10,
    ])
  })

  test('the newest ten thousand are remembered, and no more', async () => {
    const ids = Array.from({ length: 12_000 }, (_, index) => `${index}`)
    const { last, events, stop } = watch()
    last().connect()
    last().receive(frameOf(1, { 'flow-triggered.flow-id': ids }))
    last().receive(frameOf(1, { 'flow-triggered.flow-id': ids.slice(2_000) }))
    expect(events.length).toBe(12_000)
    last().receive(frameOf(1, { 'flow-triggered.flow-id': ids.slice(0, 1) }))
    expect(events.length).toBe(12_001)
    await stop()
  })
})

describe('breaks', () => {
  const refusal = frames('v1').find(({ error }) => error)

  test.each<[string, string, RegExp, (socket: ReturnType<ReturnType<typeof playedSockets>['last']>) => void]>([
    ['a recorded refusal', 'node', /max_subscriptions_per_client 5 reached/, socket => socket.receive(refusal)],
    [
      'a method that it does not know',
      'unsupported',
      /Method not found/,
      socket => socket.receive({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }),
    ],
    ['a close', 'network', /closed the connection: 1006/, socket => socket.onclose?.({ code: 1006, reason: '' })],
    [
      'a close with a reason',
      'network',
      /going away/,
      socket => socket.onclose?.({ code: 1001, reason: 'going away' }),
    ],
    ['an error', 'network', /could not be reached/, socket => socket.onerror?.({})],
    [
      'a node without a websocket',
      'unsupported',
      /Unexpected server response: 404/,
      socket => socket.onerror?.({ message: 'Unexpected server response: 404' }),
    ],
    ['what is no JSON', 'decode', /sent {"jsonrpc, which is no frame/, socket => socket.receive('{"jsonrpc')],
    ['bytes', 'decode', /which is no frame/, socket => socket.onmessage?.({ data: new Uint8Array(3) })],
    ['another JSON', 'decode', /sent \[\]/, socket => socket.receive([])],
    ['a height that is none', 'decode', /no frame/, socket => socket.receive(frameOf(Number.NaN, {}))],
    [
      'an id that is none',
      'decode',
      /no frame/,
      socket => socket.receive(frameOf(1, { 'flow-triggered.flow-id': ['x'] })),
    ],
    ['silence', 'timeout', /did not take all subscriptions within 10000 ms/, () => vi.advanceTimersByTime(10_000)],
  ])('%s is told as `%s`, and connects anew', async (_, kind, message, happen) => {
    const { last, sockets, now, events, stop } = watch()
    const [first] = sockets
    first?.onopen?.({})
    first?.acknowledge(1)
    happen(last())

    expect(now().state).toBe('reconnecting')
    expect(isFlowQueryError(now().error, kind as 'node')).toBe(true)
    expect(now().error?.message).toMatch(message)
    expect(now().error?.message).toContain('wss://rpc.test/websocket')
    expect(first?.closed).toBe(true)

    vi.advanceTimersByTime(500)
    expect(sockets.length).toBe(2)
    last().connect()
    expect(now()).toEqual({ state: 'connected', error: null })
    // Nothing that the first still has to say counts.
    first?.receive(frameOf(1, { 'flow-triggered.flow-id': ['1'] }))
    expect(events).toEqual([])
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what cannot even be made is told, not thrown', async () => {
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

  test('events are told anew after a break, as a node may have been set back', async () => {
    const { last, events, stop } = watch()
    for (let times = 0; times < 2; times++) {
      last().connect()
      last().receive(frameOf(5, { 'flow-triggered.flow-id': ['1'] }))
      last().onclose?.({})
      vi.advanceTimersByTime(1_000)
    }

    expect(events.length).toBe(2)
    await stop()
  })

  /** Milliseconds until the next connection. */
  function waitFor(sockets: unknown[]): number {
    const count = sockets.length
    const began = Date.now()
    while (sockets.length === count) vi.advanceTimersToNextTimer()
    return Date.now() - began
  }

  test('a node that takes and drops connections is left alone longer and longer', async () => {
    const { sockets, last, stop } = watch()
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
    await stop()
  })

  test('not all come back at once', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    const { sockets, last, stop } = watch()
    last().onclose?.({})

    expect(waitFor(sockets)).toBe(250)
    await stop()
  })
})

describe('heartbeat', () => {
  test('a silent node is asked for a sign of life, and left where it gives none', async () => {
    const { last, now, stop } = watch()
    last().connect()
    vi.advanceTimersByTime(20_000)
    expect(last().sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 6, method: 'health', params: {} })
    last().receive({ jsonrpc: '2.0', id: 6, result: {} })
    vi.advanceTimersByTime(20_000)
    expect(last().sent.length).toBe(7)
    expect(now().state).toBe('connected')

    vi.advanceTimersByTime(10_000)
    expect(now().state).toBe('reconnecting')
    expect(now().error?.message).toMatch(/no sign of life within 10000 ms/)
    await stop()
  })

  test('one that sends events needs none', async () => {
    const { last, stop } = watch()
    last().connect()
    for (let height = 1; height < 10; height++) {
      vi.advanceTimersByTime(19_000)
      last().receive(frameOf(height, { 'flow-triggered.flow-id': ['1'] }))
    }

    expect(last().sent.length).toBe(5)
    await stop()
  })

  test('a page that is online or visible again connects at once, or asks whether it still is', async () => {
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

describe('watchers', () => {
  test('share a connection, opened with the first and closed with the last', async () => {
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

  test('one that comes just after the last has left keeps the connection', async () => {
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

  test('one that comes as the first is told shares its connection', async () => {
    const played = playedSockets()
    const others: ReturnType<typeof watch>[] = []
    const first = watch({ onStatus: ({ state }) => state === 'connecting' && others.push(watch({}, played)) }, played)

    expect(played.sockets.length).toBe(1)
    await first.stop()
    for (const other of others) await other.stop()
    expect(played.last().closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of other nodes, or with another WebSocket, do not', async () => {
    const first = watch()
    const second = watch({ rpc: 'https://other.test' }, first.played)
    const third = watch()

    expect([first.sockets.length, third.sockets.length]).toEqual([2, 1])
    for (const { stop } of [first, second, third]) await stop()
  })

  test('an error of one shows as uncaught, and disturbs no other', async () => {
    const uncaught: (() => void)[] = []
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(task => uncaught.push(task))
    const played = playedSockets()
    const fails = () => {
      throw new Error('of the listener')
    }
    const first = watch({ onEvents: fails, onStatus: fails }, played)
    const second = watch({}, played)
    played.last().connect()
    played.last().receive(frameOf(1, { 'flow-triggered.flow-id': ['1', '2'] }))

    expect(second.events.length).toBe(2)
    expect(second.now().state).toBe('connected')
    expect(uncaught.length).toBe(3)
    for (const task of uncaught) expect(task).toThrow('of the listener')
    await first.stop()
    await second.stop()
  })

  test.each(['connecting', 'connected', 'reconnecting'])(
    'one that leaves as it is told `%s` hears no more',
    async state => {
      const controller = new AbortController()
      const heard: string[] = []
      const { sockets, last } = watch({
        signal: controller.signal,
        onStatus(status) {
          heard.push(status.state)
          if (status.state === state) controller.abort()
        },
      })
      if (sockets.length) {
        last().connect()
        last().onclose?.({})
      }

      await null

      expect(heard.at(-1)).toBe(state)
      expect(sockets.every(({ closed }) => closed)).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('one that leaves as it hears of a frame hears of no other', async () => {
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

  test('one that has left already is never called', async () => {
    const { sockets, states } = watch({ signal: AbortSignal.abort() })

    expect([sockets.length, states.length]).toEqual([0, 0])
  })
})

test('whatever comes, it is an event, nothing or a new connection', async () => {
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
