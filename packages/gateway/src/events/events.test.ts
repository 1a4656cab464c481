import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createFlowClient, type WebSocketConstructor } from '@flow-query/core'
import {
  type EventsOptions,
  type FlowEvent,
  type FlowEventListener,
  flowSubscriptions,
  type LiveStatus,
  watchFlows,
} from '@flow-query/core/live'
import { createClock, createLcd, type Lcd } from '@flow-query/testing'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws'
import { settle, until } from '../../../../tests/setup/until.js'
import { memoryServer } from '../../test/memory-server.js'
import { addEvents, type EventsSettings } from './events.js'

afterEach(() => {
  vi.restoreAllMocks()
})

interface Options extends Partial<EventsSettings> {
  onEvents?: FlowEventListener['onEvents']
  server?: FastifyServerOptions
}

const url = 'http://gateway.test'

/** Starts a gateway that only forwards events of these nodes. */
async function startGateway(lcds: readonly Lcd[], { onEvents, server, ...settings }: Options = {}) {
  const received: FlowEvent[] = []
  const states: LiveStatus['state'][] = []
  const dropped: string[] = []
  const clients = { now: 0 }
  const app = Fastify({ ...server } as FastifyServerOptions)
  const { events } = addEvents(app, {
    rpc: lcds.map((_, index) => `https://node-${index}.test`),
    WebSocket: socketOf(lcds),
    observer: {
      clientConnected: () => clients.now++,
      clientDisconnected: () => clients.now--,
      clientDropped: reason => dropped.push(reason),
    },
    ...settings,
  })
  events.listen({
    onEvents: onEvents ?? (fresh => received.push(...fresh)),
    onStatus: ({ state }) => states.push(state),
  })
  events.open()
  await until(Promise.resolve(app.ready()))
  const { fetch, WebSocket } = memoryServer(app.server)
  const close = async () => {
    events.close()
    await until(app.close())
  }
  onTestFinished(close)
  const isConnected = () => until(() => states.at(-1) === 'connected')
  async function open(path = '/websocket', options: ClientOptions = {}): Promise<Wire> {
    const socket = new WebSocket(`ws://gateway.test${path}`, options)
    onTestFinished(() => socket.terminate())
    return wireOf(socket)
  }
  return { fetch, WebSocket, open, events, received, states, dropped, clients, isConnected, close }
}

/** Returns a WebSocket that connects to the node in the URL. */
function socketOf(lcds: readonly Lcd[]): WebSocketConstructor {
  return function connect(address: string) {
    const [, index] = /node-(\d+)/.exec(address) ?? []
    return new (lcds[Number(index)] as Lcd).WebSocket(address)
  } as unknown as WebSocketConstructor
}

/** Starts a gateway that only forwards events, and waits until it receives them. */
async function startConnected(...args: Parameters<typeof startGateway>) {
  const gateway = await startGateway(...args)
  await gateway.isConnected()
  return gateway
}

/** Records what core reports about the events of a source. */
function watch(source: EventsOptions) {
  const statuses: LiveStatus[] = []
  const received: FlowEvent[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  watchFlows(source, {
    onEvents: events => received.push(...events),
    onStatus: status => statuses.push(status),
    signal: stop.signal,
  })
  const isLive = () => until(() => statuses.at(-1)?.state === 'connected')
  return { statuses, received, isLive }
}

interface Wire {
  socket: WebSocket
  texts: string[]
  ask: (request: unknown) => Promise<string>
  subscribe: (firstId?: number) => Promise<void>
  closed: Promise<{ code: number; reason: string }>
}

/** Waits until a WebSocket is open, and records its messages. */
async function wireOf(socket: WebSocket): Promise<Wire> {
  const texts: string[] = []
  socket.onmessage = ({ data }) => texts.push(String(data))
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason })
  })
  await until(
    new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = ({ message }) => reject(new Error(message))
    }),
  )
  const ask = async (request: unknown) => {
    const before = texts.length
    socket.send(typeof request === 'string' ? request : JSON.stringify({ jsonrpc: '2.0', ...(request as object) }))
    await until(() => texts.length > before)
    return texts[before] as string
  }
  const subscribe = async (firstId = 1) => {
    for (const [index, query] of flowSubscriptions.entries())
      expect(await ask({ id: firstId + index, method: 'subscribe', params: { query } })).toContain('"result":{}')
  }
  return { socket, texts, ask, subscribe, closed }
}

