import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createFlowClient } from '@flow-query/core'
import {
  type EventsOptions,
  type FlowEvent,
  type FlowEventListener,
  flowSubscriptions,
  type LiveStatus,
  watchFlows,
} from '@flow-query/core/live'
import { createClock, createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { addEvents, type EventsSettings } from './events.js'

afterEach(() => {
  vi.restoreAllMocks()
})

async function serve(lcd: Lcd): Promise<string> {
  const served = await serveLcd(lcd)
  onTestFinished(served.close)
  return served.rpc
}

interface Options extends Partial<EventsSettings> {
  onEvents?: FlowEventListener['onEvents']
  server?: FastifyServerOptions
}

/** Starts a gateway that only forwards events. */
async function startGateway(rpc: string[], { onEvents, server, ...settings }: Options = {}) {
  const received: FlowEvent[] = []
  const states: LiveStatus['state'][] = []
  const dropped: string[] = []
  const clients = { now: 0 }
  const app = Fastify({ ...server } as FastifyServerOptions)
  const { events } = addEvents(app, {
    rpc,
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
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    events.close()
    await app.close()
  }
  onTestFinished(close)
  const isConnected = () => waitFor(() => expect(states.at(-1)).toBe('connected'))
  return { url, events, received, states, dropped, clients, isConnected, close }
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
  const isLive = () => expect.poll(() => statuses.at(-1)?.state).toBe('connected')
  return { statuses, received, isLive }
}

interface Wire {
  socket: WebSocket
  texts: string[]
  ask: (request: unknown) => Promise<string>
  subscribe: (firstId?: number) => Promise<void>
  closed: Promise<{ code: number; reason: string }>
}

/** Opens a WebSocket and records its messages. */
async function open(url: string): Promise<Wire> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
  const texts: string[] = []
  socket.on('message', data => texts.push(String(data)))
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  onTestFinished(() => socket.terminate())
  const ask = async (request: unknown) => {
    const response = once(socket, 'message')
    socket.send(typeof request === 'string' ? request : JSON.stringify({ jsonrpc: '2.0', ...(request as object) }))
    return String((await response)[0])
  }
  const subscribe = async (firstId = 1) => {
    for (const [index, query] of flowSubscriptions.entries())
      expect(await ask({ id: firstId + index, method: 'subscribe', params: { query } })).toContain('"result":{}')
  }
  return { socket, texts, ask, subscribe, closed }
}

test('responds to requests with the same bytes as a node', async () => {
  const rpc = await serve(createLcd())
  const { url } = await startConnected([rpc])
  const [node, gateway] = await Promise.all([open(rpc), open(url)])
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
  const { url } = await startConnected([await serve(createLcd())])
  const { socket, ask, texts } = await open(url)

  socket.send('{"jsonrpc":"2.0","method":"health"}')
  await ask({ id: 2, method: 'health' })
  expect(texts).toEqual(['{"jsonrpc":"2.0","id":2,"result":{}}'])
})

test('rejects subscriptions to anything but the events of flows', async () => {
  const { url } = await startConnected([await serve(createLcd())])
  const { ask } = await open(url)

  expect(JSON.parse(await ask({ id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } }))).toMatchObject(
    {
      id: 1,
      error: { code: -32603, data: expect.stringContaining('this gateway only accepts the queries') },
    },
  )
})

test('returns the status of the node, and sends one request for simultaneous clients', async () => {
  const rpc = await serve(createLcd({ clock: () => Date.parse('2026-11-20T21:00:00Z') }))
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await startConnected([rpc])
  const [node, one, other] = await Promise.all([open(rpc), open(url), open(url)])
  const request = { id: 1, method: 'status' }
  const expected = await node.ask(request)
  // The gateway forgets the response that showed the chain of the node.
  vi.setSystemTime(Date.now() + 2_000)

  const send = vi.spyOn(WebSocket.prototype, 'send')
  expect(await Promise.all([one.ask(request), other.ask(request)])).toEqual([expected, expected])
  const sent = send.mock.calls.filter(([data]) => String(data).includes('"method":"status","params"'))
  expect(sent).toHaveLength(1)
})

