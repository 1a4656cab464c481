import { address } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { answeredWith, clientOf, errorOf } from '../test/client.js'
import { recordedLcd, recording, versionOf } from '../test/recordings.js'
import { type FlowClient, FlowQueryError, isFlowQueryError, type PageArgs } from './index.js'

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const noFlows = 'into1gkh76w0nwemx8gv2alaqqy394jcjstay78pxty'

describe.each(['v1', 'v1beta1'] as const)('%s: what the node says, by what can be done about it', folder => {
  const lcd = recordedLcd(folder)
  const client = clientOf(lcd, { versions: [versionOf(folder)] })
  const base = `${lcd.url}/intento/intent/${folder}`
  const asked = () => lcd.requests.length

  test('flow: an id that no flow has is notFound', async () => {
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
        `${base}/flow/${id} answered 500: codespace intent code ${error.codespaceCode}: not found: flow.`,
      )
    }
  })

  test('flow: what is no uint64 is an argument error, and never sent', async () => {
    const before = asked()
    for (const id of ['abc', '-1', '+1', '0x1', '1e0', '18446744073709551616', '', '1/']) {
      expect(await errorOf(client.flow({ id }))).toMatchObject({ kind: 'argument' })
    }
    expect(asked()).toBe(before)
  })

  test('flow: 007 is 7', async () => {
    expect((await client.flow({ id: '007' })).id).toBe('7')
    expect(lcd.requests.at(-1)?.target).toBe(`/intento/intent/${folder}/flow/7`)
  })

  test('flowHistory: an unknown flow has an empty one', async () => {
    expect(await client.flowHistory({ id: 999 })).toEqual({ history: [], nextKey: null, total: null })
  })

  test('flowsForOwner: what is not bech32 is an argument error', async () => {
    for (const owner of ['into1xyz', 'cosmos1abc', 'nope', 'x', `${noFlows.slice(0, -1)}q`]) {
      const before = asked()
      const error = await errorOf(client.flowsForOwner({ owner }))
      expect(error).toMatchObject({ kind: 'argument', status: 500, code: 2, retryable: false })
      expect(error.message).toContain('decoding bech32 failed')
      expect(asked()).toBe(before + 1)
    }
  })

  test('flowsForOwner: an address of another chain is an argument error', async () => {
    const error = await errorOf(client.flowsForOwner({ owner: address('somebody', 'cosmos') }))
    expect(error).toMatchObject({ kind: 'argument', status: 500, retryable: false })
    expect(error.message).toContain('invalid Bech32 prefix; expected into, got cosmos')
  })

  test('flowsForOwner: a blank owner is an argument error, and never sent', async () => {
    const before = asked()
    for (const owner of ['', ' ', '\t']) {
      expect(await errorOf(client.flowsForOwner({ owner }))).toMatchObject({ kind: 'argument' })
    }
    expect(asked()).toBe(before)
  })

  test('flowsForOwner: an owner without flows has none', async () => {
    expect(await client.flowsForOwner({ owner: noFlows })).toEqual({ flows: [], nextKey: null, total: null })
  })

  test('ica: no account is notFound', async () => {
    const error = await errorOf(client.ica({ owner: noFlows, connectionId: 'connection-0' }))
    expect(error).toMatchObject({ kind: 'notFound', status: 404, code: 5, retryable: false })
    expect(error).toMatchObject({ codespace: undefined, codespaceCode: undefined })
    expect(error.message).toContain('no account found for connectionID: connection-0')
  })

  test('ica: no owner or no connection is an argument error, and never sent', async () => {
    const before = asked()
    expect(await errorOf(client.ica({ owner: '', connectionId: 'connection-0' }))).toMatchObject({ kind: 'argument' })
    expect(await errorOf(client.ica({ owner, connectionId: '' }))).toMatchObject({ kind: 'argument' })
    expect(asked()).toBe(before)
  })

  test('flows: a key that is no base64 is an argument error', async () => {
    for (const key of ['!!!', 'AAAAAAAAAAY', '💥', '\ud800']) {
      const before = asked()
      const error = await errorOf(client.flows({ key }))
      expect(error).toMatchObject({ kind: 'argument', status: 400, code: 3, retryable: false })
      expect(error.message).toContain('illegal base64 data')
      expect(asked()).toBe(before + 1)
    }
  })

  test('flows: backwards from the key of the very last is an argument error', async () => {
    const before = asked()
    const error = await errorOf(client.flows({ reverse: true, key: 'AAAAAAAAAA8=' }))
    expect(error).toMatchObject({ kind: 'argument', status: 500, code: 13, retryable: false })
    expect(error.message).toContain('prefixIterator invalid')
    expect(asked()).toBe(before + 1)
  })

  test('a height in the future is a node error, not worth another try', async () => {
    const before = asked()
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
    expect(asked()).toBe(before + 1)
  })

  test('a height that the node has pruned is a node error that says so, and what to do', async () => {
    const message = 'failed to load state at height 5; version does not exist (latest height: 300)'
    const client = answeredWith(JSON.stringify({ code: 2, message, details: [] }), { status: 500 })
    const error = await errorOf(client.flow({ id: 1, height: 5 }))
    expect(error).toMatchObject({ kind: 'node', retryable: false })
    expect(error.message).toContain(`answered 500: ${message}. Try another LCD.`)
  })

  test('flow: before it existed it is notFound', async () => {
    const [, exchange] = recording(folder, 'at-height.json')
    const client = answeredWith(exchange?.response.body ?? '', { status: 500 }, { versions: [versionOf(folder)] })
    expect(await errorOf(client.flow({ id: 1, height: 5 }))).toMatchObject({ kind: 'notFound' })
  })

  test('a height that is none is an argument error, and never sent', async () => {
    const before = asked()
    for (const height of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await errorOf(client.params({ height }))).toMatchObject({ kind: 'argument' })
    }
    expect(asked()).toBe(before)
  })

  test('a query that the node does not serve is unsupported, and says what to check', async () => {
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

describe('status 500, code 2: the message decides', () => {
  test.each([
    ['argument', 'codespace sdk code 7: invalid address: into1'],
    ['argument', 'codespace sdk code 18: invalid request: invalid height header'],
    ['argument', 'decoding bech32 failed: invalid checksum (expected abcdef got uvwxyz)'],
    ['argument', 'invalid Bech32 prefix; expected into, got cosmos'],
    ['argument', 'empty address string is not allowed'],
    ['argument', 'invalid request, either offset or key is expected, got both'],
    ['argument', 'paginate: invalid request, either offset or key is expected, got both'],
    ['argument', 'prefixIterator invalid, cannot call Key()'],
    ['notFound', 'codespace intent code 302: not found: flow'],
    ['notFound', 'codespace sdk code 38: not found: account'],
    ['node', 'codespace sdk code 26: invalid height: cannot query with height in the future'],
    ['node', 'codespace sdk code 71: invalid: x'],
    ['node', 'runtime error: invalid memory address or nil pointer dereference'],
    ['node', 'the page was not found'],
  ])('%s: %s', async (kind, message) => {
    const body = JSON.stringify({ code: 2, message, details: [] })
    expect(await errorOf(answeredWith(body, { status: 500 }).params())).toMatchObject({ kind, retryable: false })
  })
})

describe('an answer over the limit of a node', () => {
  const [, tooLarge] = recording('v1', '65000-flows.json')
  const { body, status } = tooLarge?.response ?? { body: '', status: 0 }

  test('flows: is tooLarge in spite of its status 429, says what to do, and is asked for once', async () => {
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

  test('flows: other messages of that code are rate limits', async () => {
    const busy = '{"code":8, "message":"too many requests", "details":[]}'
    const error = await errorOf(answeredWith(busy, { status: 429 }).flows())
    expect(error).toMatchObject({ kind: 'rateLimited', code: 8, retryable: true })
  })
})

describe('refused before anything is sent', () => {
  const never: typeof fetch = () => Promise.reject(new Error('a request was sent'))
  const client = answeredWith(null, {}, { fetch: never })

  test.each<[string, PageArgs]>([
    ['a key with an offset', { key: 'AAAAAAAAAAY=', offset: 2 }],
    ['a key with an offset of 0', { key: 'AAAAAAAAAAY=', offset: 0 }],
    ['a limit of 0', { limit: 0 }],
    ['a negative limit', { limit: -1 }],
    ['a limit that is no integer', { limit: 1.5 }],
    ['a limit that is NaN', { limit: Number.NaN }],
    ['a limit past safe integers', { limit: 2 ** 53 }],
    ['a negative offset', { offset: -1 }],
    ['an offset that is NaN', { offset: Number.NaN }],
  ])('flows: %s', async (_, args) => {
    const queries = [
      client.flows(args),
      client.flowsForOwner({ owner, ...args }),
      client.flowHistory({ id: 1, ...args }),
    ]
    for (const error of await Promise.all(queries.map(errorOf))) {
      expect(error).toMatchObject({ kind: 'argument', retryable: false })
    }
  })

  test('the message names the argument and what it should be', async () => {
    expect((await errorOf(client.flow({ id: -1 }))).message).toBe('`id` is -1, not a uint64.')
    expect((await errorOf(client.flows({ limit: 0 }))).message).toBe('`limit` is 0, not an integer from 1.')
    expect((await errorOf(client.flowsForOwner({ owner: 'a/b' }))).message).toBe(
      '`owner` is a/b, not a bech32 address.',
    )
  })
})

describe('not a node', () => {
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

  test('only the first 200 characters of a page are shown', async () => {
    const { message } = await errorOf(answeredWith(`\n\n  ${'x'.repeat(100_000)}`).params())
    expect(message).toMatch(/answered 200: x{200}\. Try another LCD\.$/)
  })

  test.each(['', ' \n '])('an empty body (%j) is a node error that says so', async body => {
    for (const status of [200, 502]) {
      const error = await errorOf(answeredWith(body, { status }).params())
      expect(error).toMatchObject({ kind: 'node', status, retryable: status === 502 })
      expect(error.message).toContain(`answered ${status}: an empty body`)
    }
  })

  test.each(['{}', '[]', 'null', '42', '"ok"', '{"status":"ok"}', '{"jsonrpc":"2.0","id":-1,"result":{}}'])(
    'the JSON of another service (%s) is a decode error',
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
        expect(error.message).toMatch(/^(params|flow|flows|interchain_account_address|the body) of https:.* not an? /)
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

  test('what is no code and message of a node is not shown as such', async () => {
    const error = await errorOf(answeredWith('{"code":"5","message":"not found"}', { status: 500 }).params())
    expect(error).toMatchObject({ kind: 'node', code: undefined, codespace: undefined })
    expect(error.message).toContain('answered 500: {"code":"5","message":"not found"}.')
  })

  test.each([
    [2, 'codespace intent code 302: not found: flow', 'notFound'],
    [2, 'something else', 'node'],
    [3, 'invalid request', 'argument'],
    [5, 'no account found', 'notFound'],
    [8, 'grpc: received message larger than max (2 vs. 1)', 'tooLarge'],
    [8, 'resource exhausted', 'rateLimited'],
    [12, 'Not Implemented', 'unsupported'],
  ])('code %i, %j is %s whatever status a proxy gives it', async (code, message, kind) => {
    for (const status of [200, 400, 404, 500]) {
      const error = await errorOf(answeredWith(JSON.stringify({ code, message }), { status }).params())
      expect(error).toMatchObject({ kind, status, code })
    }
  })

  test.each([200, 400, 404, 500])(
    'JSON cut short, status %i: network, as the rest may come next time',
    async status => {
      const error = await errorOf(answeredWith('{"code":5, "mess', { status }).params())
      expect(error).toMatchObject({ kind: 'network', status, retryable: true })
    },
  )
})

describe('FlowQueryError', () => {
  test('is an Error with a name, and known by kind', () => {
    const error = new FlowQueryError('notFound', 'nothing here', { status: 500 })
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toBe('FlowQueryError: nothing here.')
    expect(error).toMatchObject({ kind: 'notFound', status: 500, retryable: false })
    expect(isFlowQueryError(error)).toBe(true)
    expect(isFlowQueryError(error, 'notFound')).toBe(true)
    expect(isFlowQueryError(error, 'node')).toBe(false)
  })

  test('what is none is not taken for one', () => {
    for (const other of [undefined, null, 'FlowQueryError', { name: 'FlowQueryError', kind: 'node' }, new Error('x')]) {
      expect(isFlowQueryError(other)).toBe(false)
    }
  })
})
