import { address, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { recordedLcd, recording, versionOf } from '../test/recordings.js'
import { type FlowClient, FlowQueryError, type FlowsArgs, isFlowQueryError } from './index.js'

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const noFlows = 'into1gkh76w0nwemx8gv2alaqqy394jcjstay78pxty'

describe.each(['v1', 'v1beta1'] as const)('%s: error kinds', folder => {
  const lcd = recordedLcd(folder)
  const client = clientOf(lcd, { versions: [versionOf(folder)] })
  const base = `${lcd.url}/intento/intent/${folder}`
  const requestCount = () => lcd.requests.length

  test('flow: rejects with notFound for an unknown id', async () => {
    for (const id of ['999', 0, 18446744073709551615n]) {
      const error = await errorOf(client.flow({ id }))
      expect(error).toMatchObject({
        kind: 'notFound',
        status: 500,
        code: 2,
        codespace: 'intent',
        codespaceCode: folder === 'v1' ? 302 : 16,
        url: `${base}/flow/${id}`,
        retryable: false,
      })
      expect(error.message).toBe(
        `${base}/flow/${id} answered 500: codespace intent code ${error.codespaceCode}: not found: flow. Check the ID, the address, \`key\` and \`height\`.`,
      )
    }
  })

  test('flowsForOwner: rejects the address of another chain with argument', async () => {
    const before = requestCount()
    const error = await errorOf(client.flowsForOwner({ owner: address('somebody', 'cosmos') }))
    expect(error).toMatchObject({ kind: 'argument', status: 500, code: 2, retryable: false })
    expect(error.message).toContain('invalid Bech32 prefix; expected into, got cosmos')
    expect(requestCount()).toBe(before + 1)
  })

  test('flowsForOwner: returns an empty page for an owner without flows', async () => {
    expect(await client.flowsForOwner({ owner: noFlows })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('ica: rejects with notFound if the account does not exist', async () => {
    const error = await errorOf(client.ica({ owner: noFlows, connectionId: 'connection-0' }))
    expect(error).toMatchObject({ kind: 'notFound', status: 404, code: 5, retryable: false })
    expect(error).toMatchObject({ codespace: undefined, codespaceCode: undefined })
    expect(error.message).toContain('no account found for connectionID: connection-0')
  })

  test('flows: rejects with argument if the key is not base64', async () => {
    for (const key of ['!!!', 'AAAAAAAAAAY', '💥', '\ud800']) {
      const before = requestCount()
      const error = await errorOf(client.flows({ key }))
      expect(error).toMatchObject({ kind: 'argument', status: 400, code: 3, retryable: false })
      expect(error.message).toContain('illegal base64 data')
      expect(requestCount()).toBe(before + 1)
    }
  })

  test('flows: rejects with argument for the key of the last flow with `reverse`', async () => {
    const before = requestCount()
    const error = await errorOf(client.flows({ reverse: true, key: 'AAAAAAAAAA8=' }))
    expect(error).toMatchObject({ kind: 'argument', status: 500, code: 13, retryable: false })
    expect(error.message).toContain('prefixIterator invalid')
    expect(requestCount()).toBe(before + 1)
  })

  test('a height in the future causes a node error that is not retried', async () => {
    const before = requestCount()
    const error = await errorOf(client.flow({ id: 1, height: 99_999_999 }))
    expect(error).toMatchObject({
      kind: 'node',
      status: 500,
      code: 2,
      codespace: 'sdk',
      codespaceCode: 26,
      retryable: false,
    })
    expect(error.message).toContain('cannot query with height in the future')
    expect(requestCount()).toBe(before + 1)
  })

  test('a pruned height causes a node error with advice', async () => {
    const message = 'failed to load state at height 5; version does not exist (latest height: 300)'
    const client = answeredWith(JSON.stringify({ code: 2, message, details: [] }), { status: 500 })
    const error = await errorOf(client.flow({ id: 1, height: 5 }))
    expect(error).toMatchObject({ kind: 'node', retryable: false })
    expect(error.message).toContain(`answered 500: ${message}. Use another \`height\` or another LCD.`)
  })

  test('flow: rejects with notFound at a height before the flow existed', async () => {
    const [, exchange] = recording(folder, 'at-height.json')
    const client = answeredWith(exchange?.response.body ?? '', { status: 500 }, { versions: [versionOf(folder)] })
    expect(await errorOf(client.flow({ id: 1, height: 5 }))).toMatchObject({ kind: 'notFound' })
  })

  test('rejects with unsupported and advice for a query that the node does not support', async () => {
    const other = folder === 'v1' ? 'v1beta1' : 'v1'
    for (const read of [
      (client: FlowClient) => client.params(),
      (client: FlowClient) => client.flows(),
      (client: FlowClient) => client.flowsForOwner({ owner }),
      (client: FlowClient) => client.flowHistory({ id: 1 }),
    ]) {
      const error = await errorOf(read(clientOf(lcd, { versions: [versionOf(other)] })))
      expect(error).toMatchObject({ kind: 'unsupported', status: 501, code: 12, retryable: false })
      expect(error.message).toMatch(/answered 501: Not Implemented\. Check `versions` and `service`\.$/)
    }
  })
})

describe('a response that exceeds the limit of the node', () => {
  const [, tooLarge] = recording('v1', '65000-flows.json')
  const { body, status } = tooLarge?.response ?? { body: '', status: 0 }

  test('flows: causes tooLarge with advice, despite status 429, and is not retried', async () => {
    let requests = 0
    const fetch = async () => {
      requests++
      return new Response(body, { status, headers: { 'retry-after': '1' } })
    }
    const error = await errorOf(answeredWith(null, {}, { fetch, retries: 5 }).flows({ limit: 100_000 }))
    expect(error).toMatchObject({ kind: 'tooLarge', status: 429, code: 8, retryable: false })
    expect(error.message).toMatch(/received message larger than max .*\. Set a smaller `limit`\.$/)
    expect(requests).toBe(1)
  })

  test('flows: other messages with the same code cause rateLimited', async () => {
    const busy = '{"code":8, "message":"too many requests", "details":[]}'
    const error = await errorOf(answeredWith(busy, { status: 429 }).flows())
    expect(error).toMatchObject({ kind: 'rateLimited', code: 8, retryable: true })
  })
})

describe('invalid arguments are rejected without sending a request', () => {
  const never: typeof fetch = () => Promise.reject(new Error('a request was sent'))
  const client = answeredWith(null, {}, { fetch: never })

  test.each<[string, FlowsArgs]>([
    ['a key with an offset', { key: 'AAAAAAAAAAY=', offset: 2 }],
    ['a key with an offset of 0', { key: 'AAAAAAAAAAY=', offset: 0 }],
    ...[0, -1, 1.5, Number.NaN, 2 ** 53].map((limit): [string, FlowsArgs] => [`a limit of ${limit}`, { limit }]),
    ...[-1, Number.NaN].map((offset): [string, FlowsArgs] => [`an offset of ${offset}`, { offset }]),
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map((height): [string, FlowsArgs] => [
      `a height of ${height}`,
      { height },
    ]),
  ])('%s', async (_, args) => {
    const queries = [
      client.flows(args),
      client.flowsForOwner({ owner, ...args }),
      client.flowHistory({ id: 1, ...args }),
    ]
    for (const error of await Promise.all(queries.map(errorOf))) {
      expect(error).toMatchObject({ kind: 'argument', retryable: false })
    }
  })

  test.each(['', ' ', '\t'])('a blank owner (%j) or connection', async blank => {
    expect(await errorOf(client.flowsForOwner({ owner: blank }))).toMatchObject({ kind: 'argument' })
    expect(await errorOf(client.ica({ owner: blank, connectionId: 'connection-0' }))).toMatchObject({
      kind: 'argument',
    })
    expect(await errorOf(client.ica({ owner, connectionId: blank }))).toMatchObject({ kind: 'argument' })
  })

  test('the message describes the expected argument, with an example', async () => {
    expect((await errorOf(client.flow({ id: -1 }))).message).toBe('`id` must be a uint64 such as 14, got -1.')
    expect((await errorOf(client.flows({ limit: 0 }))).message).toBe(
      '`limit` must be an integer of at least 1, such as 100, got 0.',
    )
    expect((await errorOf(client.flowsForOwner({ owner: 'a/b' }))).message).toBe(
      '`owner` must be a bech32 address such as into1…, got a/b. Check the address for typos.',
    )
  })

  test.each([
    ['a wrong last character', `${noFlows.slice(0, -1)}q`],
    ['two swapped characters', noFlows.replace('h7', '7h')],
    ['a missing character', noFlows.slice(0, -1)],
    ['a shortened address', 'into1gkh76…tay78pxty'],
    ['a character that addresses never contain', noFlows.replace('k', 'b')],
    ['mixed case', noFlows.replace('into', 'Into')],
    ['no prefix', noFlows.slice(noFlows.indexOf('1'))],
    ['no data', 'into1'],
    ['a flow ID', '14'],
    ['a path', '../params'],
  ])('an address with %s', async (_, mistyped) => {
    const queries = [
      client.flowsForOwner({ owner: mistyped }),
      client.ica({ owner: mistyped, connectionId: 'connection-0' }),
      client.trustlessAgent({ agentAddress: mistyped }),
      client.trustlessAgentsForAdmin({ feeAdmin: mistyped }),
    ]
    for (const error of await Promise.all(queries.map(errorOf))) {
      expect(error).toMatchObject({ kind: 'argument', retryable: false })
      expect(error.message).toMatch(/must be a bech32 address such as into1…, got .* Check the address for typos\.$/)
    }
  })

  test.each(['flow', 'flowsForOwner', 'flowHistory', 'ica', 'trustlessAgent', 'trustlessAgentsForAdmin'] as const)(
    '%s without arguments: the message names the missing argument, with an example',
    async query => {
      for (const nothing of [undefined, null, {}]) {
        const error = await errorOf(client[query](nothing as never))
        expect(error).toMatchObject({
          kind: 'argument',
          message: expect.stringMatching(/such as .*, got undefined/),
        })
      }
    },
  )

  test('all errors of the kinds `argument` and `notFound` contain advice', async () => {
    const node = clientOf(createLcd({ flows: [] }))
    const errors = await Promise.all(
      [
        node.flow({ id: 99 }),
        node.ica({ owner, connectionId: 'connection-7' }),
        node.trustlessAgent({ agentAddress: owner }),
        node.flowsForOwner({ owner: 'into1abc' }),
        node.flows({ key: 'AAAAAAAAAAE=', offset: 2 }),
        node.flows({ key: '%' }),
      ].map(errorOf),
    )
    for (const { message } of errors) expect(message).toMatch(/Check the |: remove one/)
    expect(new Set(errors.map(({ kind }) => kind))).toEqual(new Set(['argument', 'notFound']))
  })
})

describe('responses of proxies and other servers', () => {
  const html = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

  test.each([
    [200, 'node', false],
    [403, 'node', false],
    [404, 'node', false],
    [429, 'rateLimited', true],
    [500, 'node', true],
    [501, 'unsupported', false],
    [502, 'node', true],
    [503, 'node', true],
    [504, 'node', true],
  ])('HTML from a proxy, status %i: %s, retryable %s', async (status, kind, retryable) => {
    const error = await errorOf(answeredWith(html, { status }).params())
    expect(error).toMatchObject({ kind, status, retryable, code: undefined })
    expect(error.message).toContain(`answered ${status}: <html><head><title>502 Bad Gateway`)
  })

  test('the message contains only the first 200 characters of a page', async () => {
    const { message } = await errorOf(answeredWith(`\n\n  ${'x'.repeat(100_000)}`).params())
    expect(message).toMatch(/answered 200: x{200}\. Try another LCD\.$/)
  })

  test('a script of a page is not incomplete JSON', async () => {
    const error = await errorOf(answeredWith('<script>{"page": 1}</script>', { status: 404 }).params())
    expect(error).toMatchObject({ kind: 'node', retryable: false })
  })

  test('the message contains only the first 1,000 characters of an error of the node', async () => {
    const { message } = await errorOf(answeredWith(JSON.stringify({ code: 2, message: 'x'.repeat(100_000) })).params())
    expect(message).toMatch(/answered 200: x{1000}\. /)
  })

  test.each(['', ' \n '])('an empty body (%j) causes a node error', async body => {
    for (const status of [200, 502]) {
      const error = await errorOf(answeredWith(body, { status }).params())
      expect(error).toMatchObject({ kind: 'node', status, retryable: status === 502 })
      expect(error.message).toContain(`answered ${status}: an empty body`)
    }
  })

  test.each(['{}', '[]', 'null', '42', '"ok"', '{"status":"ok"}', '{"jsonrpc":"2.0","id":-1,"result":{}}'])(
    'the JSON of another service (%s) causes a decode error',
    async body => {
      const client = answeredWith(body)
      const queries = [
        client.params(),
        client.flow({ id: 1 }),
        client.flows(),
        client.ica({ owner, connectionId: 'c' }),
      ]
      for (const error of await Promise.all(queries.map(errorOf))) {
        expect(error).toMatchObject({ kind: 'decode', retryable: false })
        expect(error.message).toMatch(
          /^(params|flow|flows|interchain_account_address|the body) of https:.* (not an? |is missing)/,
        )
      }
    },
  )

  test.each([
    [404, '{"message":"no Route matched with those values"}', 'node', false],
    [404, '{"code":404,"message":"Not Found"}', 'node', false],
    [502, '{"error":"bad gateway"}', 'node', true],
    [503, '{"code":14,"message":"connection error"}', 'node', true],
    [429, '{"error":{"code":"rate_limited"}}', 'rateLimited', true],
    [429, '{"code":429,"message":"API rate limit exceeded"}', 'rateLimited', true],
    [500, '[]', 'node', true],
    [500, '{"code":5,"message":{"toString":null}}', 'node', true],
    [500, '{"code":"5","message":"not found"}', 'node', true],
  ])('JSON with status %i (%s): %s, retryable %s', async (status, body, kind, retryable) => {
    const error = await errorOf(answeredWith(body, { status }).params())
    expect(error).toMatchObject({ kind, status, retryable })
  })

  test.each([
    [2, 'codespace sdk code 7: invalid address: into1', 'argument'],
    [2, 'codespace sdk code 18: invalid request: invalid height header', 'argument'],
    [2, 'decoding bech32 failed: invalid checksum (expected abcdef got uvwxyz)', 'argument'],
    [2, 'invalid Bech32 prefix; expected into, got cosmos', 'argument'],
    [2, 'empty address string is not allowed', 'argument'],
    [2, 'invalid request, either offset or key is expected, got both', 'argument'],
    [2, 'paginate: invalid request, either offset or key is expected, got both', 'argument'],
    [2, 'prefixIterator invalid, cannot call Key()', 'argument'],
    [2, 'codespace intent code 302: not found: flow', 'notFound'],
    [2, 'codespace sdk code 38: not found: account', 'notFound'],
    [2, 'codespace sdk code 26: invalid height: cannot query with height in the future', 'node'],
    [3, 'failed to load state at height 5; version does not exist', 'node'],
    [5, 'failed to load state at height 5; version does not exist', 'node'],
    [2, 'codespace sdk code 71: invalid: x', 'node'],
    [2, 'runtime error: invalid memory address or nil pointer dereference', 'node'],
    [2, 'the page was not found', 'node'],
    [3, 'invalid request', 'argument'],
    [5, 'no account found', 'notFound'],
    [8, 'grpc: received message larger than max (2 vs. 1)', 'tooLarge'],
    [8, 'resource exhausted', 'rateLimited'],
    [12, 'Not Implemented', 'unsupported'],
  ])('code %i with %j causes %s, regardless of the status', async (code, message, kind) => {
    for (const status of [200, 400, 404, 500]) {
      const error = await errorOf(answeredWith(JSON.stringify({ code, message }), { status }).params())
      expect(error).toMatchObject({ kind, status, code })
    }
  })

  test.each([
    'codespace sdk code 38: not found: failed to load state at height 5; version mismatch on immutable IAVL tree; version does not exist. Version has either been pruned, or is for a future block height (latest height: 300)',
    'codespace sdk code 18: invalid request: failed to load state at height 5; no commit info found (latest height: 300)',
    'height 5 is not available, lowest height is 100',
    'height not available, lowest height is 100',
    'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height',
    'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    'version does not exist',
    'iavl: version not found',
    'could not find state for height 5',
    'could not find results for height #5',
    'state for block 5 was pruned',
    'requested block height is bigger then the chain length',
    'height 999 must be less than or equal to the current blockchain height 300',
  ])('a request for a block that the node lacks is not retried: %s', async message => {
    const rpc = { jsonrpc: '2.0', id: -1, error: { code: -32603, message: 'Internal error', data: message } }
    for (const body of [...[2, 3, 5, 8, 13].map(code => ({ code, message, details: [] })), rpc, message])
      for (const status of [400, 404, 500, 503]) {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        const error = await errorOf(answeredWith(text, { status }).params())
        expect(error).toMatchObject({ kind: 'node', status, retryable: false })
        expect(error.advice).toBe('Use another `height` or another LCD.')
      }
  })

  test.each([200, 400, 404, 500])('incomplete JSON with status %i causes a retryable network error', async status => {
    const error = await errorOf(answeredWith('{"code":5, "mess', { status }).params())
    expect(error).toMatchObject({ kind: 'network', status, retryable: true })
  })
})

describe('FlowQueryError', () => {
  test('is an Error with a name, and isFlowQueryError checks its kind', () => {
    const error = new FlowQueryError('notFound', 'nothing here', { status: 500 })
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toBe(`FlowQueryError: nothing here. ${error.advice}`)
    expect(error).toMatchObject({ kind: 'notFound', status: 500, retryable: false })
    expect(isFlowQueryError(error)).toBe(true)
    expect(isFlowQueryError(error, 'notFound')).toBe(true)
    expect(isFlowQueryError(error, 'node')).toBe(false)
  })

  test('isFlowQueryError returns false for other values', () => {
    for (const other of [undefined, null, 'FlowQueryError', { name: 'FlowQueryError', kind: 'node' }, new Error('x')]) {
      expect(isFlowQueryError(other)).toBe(false)
    }
  })
})
