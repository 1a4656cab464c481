import { getEventListeners } from 'node:events'
import { createLcd, type Failure, type Lcd } from '@flow-query/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settle, until } from '../../../tests/setup/until.js'
import { clientOf, errorOf, network } from '../test/client.js'
import { collectUncaught } from '../test/uncaught.js'
import { chainTime, createFlowClient, type FlowClientOptions, FlowQueryError } from './index.js'

const rejections: unknown[] = []
const noteRejection = (reason: unknown) => rejections.push(reason)
beforeAll(() => void process.on('unhandledRejection', noteRejection))
afterAll(() => void process.off('unhandledRejection', noteRejection))

afterEach(async () => {
  const remainingTimers = vi.getTimerCount()
  vi.restoreAllMocks()
  await settle()
  expect(remainingTimers).toBe(0)
  expect(rejections.splice(0)).toEqual([])
})

/** Creates in-memory nodes with different origins, and a client that uses all of them. */
function nodes(count: number, options: Partial<FlowClientOptions> = {}) {
  const lcds = Array.from({ length: count }, () => createLcd({ flows: [{}] }))
  const urls = lcds.map((_, index) => `https://node-${index + 1}.test`)
  const fetch = network(Object.fromEntries(lcds.map((lcd, index) => [urls[index], lcd.fetch])))
  const client = createFlowClient({ lcd: urls, chainId: 'intento-1', fetch, ...options })
  return { client, lcds: lcds as [Lcd, Lcd, Lcd], requestCounts: () => lcds.map(lcd => lcd.requests.length) }
}

describe('the timeout', () => {
  test.each<[string, typeof globalThis.fetch]>([
    ['a fetch that ignores its signal', () => new Promise(() => {})],
    ['a body that ignores its signal', async () => new Response(new ReadableStream())],
    ['a fetch that fails later', () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 500))],
  ])('the timeout applies to %s', async (_, fetch) => {
    const error = errorOf(createFlowClient({ lcd: 'https://lcd.test', timeout: 100, fetch }).params())
    await vi.advanceTimersByTimeAsync(100)
    expect(await error).toMatchObject({ kind: 'timeout', retryable: true })
    await vi.advanceTimersByTimeAsync(500)
  })

  test('the timeout aborts the fetch', async () => {
    let isAborted: unknown
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise(() => init?.signal?.addEventListener('abort', () => (isAborted = init.signal?.aborted)))
    const error = errorOf(createFlowClient({ lcd: 'https://lcd.test', timeout: 100, fetch }).params())
    await vi.advanceTimersByTimeAsync(100)
    await error
    expect(isAborted).toBe(true)
  })

  test('the signal of a successful fetch is not aborted, because aborting is slow', async () => {
    let signal: AbortSignal | null | undefined
    const lcd = createLcd({ flows: [{}] })
    const fetch: typeof globalThis.fetch = (input, init) => {
      signal = init?.signal
      return lcd.fetch(input, init)
    }
    await createFlowClient({ lcd: lcd.url, fetch }).params()
    expect(signal?.aborted).toBe(false)
  })

  test('the timeout includes the connection and the body', async () => {
    const { client, lcds, requestCounts } = nodes(1, { timeout: 100 })
    lcds[0].fail({ slow: 90, stall: true })
    const error = errorOf(client.params())
    await vi.advanceTimersByTimeAsync(99)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toMatchObject({ kind: 'timeout' })
    expect(requestCounts()).toEqual([1])
  })

  test('the timeout is 10 seconds by default', async () => {
    const { client, lcds } = nodes(1)
    lcds[0].fail({ slow: 9_999 })
    const params = client.params()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(await params).toHaveProperty('burnFeePerMsg')
    lcds[0].recover()
    lcds[0].fail({ hang: true })
    const error = errorOf(client.params())
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await error).message).toContain('timed out after 10000 ms')
  })

  test('the timeout is limited to the maximum delay of timers', async () => {
    const { client, lcds } = nodes(1, { timeout: 2 ** 40 })
    lcds[0].fail({ slow: 60_000 })
    const params = client.params()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await params).toHaveProperty('burnFeePerMsg')
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.5])('a timeout of %d ms is rejected', timeout => {
    expect(() => createFlowClient({ lcd: 'https://lcd.test', timeout })).toThrow('`timeout` must be')
  })
})