test('requests the status again after an event, because the response is from an earlier block', async () => {
  const lcd = createLcd({ flows: [{}], clock: createClock(Date.now()).now })
  const heights: number[] = []
  const heightOf = () => gateway.events.height()
  const gateway = await startGateway([await serve(lcd)], {
    onEvents: () => void heightOf().then(height => heights.push(height)),
  })
  await gateway.isConnected()
  await heightOf()

  lcd.execute('1')
  await expect.poll(() => heights).toEqual([lcd.height])
})

test('clients receive the same frames as clients of the node, over one connection to the node', async () => {
  const lcd = createLcd({ flows: [{}, { selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }] })
  const rpc = await serve(lcd)
  const { url } = await startConnected([rpc])
  const node = await open(rpc)
  await node.subscribe()
  const clients = await Promise.all(Array.from({ length: 20 }, () => open(url)))
  await Promise.all(clients.map(client => client.subscribe()))
  const other = await open(url)
  await other.subscribe(101)
  expect(lcd.sockets).toBe(2)

  lcd.execute('1')
  lcd.execute('2')
  lcd.answer('2')
  lcd.addFlow()
  lcd.updateFlow('1', { label: 'New <label>' })
  await expect.poll(() => node.texts.length).toBe(5 + 4)
  for (const { texts } of clients) await expect.poll(() => texts).toEqual(node.texts)
  const renumbered = node.texts.map(text => text.replace(/"id":(\d)/, '"id":10$1'))
  await expect.poll(() => other.texts).toEqual(renumbered)
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
  const node = new WebSocketServer({ port: 0 })
  onTestFinished(() => node.close())
  const recorded = recordedFrames().filter(({ result }) => flowSubscriptions.includes(result?.query ?? ''))
  const { port } = node.address() as AddressInfo
  node.on('connection', socket =>
    socket.on('message', data =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(String(data)).id, result: {} })),
    ),
  )
  const { url } = await startConnected([`http://127.0.0.1:${port}`])
  const { subscribe, texts } = await open(url)
  await subscribe()

  for (const frame of recorded)
    for (const socket of node.clients) socket.send(JSON.stringify(frame, null, format === 'compact' ? 0 : 2))
  await expect.poll(() => texts.length).toBe(5 + recorded.length)
  const ids = new Map(flowSubscriptions.map((query, index) => [query, index + 1]))
  expect(texts.slice(5)).toEqual(
    recorded.map(({ result }) => JSON.stringify({ jsonrpc: '2.0', id: ids.get(result?.query ?? ''), result })),
  )
})

test('events contain the transaction that answered each packet', async () => {
  const lcd = createLcd({ flows: [{ selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }] })
  const { url } = await startConnected([await serve(lcd)])
  const { received, isLive } = watch({ rpc: url, WebSocket })
  await isLive()

  lcd.execute('1')
  lcd.answer('1')
  const transaction = expect.stringMatching(/^[\dA-F]{64}$/)
  const answer = { transaction, packetSequences: lcd.history('1')[0]?.packetSequences }
  await expect.poll(() => received.at(-1)).toMatchObject({ type: 'acknowledged', id: '1', answer })
})

test('caches are invalidated before any client receives the event', async () => {
  const lcd = createLcd({ flows: [{}] })
  const log: string[] = []
  const { url } = await startConnected([await serve(lcd)], {
    onEvents: ([event]) => log.push(`invalidated ${event?.type}`),
  })
  const { subscribe, texts } = await open(url)
  await subscribe()
  const { send } = WebSocket.prototype
  vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...args: unknown[]) {
    if (Buffer.isBuffer(args[0]) && args[0].includes('flow-triggered')) log.push('sent')
    return Reflect.apply(send, this, args)
  })

  lcd.execute('1')
  await expect.poll(() => texts.length).toBe(6)
  expect(log).toEqual(['invalidated executed', 'sent'])
})

test('after an interruption, clients are closed and accepted again only after the caches were invalidated', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url, states, isConnected } = await startConnected([await serve(lcd)])
  const { subscribe, closed } = await open(url)
  await subscribe()

  lcd.disturb({ refuse: true })
  lcd.cut()
  expect(await closed).toEqual({ code: 1012, reason: 'events were interrupted' })
  await expect(open(url)).rejects.toThrow('503')
  expect(states).toEqual(expect.not.arrayContaining(['stopped']))

  lcd.recover()
  await isConnected()
  expect(states.at(-1)).toBe('connected')
  await (await open(url)).subscribe()
})