/** Connects to a node, without a gateway. */
function openNode(lcd: Lcd): Promise<Wire> {
  return wireOf(new lcd.WebSocket(`${lcd.rpc.replace('http', 'ws')}/websocket`) as unknown as WebSocket)
}

test('responds to requests with the same bytes as a node', async () => {
  const lcd = createLcd()
  const { open } = await startConnected([lcd])
  const [node, gateway] = [await openNode(lcd), await open()]
  const [first, second, third, fourth, fifth] = flowSubscriptions
  const requests = [
    { id: 1, method: 'health' },
    { id: 'a <b>', method: 'subscribe', params: { query: first } },
    { id: 2, method: 'subscribe', params: [second] },
    { id: 3, method: 'subscribe', params: { query: second } },
    { id: 4, method: 'subscribe', params: { query: `  ${second?.replace("='", " = '")}` } },
    { id: 5, method: 'subscribe', params: { query: 7 } },
    { id: 6, method: 'subscribe', params: { query: `${first} AND ${'x'.repeat(512)} EXISTS` } },
    { id: 7, method: 'unsubscribe', params: { query: third } },
    { id: 8, method: 'subscribe', params: { query: third } },
    { id: 9, method: 'subscribe', params: { query: fourth } },
    { id: 10.9, method: 'subscribe', params: { query: fifth } },
    { id: 11, method: 'subscribe', params: { query: "tm.event='NewBlock'" } },
    { id: 12, method: 'unsubscribe', params: { query: second } },
    { id: 13, method: 'unsubscribe_all' },
    { id: 14, method: 'unsubscribe_all' },
    { id: 15, method: 'tx_search', params: {} },
    { id: [], method: 'health' },
    { id: 17, method: [] },
    '[]',
    '"text"',
    'true',
    '{',
    '',
    'x',
  ]
  for (const request of requests) {
    const expected = await node.ask(request)
    expect(await gateway.ask(request), JSON.stringify(request)).toBe(expected)
  }
})

test('does not respond to a notification', async () => {
  const { open } = await startConnected([createLcd()])
  const { socket, ask, texts } = await open()

  socket.send('{"jsonrpc":"2.0","method":"health"}')
  await ask({ id: 2, method: 'health' })
  expect(texts).toEqual(['{"jsonrpc":"2.0","id":2,"result":{}}'])
})

test('rejects subscriptions to anything but the events of flows', async () => {
  const { open } = await startConnected([createLcd()])
  const { ask } = await open()

  expect(JSON.parse(await ask({ id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } }))).toMatchObject(
    {
      id: 1,
      error: { code: -32603, data: expect.stringContaining('this gateway only accepts the queries') },
    },
  )
})

test('returns the status of the node, and sends one request for simultaneous clients', async () => {
  const lcd = createLcd({ clock: () => Date.parse('2026-11-20T21:00:00Z') })
  const { open } = await startConnected([lcd])
  const [node, one, other] = [await openNode(lcd), await open(), await open()]
  const request = { id: 1, method: 'status' }
  const expected = await node.ask(request)
  // The gateway forgets the response that showed the chain of the node.
  vi.setSystemTime(Date.now() + 2_000)

  const send = vi.spyOn(lcd.WebSocket.prototype, 'send')
  expect(await Promise.all([one.ask(request), other.ask(request)])).toEqual([expected, expected])
  const sent = send.mock.calls.filter(([data]) => String(data).includes('"method":"status","params"'))
  expect(sent).toHaveLength(1)
})

test('requests the status again after an event, because the response is from an earlier block', async () => {
  const lcd = createLcd({ flows: [{}], clock: createClock(Date.now()).now })
  const heights: number[] = []
  const heightOf = () => gateway.events.height()
  const gateway = await startGateway([lcd], {
    onEvents: () => void heightOf().then(height => heights.push(height)),
  })
  await gateway.isConnected()
  await heightOf()

  lcd.execute('1')
  await until(() => expect(heights).toEqual([lcd.height]))
})