describe('an abort', () => {
  const phases: [string, Failure, number][] = [
    ['while connecting', { hang: true }, 0],
    ['while waiting for a slow response', { slow: 5_000 }, 0],
    ['while reading the body', { stall: true }, 0],
    ['during backoff', { status: 503 }, 1],
    ['while waiting for a Retry-After', { status: 429, headers: { 'retry-after': '5' } }, 1],
  ]
  const reasons: [string, unknown][] = [
    ['the default reason', undefined],
    ['an Error', new Error('unmounted')],
    ['a TimeoutError', new DOMException('too slow', 'TimeoutError')],
    ['a string', 'unmounted'],
    ['null', null],
    ['a retryable error of this package', new FlowQueryError('network', 'another went wrong', { retryable: true })],
  ]

  describe.each(phases)('%s', (_, failure, wait) => {
    test.each(reasons)(
      'an abort with %s immediately rejects with this reason and stops all work',
      async (_, reason) => {
        const { client, lcds, requestCounts } = nodes(2)
        lcds[0].fail(failure)
        const controller = new AbortController()
        const params = client.params({}, { signal: controller.signal })
        const outcome = params.then(
          () => 'data',
          reason => ({ reason }),
        )
        await vi.advanceTimersByTimeAsync(wait)
        expect(requestCounts()).toEqual([1, 0])
        expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
        controller.abort(reason)
        // The fake clock doesn't advance before this line.
        expect(await outcome).toEqual({ reason: controller.signal.reason })
        if (reason !== undefined) expect(controller.signal.reason).toBe(reason)
        expect(getEventListeners(controller.signal, 'abort')).toEqual([])
        await vi.advanceTimersByTimeAsync(600_000)
        expect(requestCounts()).toEqual([1, 0])
      },
    )
  })

  test.each(reasons)(
    'an abort before the call, with %s, rejects with this reason without sending a request',
    async (_, reason) => {
      const { client, requestCounts } = nodes(2)
      const signal = AbortSignal.abort(reason)
      const outcome = await client.flow({ id: 1 }, { signal }).catch(reason => ({ reason }))
      expect(outcome).toEqual({ reason: signal.reason })
      expect(requestCounts()).toEqual([0, 0])
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )

  test('an abort between two endpoints prevents the request to the second one', async () => {
    const controller = new AbortController()
    const { client, lcds, requestCounts } = nodes(2, { onResponse: () => controller.abort('enough') })
    lcds[0].fail({ status: 404, body: '<html>' })
    await expect(client.params({}, { signal: controller.signal })).rejects.toBe('enough')
    expect(requestCounts()).toEqual([1, 0])
  })

  test('an abort does not affect other callers', async () => {
    const { client, lcds } = nodes(1)
    lcds[0].fail({ slow: 100 })
    const controller = new AbortController()
    const [aborted, other] = [client.params({}, { signal: controller.signal }), client.params()]
    controller.abort('enough')
    await expect(aborted).rejects.toBe('enough')
    await vi.advanceTimersByTimeAsync(100)
    expect(await other).toHaveProperty('burnFeePerMsg')
  })
})

test('a signal that is used for many queries at once has one listener, because Node warns about more than ten', async () => {
  const { client, lcds } = nodes(1)
  lcds[0].fail({ slow: 100, times: 20 })
  const controller = new AbortController()
  const { signal } = controller
  const queries = Array.from({ length: 20 }, () => client.params({}, { signal }).catch(reason => reason))
  await vi.advanceTimersByTimeAsync(50)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  controller.abort('enough')
  expect(new Set(await Promise.all(queries))).toEqual(new Set(['enough']))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

describe('temporary errors', () => {
  const temporary: [string, Failure, FlowQueryError['kind']][] = [
    ['429', { status: 429, body: 'slow down' }, 'rateLimited'],
    ['429 with a Retry-After', { status: 429, headers: { 'retry-after': '1' } }, 'rateLimited'],
    ['502', { status: 502, body: '<html>bad gateway</html>' }, 'node'],
    ['503', { status: 503, body: '' }, 'node'],
    ['504', { status: 504, body: '{"code":14, "message":"unavailable", "details":[]}' }, 'node'],
    ['a refused connection', { refuse: true }, 'network'],
    ['an incomplete body', { cut: true }, 'network'],
  ]

  test.each(temporary)(
    '%s: is retried up to `retries` times, then the next endpoint is used, and if all fail, the error names each of them',
    async (_, failure, kind) => {
      const { client, lcds, requestCounts } = nodes(2, { retries: 2 })
      const succeeds = async () => {
        const params = client.params()
        await vi.advanceTimersByTimeAsync(10_000)
        expect(await params).toHaveProperty('burnFeePerMsg')
      }
      lcds[0].fail({ ...failure, times: 2 })
      await succeeds()
      expect(requestCounts()).toEqual([3, 0])
      lcds[0].fail({ ...failure, times: 3 })
      await succeeds()
      expect(requestCounts()).toEqual([6, 1])

      for (const lcd of lcds) lcd.fail(failure)
      const failed = errorOf(client.params())
      await vi.advanceTimersByTimeAsync(10_000)
      const error = await failed
      expect(error).toMatchObject({ kind, retryable: true })
      expect(error.message).toContain(
        `All endpoints failed: https://node-2.test/intento/intent/v1/params (${kind}), https://node-1.test/intento/intent/v1/params (${kind}).`,
      )
      expect(error.cause).toHaveLength(2)
      expect(requestCounts()).toEqual([9, 4])
    },
  )

  test.each([
    ['shortest', 0, 125, 250],
    ['longest', 1, 250, 500],
  ])(
    'a request is retried twice by default, with a delay that doubles: the %s delays',
    async (_, random, first, second) => {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      const { client, lcds, requestCounts } = nodes(1)
      lcds[0].fail({ status: 503 })
      const failed = errorOf(client.params())
      await vi.advanceTimersByTimeAsync(first - 1)
      expect(requestCounts()).toEqual([1])
      await vi.advanceTimersByTimeAsync(1)
      expect(requestCounts()).toEqual([2])
      await vi.advanceTimersByTimeAsync(second - 1)
      expect(requestCounts()).toEqual([2])
      await vi.advanceTimersByTimeAsync(1)
      expect(requestCounts()).toEqual([3])
      expect(await failed).toMatchObject({ kind: 'node', status: 503, retryable: true })
    },
  )

  test.each([
    ['seconds', () => '3'],
    ['a date', () => new Date(Date.now() + 3_000).toUTCString()],
  ])('the client waits for the time in a Retry-After in %s', async (_, header) => {
    vi.setSystemTime('2026-11-20T21:00:00.000Z')
    const { client, lcds, requestCounts } = nodes(1, { retries: 1 })
    lcds[0].fail({ status: 429, body: 'slow down', headers: { 'retry-after': header() } })
    const failed = errorOf(client.params())
    await vi.advanceTimersByTimeAsync(2_999)
    expect(requestCounts()).toEqual([1])
    await vi.advanceTimersByTimeAsync(1)
    expect(requestCounts()).toEqual([2])
    expect(await failed).toMatchObject({ kind: 'rateLimited', status: 429, retryable: true })
  })

  test('the error contains the delay of a Retry-After header', async () => {
    const { client, lcds } = nodes(1, { retries: 0 })
    lcds[0].fail({ status: 429, body: 'slow down', headers: { 'retry-after': '90' } })
    expect(await errorOf(client.params())).toMatchObject({ kind: 'rateLimited', retryAfter: 90_000 })
  })

  test.each(['0', '-5', 'soon', '', 'Fri, 20 Nov 2020 21:00:00 GMT'])(
    'the client ignores a Retry-After of %j',
    async header => {
      const { client, lcds, requestCounts } = nodes(1, { retries: 1 })
      lcds[0].fail({ status: 429, body: 'slow down', headers: { 'retry-after': header } })
      const failed = errorOf(client.params())
      await vi.advanceTimersByTimeAsync(250)
      expect(requestCounts()).toEqual([2])
      expect((await failed).retryAfter).toBeUndefined()
    },
  )

  test('the client does not wait for a Retry-After that is longer than the timeout, but uses the next endpoint', async () => {
    const { client, lcds, requestCounts } = nodes(2)
    lcds[0].fail({ status: 503, headers: { 'retry-after': '3600' } })
    expect(await client.params()).toHaveProperty('burnFeePerMsg')
    expect(requestCounts()).toEqual([1, 1])
  })

  test('a request is retried even if the timeout is shorter than the backoff', async () => {
    const { client, lcds, requestCounts } = nodes(1, { timeout: 10 })
    lcds[0].fail({ status: 503, times: 2 })
    const params = client.params()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await params).toHaveProperty('burnFeePerMsg')
    expect(requestCounts()).toEqual([3])
  })

  test.each([-1, Number.NaN, 1.5])('%d retries are rejected', retries => {
    expect(() => createFlowClient({ lcd: 'https://lcd.test', retries })).toThrow('`retries` must be')
  })
})

describe('permanent errors', () => {
  const node = (code: number, message: string) => ({ body: { code, message, details: [] } })

  test.each<[string, Failure, FlowQueryError['kind']]>([
    ['429 too large', { status: 429, ...node(8, 'grpc: received message larger than max (2 vs. 1)') }, 'tooLarge'],
    ['400', { status: 400, ...node(3, 'invalid request') }, 'argument'],
    ['404', { status: 404, ...node(5, 'no account found for connectionID: x') }, 'notFound'],
    ['500 not found', { status: 500, ...node(2, 'codespace intent code 302: not found: flow') }, 'notFound'],
    ['500 not bech32', { status: 500, ...node(2, 'decoding bech32 failed: invalid checksum') }, 'argument'],
  ])('%s: only the first endpoint gets a request', async (_, failure, kind) => {
    const { client, lcds, requestCounts } = nodes(2, { retries: 5 })
    lcds[0].fail({ ...failure, headers: { 'retry-after': '1' } })
    expect(await errorOf(client.params())).toMatchObject({ kind, retryable: false })
    expect(requestCounts()).toEqual([1, 0])
  })

  test.each<[string, Failure]>([
    ['404 from a proxy', { status: 404, body: '<html>' }],
    ['403 from a proxy', { status: 403, body: '' }],
    ['the JSON of another service', { body: {} }],
    ['an empty body', { status: 200, body: '' }],
    ['500 of the node', { status: 500, ...node(2, 'codespace sdk code 26: invalid height') }],
    ['501', { status: 501, ...node(12, 'Not Implemented') }],
    ['more than `maxBodyBytes`', { padding: 2_000_000 }],
  ])('%s: is not retried, and the next endpoint is used', async (_, failure) => {
    const { client, lcds, requestCounts } = nodes(2, { retries: 5, maxBodyBytes: 1_000_000 })
    lcds[0].fail(failure)
    expect(await client.params()).toHaveProperty('burnFeePerMsg')
    expect(requestCounts()).toEqual([1, 1])
  })

  test('a timeout is not retried on the same endpoint', async () => {
    const { client, lcds, requestCounts } = nodes(2, { retries: 5, timeout: 100 })
    lcds[0].fail({ hang: true })
    const params = client.params()
    await vi.advanceTimersByTimeAsync(100)
    expect(await params).toHaveProperty('burnFeePerMsg')
    expect(requestCounts()).toEqual([1, 1])
  })

  test('the error of several endpoints contains the error of each endpoint', async () => {
    const { client, lcds } = nodes(3, { retries: 0, timeout: 100 })
    lcds[0].fail({ hang: true })
    lcds[1].fail({ refuse: true })
    lcds[2].fail({ status: 404, body: '<html>' })
    const failed = errorOf(client.params())
    await vi.advanceTimersByTimeAsync(100)
    const error = await failed
    expect(error).toMatchObject({ kind: 'node', status: 404, retryable: true })
    expect(error.message).toMatch(
      /node-1\.test\S+ \(timeout\), \S+node-2\.test\S+ \(network\), \S+node-3\.test\S+ \(node\)\./,
    )
    expect((error.cause as FlowQueryError[]).map(({ kind }) => kind)).toEqual(['timeout', 'network', 'node'])
  })
})

test('after status 501, an endpoint is tried last, but only for that query', async () => {
  const { client, lcds, requestCounts } = nodes(2, { retries: 0 })
  const unsupported = { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }
  lcds[0].fail({ ...unsupported, query: 'params' })
  await client.params()
  await client.params()
  expect(requestCounts()).toEqual([1, 2])
  await client.flow({ id: 1 })
  await chainTime(client)
  expect(requestCounts()).toEqual([3, 2])
  lcds[0].recover()
  await vi.advanceTimersByTimeAsync(60_000)
  await client.params()
  expect(requestCounts()).toEqual([4, 2])
})

describe('an endpoint that stays down', () => {
  const withFirstDown = async () => {
    const all = nodes(3, { retries: 0 })
    all.lcds[0].fail({ refuse: true })
    await all.client.params()
    expect(all.requestCounts()).toEqual([1, 1, 0])
    return all
  }

  test('later calls start with the endpoint that works', async () => {
    const { client, requestCounts } = await withFirstDown()
    for (let call = 0; call < 5; call++) await client.params()
    expect(requestCounts()).toEqual([1, 6, 0])
  })

  test('"not found" from another endpoint is not final, because the first may have the flow', async () => {
    const { client, lcds, requestCounts } = nodes(2, { retries: 0 })
    lcds[0].fail({ refuse: true })
    for (let call = 0; call < 3; call++) {
      const error = await errorOf(client.flow({ id: 2 }))
      expect(error).toMatchObject({ kind: 'network', retryable: true })
      expect(error.message).toMatch(/node-1\S+ \(network\).* \S+node-2\S+ \(notFound\)|\(notFound\), \S+node-1/)
    }
    expect(requestCounts()).toEqual([3, 3])
    lcds[0].recover()
    expect(await errorOf(client.flow({ id: 2 }))).toMatchObject({ kind: 'notFound' })
    lcds[0].addFlow()
    expect((await client.flow({ id: 2 })).id).toBe('2')
  })

  test('a flow that only the first endpoint has is found while another is preferred', async () => {
    const { client, lcds } = nodes(2, { retries: 0 })
    lcds[0].fail({ refuse: true, times: 1 })
    await client.params()
    lcds[0].addFlow()
    expect((await client.flow({ id: 2 })).id).toBe('2')
  })

  test('the next call after a timeout starts with another endpoint', async () => {
    const { client, lcds, requestCounts } = nodes(2, { timeout: 100 })
    lcds[0].fail({ hang: true })
    const first = client.params()
    await vi.advanceTimersByTimeAsync(100)
    await client.params()
    await first
    expect(requestCounts()).toEqual([1, 2])
  })

  test('after all endpoints failed, the next call starts with the first', async () => {
    const { client, lcds, requestCounts } = nodes(2, { retries: 0 })
    for (const lcd of lcds) lcd.fail({ refuse: true, times: 1 })
    await errorOf(client.params())
    await client.params()
    expect(requestCounts()).toEqual([2, 1])
  })

  test('if the second endpoint fails too, the third is used, and then the first again', async () => {
    const { client, lcds, requestCounts } = await withFirstDown()
    lcds[1].fail({ refuse: true })
    await client.params()
    await client.params()
    expect(requestCounts()).toEqual([1, 2, 2])
    lcds[2].fail({ refuse: true })
    lcds[0].recover()
    await client.params()
    expect(requestCounts()).toEqual([2, 2, 3])
  })

  test('after a minute, the first endpoint is tried again and used if it works', async () => {
    const { client, lcds, requestCounts } = await withFirstDown()
    await vi.advanceTimersByTimeAsync(59_999)
    await client.params()
    expect(requestCounts()).toEqual([1, 2, 0])
    await vi.advanceTimersByTimeAsync(1)
    await client.params()
    expect(requestCounts()).toEqual([2, 3, 0])
    lcds[0].recover()
    await vi.advanceTimersByTimeAsync(60_000)
    await client.params()
    await client.params()
    expect(requestCounts()).toEqual([4, 3, 0])
  })
})

describe('onHeight', () => {
  const heightsOf = async (changes: { status?: number; headers?: Record<string, string> }) => {
    const lcd = createLcd({ flows: [{}] })
    const client = clientOf(lcd, {
      retries: 0,
      fetch: async (url, init) => {
        const response = await lcd.fetch(url, init)
        const headers = { ...Object.fromEntries(response.headers), ...changes.headers }
        return new Response(await response.text(), { status: changes.status ?? response.status, headers })
      },
    })
    const heights: number[] = []
    await client.flow({ id: 1 }, { onHeight: height => heights.push(height) }).catch(() => {})
    return { heights, height: lcd.height }
  }

  test('receives the height of the response', async () => {
    const { heights, height } = await heightsOf({})
    expect(heights).toEqual([height])
  })

  test.each([
    ['a server error', { status: 503 }],
    ['a response of a gateway', { headers: { 'flow-query-gateway': '1' } }],
    ['a response without a height', { headers: { 'grpc-metadata-x-cosmos-block-height': '' } }],
  ])('ignores %s', async (_, changes) => {
    expect((await heightsOf(changes)).heights).toEqual([])
  })
})

describe('onResponse', () => {
  test('onResponse receives query, url, status, height and duration of each response', async () => {
    const seen: unknown[] = []
    const lcd = createLcd({ flows: [{}] })
    const client = clientOf(lcd, { onResponse: info => seen.push(info) })
    await client.flow({ id: 1 })
    await errorOf(client.flow({ id: 2 }))
    lcd.fail({ status: 404, body: '<html>' })
    await errorOf(client.params())
    const base = { durationMs: expect.any(Number) }
    expect(seen).toEqual([
      { ...base, query: 'flow', url: `${lcd.url}/intento/intent/v1/flow/1`, status: 200, height: lcd.height },
      { ...base, query: 'flow', url: `${lcd.url}/intento/intent/v1/flow/2`, status: 500, height: lcd.height },
      { ...base, query: 'params', url: `${lcd.url}/intento/intent/v1/params`, status: 404, height: null },
    ])
  })

  test('an error in onResponse is uncaught and does not affect the query', async () => {
    const uncaught = collectUncaught()
    const broken = new Error('in the callback')
    const onResponse = () => {
      throw broken
    }
    expect((await clientOf(createLcd({ flows: [{}] }), { onResponse }).flow({ id: 1 })).id).toBe('1')
    await settle()
    expect(uncaught).toEqual([broken])
  })

  test('onResponse is called for each attempt that gets a response', async () => {
    const seen: number[] = []
    const lcd = createLcd({ flows: [{}] })
    const client = clientOf(lcd, { retries: 1, onResponse: ({ status }) => seen.push(status) })
    lcd.fail({ status: 503, times: 1 })
    await until(client.params())
    expect(seen).toEqual([503, 200])
    lcd.fail({ refuse: true })
    await errorOf(clientOf(lcd, { retries: 0, onResponse: ({ status }) => seen.push(status) }).params())
    expect(seen).toEqual([503, 200])
  })
})