test('an invalid frame is not forwarded and counts as an interruption', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url } = await startConnected([await serve(lcd)])
  const { subscribe, closed, texts } = await open(url)
  await subscribe()

  lcd.disturb({ rewrite: frame => JSON.stringify(frame).slice(0, -5) })
  lcd.execute('1')
  expect((await closed).code).toBe(1012)
  expect(texts).toHaveLength(5)
})

test('interrupted clients are closed one after another, and receive events until then', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url, isConnected } = await startConnected([await serve(lcd)], { limits: { reconnectsPerSecond: 0.001 } })
  const [first, second] = [await open(url), await open(url)]
  await first.subscribe()
  await second.subscribe()

  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(0.5)
  lcd.cut()
  const closed = await Promise.race([first.closed.then(() => first), second.closed.then(() => second)])
  const other = closed === first ? second : first
  await isConnected()
  lcd.execute('1')
  await expect.poll(() => other.texts.length).toBe(6)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('the next node takes over when a node fails', async () => {
  const one = createLcd({ flows: [{}] })
  const two = createLcd({ flows: [{}] })
  const { url, isConnected, received } = await startConnected([await serve(one), await serve(two)])
  expect([one.sockets, two.sockets]).toEqual([1, 0])

  one.disturb({ refuse: true })
  one.cut()
  await expect.poll(() => two.sockets).toBe(1)
  await isConnected()
  const { subscribe, texts } = await open(url)
  await subscribe()
  two.execute('1')
  await expect.poll(() => texts.length).toBe(6)
  expect(received).toMatchObject([{ type: 'executed', id: '1' }])
})

test("core's client works as with a node: it reconnects after an interruption and reports events", async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url } = await startConnected([await serve(lcd)])
  const { statuses, received, isLive } = watch({
    ...createFlowClient({ lcd: url, rpc: url, timeout: 300_000 }),
    WebSocket,
  })
  await isLive()
  lcd.execute('1')
  await expect.poll(() => received.length).toBe(1)

  lcd.cut()
  await expect.poll(() => statuses.at(-1)?.state).toBe('reconnecting')
  expect(statuses.at(-1)?.error?.message).toContain('events were interrupted')
  await isLive()
  lcd.execute('1')
  await expect.poll(() => received.length).toBe(2)
})

test('parts of the same process share the connection to the node', async () => {
  const lcd = createLcd({ flows: [{}], clock: createClock(Date.now()).now })
  const { events } = await startConnected([await serve(lcd)])
  const { statuses, received, isLive } = watch({ events })
  await isLive()
  lcd.execute('1')
  await expect.poll(() => received.length).toBe(1)

  lcd.cut()
  await expect.poll(() => statuses.map(({ state }) => state)).toContain('reconnecting')
  await isLive()
  lcd.execute('1')
  await expect.poll(() => received.length).toBe(2)
  expect(await events.height()).toBe(lcd.height)
  expect(lcd.sockets).toBe(1)
})

test('a client that does not read is disconnected, and other clients keep receiving events', async () => {
  const lcd = createLcd({ flows: [{}] })
  const { url, dropped, clients } = await startConnected([await serve(lcd)], {
    limits: { queuedBytes: 100_000 },
  })
  const [slow, fast] = [await open(url), await open(url)]
  await slow.subscribe()
  await fast.subscribe()
  slow.socket.pause()

  lcd.disturb({ rewrite: frame => ({ ...frame, result: { ...frame.result, padding: 'x'.repeat(1_000_000) } }) })
  let executions = 0
  while (dropped.length === 0) {
    lcd.execute('1')
    executions++
    await expect.poll(() => fast.texts.length).toBe(5 + executions)
  }
  expect(dropped).toEqual(['slow'])
  await expect.poll(() => clients.now).toBe(1)
  expect(fast.socket.readyState).toBe(WebSocket.OPEN)
})

