import { beforeEach, describe, expect, test } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { recording } from '../../test/recording.js'
import {
  allQueries,
  answeredQuery,
  createdQuery,
  executedQuery,
  type Message,
  openWire,
  timedOutQuery,
  updatedQuery,
  type Wire,
} from '../../test/wire.js'
import { address, createClock, createLcd, type Execution, flow, type Lcd } from '../index.js'

const initialTime = '2026-11-20T21:00:00Z'
const interchain = {
  interval: '60s',
  selfHostedIca: { portId: `icacontroller-${address('owner')}`, connectionId: 'connection-0' },
}

let lcd: Lcd
beforeEach(() => {
  const clock = createClock(initialTime)
  const flows = [flow({ label: 'local' }, clock.now()), flow(interchain, clock.now())]
  lcd = createLcd({ flows, clock: clock.now })
})

const open = () => openWire(new lcd.WebSocket('ws://node.test/websocket'))
const subscribed = async (...queries: string[]): Promise<Wire> => {
  const wire = await open()
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
  const wire = await open()
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
  expect(lcd.sockets).toBe(0)
})

describe('disturbances', () => {
  test('refuse: rejects connections until it ends', async () => {
    const end = lcd.disturb({ refuse: true })
    await expect(open()).rejects.toThrow('no connection')
    end()
    expect((await (await open()).ask('health')).result).toEqual({})
  })

  test('silent: sends events but no responses', async () => {
    lcd.disturb({ silent: true })
    const wire = await open()
    wire.raw(JSON.stringify({ id: 1, method: 'subscribe', params: { query: executedQuery } }))
    wire.raw(JSON.stringify({ id: 2, method: 'subscribe', params: { query: createdQuery } }))
    await settle()
    lcd.execute(1)
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
    const received = [await until(wire.next()), await until(wire.next())]
    expect(received.map(({ result }) => result?.query)).toEqual([updatedQuery, createdQuery])
  })
})

test('sends a transaction with an acknowledgement and a timeout once to each matching subscription', async () => {
  const clock = createClock(initialTime)
  const lcd = createLcd({ flows: [interchain, interchain].map(one => flow(one, clock.now())), clock: clock.now })
  const socket = await openWire(new lcd.WebSocket('ws://node.test/websocket'))
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