test('clients receive the same frames as clients of the node, over one connection to the node', async () => {
  const lcd = createLcd({ flows: [{}, { selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }] })
  const { open } = await startConnected([lcd])
  const node = await openNode(lcd)
  await node.subscribe()
  const clients = await Promise.all(Array.from({ length: 20 }, () => open()))
  await Promise.all(clients.map(client => client.subscribe()))
  const other = await open()
  await other.subscribe(101)
  expect(lcd.sockets).toBe(2)

  lcd.execute('1')
  lcd.execute('2')
  lcd.answer('2')
  lcd.addFlow()
  lcd.updateFlow('1', { label: 'New <label>' })
  await until(() => node.texts.length === 5 + 4)
  for (const { texts } of clients) await until(() => expect(texts).toEqual(node.texts))
  const renumbered = node.texts.map(text => text.replace(/"id":(\d)/, '"id":10$1'))
  await until(() => expect(other.texts).toEqual(renumbered))
})

interface RecordedFrame {
  jsonrpc: string
  id: number
  result?: { query?: string; data?: unknown; events?: Record<string, string[]> }
}

/** Returns the messages that real nodes sent to their subscribers. */
function recordedFrames(): RecordedFrame[] {
  return ['v1', 'v1-interchain', 'v1beta1-interchain'].flatMap(version =>
    JSON.parse(readFileSync(new URL(`../../../testing/recordings/${version}/events.json`, import.meta.url), 'utf8')),
  )
}

test.each(['compact', 'indented'])('forwards recorded frames unchanged, even if they are %s', async format => {
  const server = createServer()
  const node = new WebSocketServer({ server })
  const recorded = recordedFrames().filter(({ result }) => flowSubscriptions.includes(result?.query ?? ''))
  node.on('connection', socket =>
    socket.on('message', data =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(String(data)).id, result: {} })),
    ),
  )
  const { open } = await startConnected([], { rpc: ['http://node.test'], WebSocket: memoryServer(server).WebSocket })
  const { subscribe, texts } = await open()
  await subscribe()

  for (const frame of recorded)
    for (const socket of node.clients) socket.send(JSON.stringify(frame, null, format === 'compact' ? 0 : 2))
  await until(() => texts.length === 5 + recorded.length)
  const ids = new Map(flowSubscriptions.map((query, index) => [query, index + 1]))
  expect(texts.slice(5)).toEqual(
    recorded.map(({ result }) => JSON.stringify({ jsonrpc: '2.0', id: ids.get(result?.query ?? ''), result })),
  )
})

test('events contain the transaction that answered each packet', async () => {
  const lcd = createLcd({ flows: [{ selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }] })
  const { WebSocket } = await startConnected([lcd])
  const { received, isLive } = watch({ rpc: url, WebSocket })
  await isLive()

  lcd.execute('1')
  lcd.answer('1')
  const transaction = expect.stringMatching(/^[\dA-F]{64}$/)
  const answer = { transaction, packetSequences: lcd.history('1')[0]?.packetSequences }
  await until(() => expect(received.at(-1)).toMatchObject({ type: 'acknowledged', id: '1', answer }))
})

test('caches are invalidated before any client receives the event', async () => {
  const lcd = createLcd({ flows: [{}] })
  const log: string[] = []
  const { open } = await startConnected([lcd], {
    onEvents: ([event]) => log.push(`invalidated ${event?.type}`),
  })
  const { subscribe, texts } = await open()
  await subscribe()
  const { send } = WebSocket.prototype
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...args: unknown[]) {
    if (Buffer.isBuffer(args[0]) && args[0].includes('flow-triggered')) log.push('sent')
    return Reflect.apply(send, this, args)
  })

  lcd.execute('1')
  await until(() => texts.length === 6)
  expect(log).toEqual(['invalidated executed', 'sent'])
})

test('after an interruption, clients are closed and accepted again only after the caches were invalidated', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { open, states, isConnected } = await startConnected([lcd])
  const { subscribe, closed } = await open()
  await subscribe()

  lcd.disturb({ refuse: true })
  lcd.cut()
  expect(await until(closed)).toEqual({ code: 1012, reason: 'events were interrupted' })
  await expect(open()).rejects.toThrow('503')
  expect(states).toEqual(expect.not.arrayContaining(['stopped']))

  lcd.recover()
  await isConnected()
  expect(states.at(-1)).toBe('connected')
  await (await open()).subscribe()
})

