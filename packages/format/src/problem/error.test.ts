import { createFlowClient, FlowQueryError, type FlowQueryErrorKind } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { describeError, explainError } from './error.js'

const kinds: readonly FlowQueryErrorKind[] = [
  'argument',
  'notFound',
  'unsupported',
  'tooLarge',
  'rateLimited',
  'node',
  'network',
  'timeout',
  'decode',
]

const answering = (body: string, status: number) =>
  createFlowClient({ lcd: 'https://lcd.example.org', fetch: async () => new Response(body, { status }), retries: 0 })

test.for(kinds)('a %s error is one or two sentences without URLs and code', kind => {
  const text = describeError(
    new FlowQueryError(kind, 'https://lcd.example.org answered 500: codespace intent code 302'),
  )
  expect(text).toMatch(/^[A-Z][\w ’,]+\.( [A-Z][\w ’,]+\.)?$/)
})

test('names what doesn’t exist', async () => {
  const client = createFlowClient({ lcd: 'http://localhost', fetch: createLcd().fetch })
  const errorOf = (request: Promise<unknown>) => request.then(() => expect.unreachable(), describeError)
  expect(await errorOf(client.flow({ id: 99999 }))).toBe('Flow 99999 doesn’t exist.')
  expect(await errorOf(client.flow({ id: 'abc' }))).toBe('This ID or address isn’t valid. Check it for typos.')
})

test('a web page is the response of another server, and a failing proxy is a problem of the node', async () => {
  const describe = (body: string, status: number) =>
    answering(body, status)
      .flow({ id: 1 })
      .then(() => expect.unreachable(), describeError)
  expect(await describe('<!doctype html>', 200)).toBe('The server at this address isn’t an Intento node.')
  expect(await describe('<!doctype html>', 404)).toBe('The server at this address isn’t an Intento node.')
  expect(await describe('<!doctype html>', 502)).toBe('The node can’t respond at the moment. Try again later.')
})

test('a limit of live connections is not a limit of requests', () => {
  const limited = (url: string) => describeError(new FlowQueryError('rateLimited', 'x', { url }))
  expect(limited('wss://rpc.example.org/websocket')).toBe(
    'The node accepts no more live connections. Updates arrive later.',
  )
  expect(limited('https://lcd.example.org')).toBe('The node receives too many requests. Try again in a moment.')
})

test.each([
  'failed to load state at height 5; version does not exist (latest height: 300)',
  'height 5 is not available, lowest height is 100',
  'cannot query with height in the future; please provide a valid height',
])('a node without the block: %s', async message => {
  const first = answering(JSON.stringify({ code: 3, message }), 400)
  const error = await first.flow({ id: 1 }).catch((error: unknown) => error)
  const text =
    'The node doesn’t have this block. It may have pruned the block, or not reached it yet. Choose another block or another node.'
  expect(describeError(error)).toBe(text)
  expect(describeError(new FlowQueryError('node', 'All endpoints failed', { cause: [error, error] }))).toBe(text)
})

test.each([
  [400, 'illegal base64 data at input byte 1', 'This part of the list doesn’t exist. Start again at the first page.'],
  [
    500,
    'prefixIterator invalid, cannot call Key()',
    'This part of the list doesn’t exist. Start again at the first page.',
  ],
  [
    400,
    'strconv.ParseUint: parsing "-1": invalid syntax',
    'This part of the list doesn’t exist. Start again at the first page.',
  ],
  [
    500,
    'codespace sdk code 18: invalid request: Baseapp.RegisterGRPCServer: invalid height header "x-cosmos-block-height"',
    'This block height isn’t valid. Use the number of a block.',
  ],
  [500, 'decoding bech32 failed: invalid separator index -1', 'This ID or address isn’t valid. Check it for typos.'],
])('an argument that a node rejects with %i: %s', async (status, message, text) => {
  const client = answering(JSON.stringify({ code: status === 400 ? 3 : 2, message }), status)
  expect(describeError(await client.flows().catch((error: unknown) => error))).toBe(text)
})

test('an argument that the client rejects', async () => {
  const client = answering('{}', 200)
  const describe = (request: Promise<unknown>) => request.then(() => expect.unreachable(), describeError)
  expect(await describe(client.flows({ limit: -1 }))).toMatch(/^This part of the list/)
  expect(await describe(client.flows({ height: -1 }))).toMatch(/^This block height/)
})

test('explainError returns the same text in two parts', () => {
  expect(explainError(new FlowQueryError('timeout', 'x'))).toEqual({
    title: 'The node doesn’t answer',
    help: 'Try again later.',
  })
})

test('without an error, returns undefined', () => {
  expect(describeError(null)).toBeUndefined()
})

test('for any other error, asks the visitor to reload the page', () => {
  expect(describeError(new TypeError('x is undefined'))).toBe('Something went wrong. Reload the page.')
})
