import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { recording } from '../../test/recording.js'
import { address, createClock, createLcd, type Execution, flow, type Lcd, type MemoryWebSocket } from '../index.js'
import { serveLcd } from '../serve.js'

const initialTime = '2026-11-20T21:00:00Z'
const executedQuery = "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"
const createdQuery = "tm.event='Tx' AND flow-created.flow-id EXISTS"
const updatedQuery = "tm.event='Tx' AND flow-updated.flow-id EXISTS"
const answeredQuery = "tm.event='Tx' AND acknowledge_packet.packet_src_port CONTAINS 'icacontroller-'"
const timedOutQuery = "tm.event='Tx' AND flow-msg-timed-out.flow-id EXISTS"
const allQueries = [executedQuery, createdQuery, updatedQuery, answeredQuery, timedOutQuery]

interface Message {
  id?: number | string
  error?: { code: number; message: string; data?: string }
  result?: { query?: string; data?: { type: string; value: { height?: string } }; events?: Record<string, string[]> }
}

/** A WebSocket over either transport, with the messages that it received. */
interface Wire {
  ask: (method: string, params?: unknown, id?: number | string) => Promise<Message>
  raw: (text: string) => void
  /** Resolves with the next message. */
  next: () => Promise<Message>
  texts: string[]
  socket: MemoryWebSocket | NodeWebSocket
  closed: Promise<{ code: number; wasClean: boolean }>
}

interface Transport {
  open: () => Promise<Wire>
  close: () => Promise<void>
}

function wire(socket: MemoryWebSocket | NodeWebSocket): Promise<Wire> {
  const waiting: ((text: string) => void)[] = []
  const unread: string[] = []
  const texts: string[] = []
  socket.onmessage = (event: { data: unknown }) => {
    const text = String(event.data)
    texts.push(text)
    const first = waiting.shift()
    if (first) first(text)
    else unread.push(text)
  }
  const next = async (): Promise<Message> => {
    const text = unread.shift() ?? (await new Promise<string>(resolve => waiting.push(resolve)))
    return JSON.parse(text)
  }
  const closed = new Promise<{ code: number; wasClean: boolean }>(resolve => {
    socket.onclose = (event: { code: number; wasClean: boolean }) =>
      resolve({ code: event.code, wasClean: event.wasClean })
  })
  const ask: Wire['ask'] = (method, params, id = 1) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return next()
  }
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('no connection'))
    socket.onopen = () => resolve({ ask, raw: text => socket.send(text), next, texts, socket, closed })
  })
}

const path = (rpc: string) => `${rpc.replace(/^http/, 'ws')}/websocket`
const transports: [string, (lcd: Lcd) => Promise<Transport>][] = [
  ['in memory', async lcd => ({ open: () => wire(new lcd.WebSocket(path(lcd.rpc))), close: async () => {} })],
  [
    'served',
    async lcd => {
      const { rpc, close } = await serveLcd(lcd)
      return { open: () => wire(new NodeWebSocket(path(rpc))), close }
    },
  ],
]

const interchain = {
  interval: '60s',
  selfHostedIca: { portId: `icacontroller-${address('owner')}`, connectionId: 'connection-0' },
}