test('an invalid frame is not forwarded and counts as an interruption', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { open } = await startConnected([lcd])
  const { subscribe, closed, texts } = await open()
  await subscribe()

  lcd.disturb({ rewrite: frame => JSON.stringify(frame).slice(0, -5) })
  lcd.execute('1')
  expect((await until(closed)).code).toBe(1012)
  expect(texts).toHaveLength(5)
})

test('interrupted clients are closed one after another, and receive events until then', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { open, isConnected } = await startConnected([lcd], { limits: { reconnectsPerSecond: 0.001 } })
  const [first, second] = [await open(), await open()]
  await first.subscribe()
  await second.subscribe()

  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(0.5)
  lcd.cut()
  const closed = await until(Promise.race([first.closed.then(() => first), second.closed.then(() => second)]))
  const other = closed === first ? second : first
  await isConnected()
  lcd.execute('1')
  await until(() => other.texts.length === 6)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('the next node takes over when a node fails', async () => {
  const one = createLcd({ flows: [{}] })
  const two = createLcd({ flows: [{}] })
  const { open, isConnected, received } = await startConnected([one, two])
  expect([one.sockets, two.sockets]).toEqual([1, 0])

  one.disturb({ refuse: true })
  one.cut()
  await until(() => two.sockets === 1)
  await isConnected()
  const { subscribe, texts } = await open()
  await subscribe()
  two.execute('1')
  await until(() => texts.length === 6)
  expect(received).toMatchObject([{ type: 'executed', id: '1' }])
})

test("core's client works as with a node: it reconnects after an interruption and reports events", async () => {
  const lcd = createLcd({ flows: [{}] })
  const { WebSocket } = await startConnected([lcd])
  const { statuses, received, isLive } = watch(createFlowClient({ lcd: url, rpc: url, WebSocket }))
  await isLive()
  lcd.execute('1')
  await until(() => received.length === 1)

  lcd.cut()
  await until(() => statuses.at(-1)?.state === 'reconnecting')
  expect(statuses.at(-1)?.error?.message).toContain('events were interrupted')
  await isLive()
  lcd.execute('1')
  await until(() => received.length === 2)
})

test('parts of the same process share the connection to the node', async () => {
  const lcd = createLcd({ flows: [{}], clock: createClock(Date.now()).now })
  const { events } = await startConnected([lcd])
  const { statuses, received, isLive } = watch({ events })
  await isLive()
  lcd.execute('1')
  await until(() => received.length === 1)

  lcd.cut()
  await until(() => expect(statuses.map(({ state }) => state)).toContain('reconnecting'))
  await isLive()
  lcd.execute('1')
  await until(() => received.length === 2)
  expect(await events.height()).toBe(lcd.height)
  expect(lcd.sockets).toBe(1)
})

test('a client that does not read is disconnected, and other clients keep receiving events', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { open, dropped, clients } = await startConnected([lcd], {
    limits: { queuedBytes: 100_000 },
  })
  const [slow, fast] = [await open(), await open()]
  await slow.subscribe()
  await fast.subscribe()
  slow.socket.pause()

  lcd.disturb({ rewrite: frame => ({ ...frame, result: { ...frame.result, padding: 'x'.repeat(1_000_000) } }) })
  let executions = 0
  while (dropped.length === 0) {
    lcd.execute('1')
    executions++
    await until(() => fast.texts.length === 5 + executions)
  }
  expect(dropped).toEqual(['slow'])
  await until(() => clients.now === 1)
  expect(fast.socket.readyState).toBe(WebSocket.OPEN)
})

test('a client that requests responses and reads none of them is disconnected', async () => {
  const { open, dropped, clients } = await startConnected([createLcd()], {
    limits: { queuedBytes: 100_000, requests: 1_000_000 },
  })
  const { socket } = await open()
  socket.pause()
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status' })
  while (dropped.length === 0) {
    for (let sent = 0; sent < 100; sent++) socket.send(request)
    await settle()
  }
  expect(dropped).toEqual(['slow'])
  await until(() => clients.now === 0)
})