test('a client that requests responses and reads none of them is disconnected', async () => {
  const { url, dropped, clients } = await startConnected([await serve(createLcd())], {
    limits: { queuedBytes: 100_000, requests: 1_000_000 },
  })
  const { socket } = await open(url)
  socket.pause()
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status' })
  while (dropped.length === 0) {
    for (let sent = 0; sent < 100; sent++) socket.send(request)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  expect(dropped).toEqual(['slow'])
  await expect.poll(() => clients.now).toBe(0)
})

test('rejects an id that is longer than 128 characters, because each message would repeat it', async () => {
  const { url } = await startConnected([await serve(createLcd())])
  const { ask } = await open(url)
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
  const rpc = await serve(createLcd())
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, dropped } = await startConnected([rpc])
  const [{ socket }, other] = [await open(url), await open(url)]
  const pinged = new Promise(resolve => other.socket.once('ping', resolve))
  socket.pause()
  vi.advanceTimersByTime(30_000)
  socket.pong(Buffer.alloc(8))
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health' }))
  await pinged
  // The response shows that the gateway has received the pong of the other client, which was sent first.
  await other.ask({ id: 1, method: 'health' })
  vi.advanceTimersByTime(30_000)
  expect(dropped).toEqual(['timeout'])
})

test('a client that does not respond to pings is disconnected', async () => {
  const rpc = await serve(createLcd())
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, dropped } = await startConnected([rpc])
  const [idle, gone] = [await open(url), await open(url)]
  const pinged = new Promise(resolve => idle.socket.once('ping', resolve))
  gone.socket.pause()

  vi.advanceTimersByTime(30_000)
  await pinged
  // The response shows that the gateway has received the pong, which was sent first.
  await idle.ask({ id: 1, method: 'health' })
  vi.advanceTimersByTime(30_000)
  expect(dropped).toEqual(['timeout'])
  expect(idle.socket.readyState).toBe(WebSocket.OPEN)
})

test.each([
  ['clients', { clients: 2 }],
  ['clients with the same address', { clientsPerAddress: 2 }],
])('refuses more %s than the limit, and accepts one after another has left', async (_, limits) => {
  const { url, dropped, clients } = await startConnected([await serve(createLcd())], { limits })
  const first = await open(url)
  await open(url)
  await expect(open(url)).rejects.toThrow('503')
  expect(dropped).toEqual(['limit'])

  first.socket.close()
  await expect.poll(() => clients.now).toBe(1)
  await open(url)
})

test('clients behind a trusted proxy are counted by the address that the proxy reports', async () => {
  const { url } = await startConnected([await serve(createLcd())], {
    limits: { clientsPerAddress: 1 },
    server: { trustProxy: true },
  })
  const openFrom = (address: string) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, { headers: { 'x-forwarded-for': address } })
    onTestFinished(() => socket.terminate())
    return new Promise<string>(resolve => {
      socket.on('open', () => resolve('accepted'))
      socket.on('error', () => resolve('refused'))
    })
  }

  expect(await openFrom('192.0.2.1')).toBe('accepted')
  expect(await openFrom('192.0.2.2')).toBe('accepted')
  expect(await openFrom('192.0.2.1')).toBe('refused')
})

test('disconnects clients that send too many or too large requests', async () => {
  const { url, dropped, clients } = await startConnected([await serve(createLcd())], {
    limits: { requests: 3 },
  })
  const [flood, large] = [await open(url), await open(url)]
  for (let id = 1; id <= 4; id++) flood.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'health' }))
  large.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(5_000) }))

  expect(await flood.closed).toEqual({ code: 1008, reason: 'too many requests' })
  expect((await large.closed).code).toBe(1009)
  await expect.poll(() => clients.now).toBe(0)
  expect(dropped.sort()).toEqual(['flood', 'protocol'])
})

test('refuses upgrades of other paths', async () => {
  const { url } = await startConnected([await serve(createLcd())])

  await expect(open(`${url}/intento`)).rejects.toThrow('404')
})

test('a gateway without nodes for events refuses clients like a node without events', async () => {
  const { url, states } = await startGateway([])

  await expect(open(url)).rejects.toThrow('501')
  expect(states).toEqual(['stopped'])
})

test('a request that is not an upgrade gets the response of a node', async () => {
  const { url } = await startGateway([])
  const response = await fetch(`${url}/websocket`)

  expect([response.status, await response.text()]).toEqual([400, 'Bad Request\n'])
})

test('disconnects everyone when it closes', async () => {
  const lcd = createLcd()
  const { url, close } = await startConnected([await serve(lcd)])
  const [client, stuck] = [await open(url), await open(url)]
  stuck.socket.pause()

  const isClosed = close()
  expect(await client.closed).toEqual({ code: 1001, reason: 'the gateway is shutting down' })
  await isClosed
  await expect.poll(() => lcd.sockets).toBe(0)
})