describe.each(transports)('%s', (_, start) => {
  let lcd: Lcd
  let transport: Transport
  beforeEach(async () => {
    const clock = createClock(initialTime)
    const flows = [flow({ label: 'local' }, clock.now()), flow(interchain, clock.now())]
    lcd = createLcd({ flows, clock: clock.now })
    transport = await start(lcd)
  })
  afterEach(() => transport.close())

  const subscribed = async (...queries: string[]): Promise<Wire> => {
    const wire = await transport.open()
    for (const [index, query] of queries.entries()) await wire.ask('subscribe', { query }, index + 1)
    return wire
  }
  const eventsOf = ({ result }: Message) => result?.events ?? {}

  test('acknowledges five subscriptions and rejects a sixth, byte for byte as recorded', async () => {
    const wire = await subscribed(...allQueries)
    await wire.ask('subscribe', { query: "tm.event='NewBlock'" }, 6)
    const recorded = recording<unknown[]>('v1/events.json')
    expect(wire.texts[0]).toBe(JSON.stringify(recorded[0]))
    expect(wire.texts[5]).toBe(
      JSON.stringify(recorded.find(frame => typeof frame === 'object' && frame && 'error' in frame)),
    )
  })

  test.each<[string, (lcd: Lcd) => unknown, string, string, string]>([
    ['flow-triggered', lcd => lcd.execute(1), executedQuery, 'NewBlockEvents', '1'],
    ['flow-created', lcd => lcd.addFlow({ label: 'new' }), createdQuery, 'Tx', '3'],
    ['flow-updated', lcd => lcd.updateFlow(2, { label: 'x' }), updatedQuery, 'Tx', '2'],
  ])("the event %s contains the flow's ID and owner", async (type, act, query, kind, id) => {
    const wire = await subscribed(query)
    act(lcd)
    expect(await wire.next()).toMatchObject({
      id: 1,
      result: {
        query,
        events: { 'tm.event': [kind], [`${type}.flow-id`]: [id], [`${type}.owner`]: [lcd.flow(1)?.owner] },
      },
    })
  })

  test.each<[Execution, string, Record<string, string[]>]>([
    [{ outcome: 'succeeded' }, answeredQuery, { 'flow-msg-response.flow-id': ['2'] }],
    [
      { outcome: 'failed', error: 'error handling packet on host chain: no' },
      answeredQuery,
      { 'flow-error.flow-id': ['2'], 'flow-error.error': ['error handling packet on host chain: no'] },
    ],
    [{ outcome: 'timedOut' }, timedOutQuery, { 'flow-msg-timed-out.flow-id': ['2'] }],
  ])("reports the host chain's response: %j", async (answer, query, expected) => {
    lcd.execute(2, { outcome: 'unacknowledged' })
    const wire = await subscribed(query)
    lcd.answer(2, answer)
    expect(eventsOf(await wire.next())).toMatchObject(expected)
  })

  test("an execution is readable at its event's height when the event arrives, and not at the previous height", async () => {
    const wire = await subscribed(executedQuery)
    lcd.execute(1)
    const height = Number((await wire.next()).result?.data?.value.height)
    const ask = async (headers?: Record<string, string>) => {
      const answer = await lcd.fetch(`${lcd.url}/intento/intent/v1/flow-history/1`, headers ? { headers } : {})
      return (await answer.json()).history.length
    }
    const at = (height: number) => ask({ 'x-cosmos-block-height': String(height) })
    expect([await ask(), await at(height), await at(height - 1)]).toEqual([1, 1, 0])
    // A block does not change after it was sent, so the next change is in the next block.
    lcd.execute(1)
    expect((await wire.next()).result?.data?.value.height).toBe(String(height + 1))
  })

  test('delivers events when the clock advances, but none from before the subscription', async () => {
    lcd.execute(1)
    const wire = await subscribed(executedQuery)
    lcd.advance(3_700_000)
    const frames = [await wire.next(), await wire.next()]
    expect(frames.map(frame => eventsOf(frame)['flow-triggered.flow-id'])).toEqual([['2'], ['2']])
  })

  test('connections have separate subscriptions and ids', async () => {
    const one = await subscribed(createdQuery, executedQuery)
    const other = await subscribed(executedQuery)
    lcd.execute(1)
    expect([(await one.next()).id, (await other.next()).id]).toEqual([2, 1])
  })

  test('unsubscribe ends one subscription and unsubscribe_all ends the rest', async () => {
    const wire = await subscribed(createdQuery, updatedQuery, executedQuery)
    expect(await wire.ask('unsubscribe', { query: "tm.event = 'Tx'  AND flow-created.flow-id EXISTS" })).toMatchObject({
      result: {},
    })
    lcd.addFlow()
    lcd.updateFlow(1, {})
    expect((await wire.next()).result?.query).toBe(updatedQuery)
    await wire.ask('unsubscribe_all')
    lcd.execute(1)
    expect(await wire.ask('health', {}, 'later')).toEqual({ jsonrpc: '2.0', id: 'later', result: {} })
    expect((await wire.ask('unsubscribe_all')).error?.data).toBe('subscription not found')
  })

  const internal = (data: string) => ({ code: -32603, message: 'Internal error', data })
  const invalid = (why: string) => ({
    ...{ code: -32700, message: 'Parse error. Invalid JSON' },
    data: `error unmarshaling request: ${why}`,
  })
  test.each([
    ['{"id":1,"method":"nope"}', { code: -32601, message: 'Method not found' }],
    ['hello', invalid("invalid character 'h' looking for beginning of value")],
    ['{"id":', invalid('unexpected EOF')],
    ['{"id":1,"method":"subscribe"}', internal('failed to parse query: offset 0: EOF')],
    [
      '{"id":1,"method":"subscribe","params":{"query":5}}',
      internal('error converting json params to arguments: json: cannot unmarshal number into Go value of type string'),
    ],
    [`{"id":1,"method":"subscribe","params":["a.b='${'x'.repeat(512)}'"]}`, internal('maximum query length exceeded')],
    ['{"id":1,"method":"unsubscribe","params":["a.b EXISTS"]}', internal('subscription not found')],
  ])('rejects %s with the same error as CometBFT', async (text, error) => {
    const wire = await transport.open()
    wire.raw(text)
    expect(await wire.next()).toEqual({ jsonrpc: '2.0', ...(error.code !== -32700 && { id: 1 }), error })
  })

  test('rejects a duplicate query with different spacing and sends no response to a notification', async () => {
    const wire = await subscribed(executedQuery)
    expect((await wire.ask('subscribe', { query: executedQuery.replace('=', ' = ') })).error?.data).toBe(
      'already subscribed',
    )
    wire.raw('{"jsonrpc":"2.0","method":"health"}')
    expect(await wire.ask('status', {}, 9)).toMatchObject({
      id: 9,
      result: { sync_info: { latest_block_height: String(lcd.height), catching_up: false } },
    })
  })

  test('cut closes every connection abnormally, and clients can reconnect', async () => {
    const wires = [await subscribed(executedQuery), await subscribed()]
    expect(lcd.sockets).toBe(2)
    lcd.cut()
    expect(lcd.sockets).toBe(0)
    for (const { closed } of wires) expect(await closed).toEqual({ code: 1006, wasClean: false })
    const again = await subscribed(executedQuery)
    lcd.execute(1)
    expect(eventsOf(await again.next())['flow-triggered.flow-id']).toEqual(['1'])
  })

  test('removes a client that closes its connection', async () => {
    const wire = await subscribed(executedQuery)
    wire.socket.close(1000, 'done')
    expect(await wire.closed).toEqual({ code: 1000, wasClean: true })
    await until(() => lcd.sockets === 0)
  })

  describe('disturbances', () => {
    test('refuse: rejects connections until it ends', async () => {
      const end = lcd.disturb({ refuse: true })
      await expect(transport.open()).rejects.toThrow('no connection')
      end()
      expect((await (await transport.open()).ask('health')).result).toEqual({})
    })

    test('silent: sends events but no responses', async () => {
      lcd.disturb({ silent: true })
      const wire = await transport.open()
      wire.raw(JSON.stringify({ id: 1, method: 'subscribe', params: { query: executedQuery } }))
      wire.raw(JSON.stringify({ id: 2, method: 'subscribe', params: { query: createdQuery } }))
      await until(() => {
        lcd.execute(1)
        return wire.texts.length > 0
      })
      expect((await wire.next()).result?.query).toBe(executedQuery)
    })

    test('drop: loses a share of the events but no responses', async () => {
      const wire = await subscribed(updatedQuery)
      lcd.disturb({ drop: 0.5 })
      for (let times = 0; times < 100; times++) lcd.updateFlow(1, {})
      await wire.ask('health')
      lcd.recover()
      lcd.updateFlow(2, {})
      while (!wire.texts.some(text => text.includes('"flow-updated.flow-id":["2"]'))) await wire.next()
      const ones = wire.texts.filter(text => text.includes('"flow-updated.flow-id":["1"]')).length
      expect(ones).toBeGreaterThan(20)
      expect(ones).toBeLessThan(80)
    })

    test('repeat: sends each event the given number of extra times', async () => {
      const wire = await subscribed(updatedQuery)
      lcd.disturb({ repeat: 2 })
      lcd.updateFlow(1, {})
      const [first, ...others] = [await wire.next(), await wire.next(), await wire.next()]
      expect(others).toEqual([first, first])
    })

    test('garble: sends broken frames and keeps the connection open', async () => {
      const wire = await subscribed(updatedQuery)
      lcd.disturb({ garble: 1 })
      lcd.updateFlow(1, {})
      await expect(wire.next()).rejects.toThrow(SyntaxError)
      lcd.recover()
      lcd.updateFlow(1, {})
      expect((await wire.next()).result?.query).toBe(updatedQuery)
    })

    test('rewrite: replaces or drops events and leaves responses unchanged', async () => {
      const wire = await subscribed(executedQuery)
      lcd.disturb({
        rewrite: ({ result, ...frame }) => ({
          ...frame,
          result: {
            ...result,
            data: { ...result.data, value: { ...result.data.value, height: String(2n ** 60n) } },
            events: { ...result.events, 'flow-triggered.flow-id': [1] },
          },
        }),
      })
      lcd.execute(1)
      const { result } = await wire.next()
      expect(result?.data?.value.height).toBe('1152921504606846976')
      expect(result?.events?.['flow-triggered.flow-id']).toEqual([1])

      lcd.disturb({
        rewrite: frame => (frame.result.events['flow-triggered.flow-id']?.includes('1') ? undefined : 'x'),
      })
      lcd.execute(1)
      expect((await wire.ask('health')).result).toEqual({})
      lcd.execute(2)
      await expect(wire.next()).rejects.toThrow(SyntaxError)
    })

    test('delay: delays frames and keeps their order after it ends', async () => {
      const wire = await subscribed(updatedQuery, createdQuery)
      const end = lcd.disturb({ delay: 20 })
      lcd.updateFlow(1, {})
      await new Promise<void>(resolve => queueMicrotask(resolve))
      end()
      lcd.addFlow()
      expect([(await wire.next()).result?.query, (await wire.next()).result?.query]).toEqual([
        updatedQuery,
        createdQuery,
      ])
    })
  })
})

test('sends a transaction with an acknowledgement and a timeout once to each matching subscription', async () => {
  const clock = createClock(initialTime)
  const lcd = createLcd({ flows: [interchain, interchain].map(one => flow(one, clock.now())), clock: clock.now })
  const socket = await wire(new lcd.WebSocket(path(lcd.rpc)))
  for (const id of [1, 2]) lcd.execute(id, { outcome: 'unacknowledged' })
  await socket.ask('subscribe', { query: answeredQuery }, 4)
  await socket.ask('subscribe', { query: timedOutQuery }, 5)
  lcd.answer(1)
  lcd.answer(2, { outcome: 'timedOut' })
  const frames = [await socket.next(), await socket.next()]
  expect(frames.map(({ id }) => id)).toEqual([4, 5])
  for (const { result } of frames)
    expect(result?.events).toMatchObject({ 'flow-msg-response.flow-id': ['1'], 'flow-msg-timed-out.flow-id': ['2'] })
})

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise(resolve => setTimeout(resolve, 1))
}