test('rejects an id that is longer than 128 characters, because each message would repeat it', async () => {
  const { open } = await startConnected([createLcd()])
  const { ask } = await open()
  const longest = 'x'.repeat(126)
  expect(await ask({ id: longest, method: 'health' })).toBe(`{"jsonrpc":"2.0","id":"${longest}","result":{}}`)
  for (const id of [`${longest}x`, '<'.repeat(30)]) {
    const response = await ask({ id, method: 'health' })
    expect(JSON.parse(response)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Invalid Request', data: 'id exceeds 128 characters' },
    })
  }
  expect((await ask({ id: ['<'.repeat(3_000)], method: 'health' })).length).toBeLessThan(1_000)
})

test('a client that reads nothing but sends requests and pongs is disconnected at the second ping', async () => {
  const { open, dropped } = await startConnected([createLcd()])
  const [{ socket }, other] = [await open(), await open()]
  socket.pause()
  await vi.advanceTimersByTimeAsync(30_000)
  socket.pong(Buffer.alloc(8))
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health' }))
  await settle()
  expect(dropped).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(dropped).toEqual(['timeout'])
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('a client that does not respond to pings is disconnected', async () => {
  const { open, dropped } = await startConnected([createLcd()])
  const [idle, gone] = [await open(), await open()]
  gone.socket.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dropped).toEqual(['timeout'])
  expect(idle.socket.readyState).toBe(WebSocket.OPEN)
})

test.each([
  ['clients', { clients: 2 }],
  ['clients with the same address', { clientsPerAddress: 2 }],
])('refuses more %s than the limit, and accepts one after another has left', async (_, limits) => {
  const { open, dropped, clients } = await startConnected([createLcd()], { limits })
  const first = await open()
  await open()
  await expect(open()).rejects.toThrow('503')
  expect(dropped).toEqual(['limit'])

  first.socket.close()
  await until(() => clients.now === 1)
  await open()
})

test('clients behind a trusted proxy are counted by the address that the proxy reports', async () => {
  const { open } = await startConnected([createLcd()], {
    limits: { clientsPerAddress: 1 },
    server: { trustProxy: true },
  })
  const openFrom = (address: string) => open('/websocket', { headers: { 'x-forwarded-for': address } })

  await openFrom('192.0.2.1')
  await openFrom('192.0.2.2')
  await expect(openFrom('192.0.2.1')).rejects.toThrow('503')
})

test('disconnects clients that send too many or too large requests', async () => {
  const { open, dropped, clients } = await startConnected([createLcd()], {
    limits: { requests: 3 },
  })
  const [flood, large] = [await open(), await open()]
  for (let id = 1; id <= 4; id++) flood.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'health' }))
  large.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(5_000) }))

  expect(await until(flood.closed)).toEqual({ code: 1008, reason: 'too many requests' })
  expect((await until(large.closed)).code).toBe(1009)
  await until(() => clients.now === 0)
  expect(dropped.sort()).toEqual(['flood', 'protocol'])
})

test('refuses upgrades of other paths', async () => {
  const { open } = await startConnected([createLcd()])

  await expect(open('/intento/websocket')).rejects.toThrow('404')
})

test('a gateway without nodes for events refuses clients like a node without events', async () => {
  const { open, states } = await startGateway([])

  await expect(open()).rejects.toThrow('501')
  expect(states).toEqual(['stopped'])
})

test('a request that is not an upgrade gets the response of a node', async () => {
  const { fetch } = await startGateway([])
  const response = await fetch(`${url}/websocket`)

  expect([response.status, await response.text()]).toEqual([400, 'Bad Request\n'])
})

test('disconnects everyone when it closes', async () => {
  const lcd = createLcd()
  const { open, close } = await startConnected([lcd])
  const [client, stuck] = [await open(), await open()]
  stuck.socket.pause()

  const isClosed = close()
  expect(await until(client.closed)).toEqual({ code: 1001, reason: 'the gateway is shutting down' })
  await isClosed
  await until(() => lcd.sockets === 0)
})

test('opens no new connection if it closes while it checks whether its node is silent', async () => {
  const lcd = createLcd()
  const { events, close } = await startConnected([lcd])
  const checking = events.silent()
  await close()
  await until(checking)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lcd.sockets).toBe(0)
})
