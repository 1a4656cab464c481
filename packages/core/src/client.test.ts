import { address, createLcd } from '@flow-query/testing'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientOf, errorOf, network } from '../test/client.js'
import { recordedLcd } from '../test/recordings.js'
import { runs } from '../test/runs.js'
import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type FlowId,
  isFlowQueryError,
  v1,
  v1beta1,
} from './index.js'

const owner = address('owner')

afterEach(() => vi.unstubAllGlobals())

/** Returns a client whose node rejects all requests, and the URLs and options of these requests. */
function watched(options: Partial<FlowClientOptions> = {}) {
  const urls: URL[] = []
  const inits: (RequestInit | undefined)[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    urls.push(new URL(`${input}`))
    inits.push(init)
    return Response.json({ code: 5, message: 'nothing here', details: [] }, { status: 404 })
  }
  return { client: createFlowClient({ lcd: 'https://lcd.test', fetch, ...options }), urls, inits }
}

/** Returns the URL of a query, or undefined if the client rejected its arguments. */
async function reached(read: (client: FlowClient) => Promise<unknown>): Promise<URL | undefined> {
  const { client, urls } = watched()
  const { kind } = await errorOf(read(client))
  if (kind === 'argument') expect(urls).toEqual([])
  else expect(urls).toHaveLength(1)
  return urls[0]
}

describe('malicious arguments are rejected or encoded, so they never reach another route', () => {
  const texts = [
    '../params',
    '1?x=1',
    '%2e%2e',
    '..',
    '.',
    '💥',
    '\ud800',
    '',
    ' ',
    '1 ',
    '1/2',
    '1#2',
    '1:2',
    '1\n',
    '１',
    '1\u0000',
    '/',
    '\\',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '1.0',
    '1n',
    'NaN',
    'undefined',
    '18446744073709551616',
    '9'.repeat(100_000),
  ]
  const numbers = [1e21, Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 53, 1e19, -0.5, 2n ** 64n, -1n]

  const others = [undefined, null, {}, [], true, () => 1, [[]], { toString: () => '../params' }]

  test.each([...texts, ...numbers, ...others].map(id => [String(id).slice(0, 30), id as FlowId] as const))(
    'flow and flowHistory: reject the id %j',
    async (_, id) => {
      expect(await reached(client => client.flow({ id }))).toBeUndefined()
      expect(await reached(client => client.flowHistory({ id }))).toBeUndefined()
    },
  )

  test.each<[FlowId, string]>([
    [-0, '0'],
    ['007', '7'],
    [14n, '14'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['18446744073709551615', '18446744073709551615'],
    [`${'0'.repeat(1_000)}1`, '1'],
  ])('flow: sends the id %s as %s', async (id, sent) => {
    expect((await reached(client => client.flow({ id })))?.pathname).toBe(`/intento/intent/v1/flow/${sent}`)
  })

  test('flow: handles arbitrary ids', async () => {
    const anyId = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789') }),
      fc.constantFrom(...texts),
      fc.double(),
      fc.integer(),
      fc.bigInt(),
      fc.bigInt({ min: 0n, max: 2n ** 64n }),
    )
    await fc.assert(
      fc.asyncProperty(anyId, async id => {
        const url = await reached(client => client.flow({ id }))
        const isUint64 = /^\d+$/.test(`${id}`) && BigInt(id) < 2n ** 64n
        if (!isUint64 || (typeof id === 'number' && !Number.isSafeInteger(id))) expect(url).toBeUndefined()
        else if (url) expect(url.href).toBe(`https://lcd.test/intento/intent/v1/flow/${BigInt(id)}`)
        else expect(`${id}`.length).toBeGreaterThan(20)
      }),
      { numRuns: runs(200) },
    )
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'./\\%?#&=+:;@ \t\n2e') }),
    fc.constantFrom(...texts),
    fc.constantFrom(owner, 'connection-0'),
  )

  test('flowsForOwner: handles arbitrary owners', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async text => {
        const url = await reached(client => client.flowsForOwner({ owner: text }))
        if (url) expect(url.href).toBe(`https://lcd.test/intento/intent/v1/flows/${text}?pagination.limit=100`)
        else expect(text).not.toBe(owner)
      }),
      { numRuns: runs(200) },
    )
  })

  test('ica: handles arbitrary owners and connection ids', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (owner, connectionId) => {
        const url = await reached(client => client.ica({ owner, connectionId }))
        if (!url) return
        expect(url.pathname).toBe('/intento/intent/v1/address-to-ica')
        expect([...url.searchParams]).toEqual([
          ['owner', owner],
          ['connection_id', connectionId],
        ])
        expect(url.hash).toBe('')
      }),
      { numRuns: runs(200) },
    )
    expect(await reached(client => client.ica({ owner, connectionId: 'connection-0' }))).toBeDefined()
  })

  test('flows: handles arbitrary keys', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async key => {
        const url = await reached(client => client.flows({ key }))
        expect(url?.pathname).toBe('/intento/intent/v1/flows')
        expect(url?.hash).toBe('')
        // UTF-8 can't encode lone surrogates, so the URL contains replacement characters, which a node rejects.
        const sent = new TextDecoder().decode(new TextEncoder().encode(key))
        expect([...(url?.searchParams ?? [])]).toEqual([
          ['pagination.limit', '100'],
          ...(key ? [['pagination.key', sent]] : []),
        ])
      }),
      { numRuns: runs(200) },
    )
  })

  test('service: arbitrary names stay one path segment', async () => {
    for (const service of ['../x', 'a/b', 'a?b', 'a#b', '💥']) {
      const { client, urls } = watched({ service })
      await errorOf(client.params())
      expect(urls[0]?.pathname).toBe(`/${encodeURIComponent(service)}/intent/v1/params`)
    }
  })
})

describe('requests', () => {
  const sentBy = async (read: (client: FlowClient) => Promise<unknown>) =>
    (await reached(read))?.href.replace('https://lcd.test/intento/intent/v1/', '')

  test('each query has its own path, and lists have a limit', async () => {
    expect(await sentBy(client => client.flow({ id: 14 }))).toBe('flow/14')
    expect(await sentBy(client => client.flows())).toBe('flows?pagination.limit=100')
    expect(await sentBy(client => client.flowsForOwner({ owner }))).toBe(`flows/${owner}?pagination.limit=100`)
    expect(await sentBy(client => client.flowHistory({ id: 14 }))).toBe('flow-history/14?pagination.limit=100')
    expect(await sentBy(client => client.params())).toBe('params')
    expect(await sentBy(client => client.ica({ owner, connectionId: 'connection-0' }))).toBe(
      `address-to-ica?owner=${owner}&connection_id=connection-0`,
    )
  })

  test('a request contains only the page arguments that are set', async () => {
    const args = { limit: 5, offset: 10, reverse: true, countTotal: true }
    const sent = 'pagination.limit=5&pagination.offset=10&pagination.reverse=true&pagination.count_total=true'
    expect(await sentBy(client => client.flows(args))).toBe(`flows?${sent}`)
    expect(await sentBy(client => client.flowsForOwner({ owner, ...args }))).toBe(`flows/${owner}?${sent}`)
    expect(await sentBy(client => client.flowHistory({ id: 1, ...args }))).toBe(`flow-history/1?${sent}`)
    const unset = { limit: undefined, offset: undefined, reverse: false, countTotal: false, key: null }
    expect(await sentBy(client => client.flows(unset))).toBe('flows?pagination.limit=100')
  })

  test('keys are encoded, because servers would decode + as a space, and countTotal is ignored, because nodes do not count then', async () => {
    expect(await sentBy(client => client.flows({ key: 'AAAAAAAAA+k=', countTotal: true }))).toBe(
      'flows?pagination.limit=100&pagination.key=AAAAAAAAA%2Bk%3D',
    )
  })

  test('requests have no custom headers, except for a height', async () => {
    const { client, inits } = watched()
    await errorOf(client.flow({ id: 1 }))
    await errorOf(client.flows({ height: undefined }))
    await errorOf(client.flow({ id: 1, height: 200 }))
    const [plain, list, past] = inits
    for (const init of [plain, list]) {
      expect(init?.headers).toBeUndefined()
      expect(Object.keys(init ?? {})).toEqual(['signal'])
    }
    expect(past?.headers).toEqual({ 'x-cosmos-block-height': '200' })
  })
})

describe('a height', () => {
  const methods: [string, (client: FlowClient, at: { height: number }) => Promise<unknown>][] = [
    ['flow', (client, at) => client.flow({ id: 1, ...at })],
    ['flows', (client, at) => client.flows(at)],
    ['params', (client, at) => client.params(at)],
  ]

  test.each(methods)(
    '%s: rejects a height in browsers without sending a request, unless allowHeight is set',
    async (_, read) => {
      vi.stubGlobal('location', new URL('https://explorer.test/'))
      const { client, urls } = watched()
      const error = await errorOf(read(client, { height: 200 }))
      expect(error).toMatchObject({ kind: 'argument', retryable: false })
      expect(error.message).toMatch(/CORS.*`allowHeight`/)
      expect(urls).toEqual([])

      const behindProxy = watched({ allowHeight: true })
      await errorOf(read(behindProxy.client, { height: 200 }))
      expect(behindProxy.inits.map(init => init?.headers)).toEqual([{ 'x-cosmos-block-height': '200' }])
    },
  )

  test('requests without a height work in browsers', async () => {
    vi.stubGlobal('location', new URL('https://explorer.test/'))
    expect(await clientOf(createLcd({ flows: [{}] })).flow({ id: 1 })).toMatchObject({ id: '1' })
  })
})

test('works without TextDecoder, which jsdom in Jest lacks', async () => {
  vi.stubGlobal('TextDecoder', undefined)
  const flow = { label: 'Pay rent' }
  expect(await clientOf(createLcd({ flows: [flow] })).flow({ id: 1 })).toMatchObject(flow)
})

test('the client has the properties rpc and WebSocket of its options', () => {
  const { WebSocket } = createLcd({ flows: [] })
  const { client } = watched({ rpc: 'wss://rpc.test/websocket', WebSocket })
  expect(client).toMatchObject({ rpc: 'wss://rpc.test/websocket', WebSocket })
  expect(watched().client).toMatchObject({ rpc: undefined, WebSocket: undefined })
})

describe('lcd', () => {
  test.each([
    ['https://lcd.test', 'https://lcd.test'],
    ['https://lcd.test/', 'https://lcd.test'],
    ['http://127.0.0.1:1317//', 'http://127.0.0.1:1317'],
    ['https://lcd.test/rest/into///', 'https://lcd.test/rest/into'],
    ['HTTP://[::1]:1317', 'http://[::1]:1317'],
  ])('requests to %s start with %s', async (lcd, base) => {
    const { client, urls } = watched({ lcd })
    await errorOf(client.params())
    expect(urls[0]?.href).toBe(`${base}/intento/intent/v1/params`)
  })

  test.each([
    '',
    ' ',
    'lcd.test',
    '//lcd.test',
    '/rest',
    'ftp://lcd.test',
    'ws://lcd.test',
    'javascript:alert(1)',
    'https://',
    'https:///',
    'https:///lcd.test',
    'https:lcd.test',
    'http://[',
    'http://lcd.test:99999',
    'http://%',
    ' https://lcd.test',
    'https://lcd test',
    'https://lcd.test\n',
  ])('%j is rejected when the client is created', lcd => {
    for (const endpoints of [lcd, ['https://good.test', lcd]]) {
      const error = refusalOf(endpoints)
      expect(isFlowQueryError(error, 'argument')).toBe(true)
      expect(error.message).toContain(
        `\`lcd\` must be a URL without credentials, ? and #, such as http://localhost:1317, got ${lcd}.`,
      )
    }
  })

  test.each([
    'https://user:secret@lcd.test',
    'https://user:sec/ret@lcd.test',
    'https://secret@[',
    'https://lcd.test?apikey=secret',
    'https://lcd.test/#secret',
    'ftp://lcd.test?apikey=\nsecret',
  ])('%s is rejected with an error that does not contain the secret', lcd => {
    const error = refusalOf(lcd)
    expect(error.message).toMatch(/without credentials, \? and #, such as .*, got …\.$/)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/sec\/?ret/)
  })

  test('a URL with a million slashes is checked in linear time', () => {
    const slashes = '/'.repeat(1_000_000)
    expect(createFlowClient({ lcd: `https://lcd.test${slashes}x` }).scope).toContain(slashes)
    expect(refusalOf(`ftp:${slashes}x`).message.length).toBeLessThan(1_000)
  })

  function refusalOf(lcd: string | string[]): Error {
    try {
      createFlowClient({ lcd, chainId: 'intento-1' })
    } catch (error) {
      return error as Error
    }
    throw new Error(`${lcd} was accepted`)
  }

  test('a URL is required, and the error contains an example', () => {
    expect(() => createFlowClient({ lcd: [] })).toThrow('`lcd` must be a URL such as http://localhost:1317, got [].')
    const wrong = [undefined, null, {}, 'https://lcd.example.org'] as unknown as FlowClientOptions[]
    for (const options of wrong)
      expect(() => createFlowClient(options)).toThrow(/`lcd` must be .* such as http:.*, got undefined\./)
  })

  test('the scope of cache keys is the URL or the chainId, which is required for several URLs', () => {
    expect(createFlowClient({ lcd: 'https://lcd.test/' }).scope).toBe('https://lcd.test')
    expect(createFlowClient({ lcd: 'https://lcd.test', chainId: 'intento-1' }).scope).toBe('intento-1')
    const lcd = ['https://a.test', 'https://b.test']
    expect(createFlowClient({ lcd, chainId: 'intento-1' }).scope).toBe('intento-1')
    expect(() => createFlowClient({ lcd })).toThrow(
      '`chainId` must be a name such as intento-1 if `lcd` has several URLs, got undefined.',
    )
  })

  test('service is part of the scope if it is not the default', () => {
    const options = { lcd: 'https://lcd.test', chainId: 'intento-1' }
    expect(createFlowClient({ ...options, service: 'intento' }).scope).toBe('intento-1')
    expect(createFlowClient({ ...options, service: 'trst' }).scope).toBe('intento-1/trst')
  })

  test('service is the first path segment, `intento` by default', async () => {
    const lcd = createLcd({ flows: [{}], service: 'trst' })
    expect((await clientOf(lcd, { service: 'trst' }).flow({ id: 1 })).id).toBe('1')
    expect(await errorOf(clientOf(lcd).flow({ id: 1 }))).toMatchObject({ kind: 'unsupported' })
  })

  test('uses the global fetch by default, even if it is replaced later', async () => {
    const own = globalThis.fetch
    const client = createFlowClient({ lcd: 'https://lcd.test' })
    try {
      globalThis.fetch = createLcd({ flows: [{}] }).fetch
      expect((await client.flow({ id: 1 })).id).toBe('1')
    } finally {
      globalThis.fetch = own
    }
  })
})

describe('the route of the history', () => {
  /** Creates a node that serves the history on a different path, and records the paths of all requests. */
  function nodeWithHistoryAt(pattern: RegExp) {
    const lcd = recordedLcd('v1')
    const paths: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      const url = new URL(`${input}`)
      const [, path = ''] = url.href.split('/v1/')
      paths.push(path)
      const id = pattern.exec(path)?.[1]
      url.pathname = url.pathname.replace(/flows?-history.*/, id ? `flow-history/${id}` : 'nope')
      return lcd.fetch(url, init)
    }
    return { fetch, paths }
  }

  const page = 'pagination.limit=3'

  test.each([
    ['flow-history/{id}', /^flow-history\/(\d+)/, [`flow-history/14?${page}`]],
    ['flows-history/{id}', /^flows-history\/(\d+)/, [`flow-history/14?${page}`, `flows-history/14?${page}`]],
    [
      'flows-history?id={id}',
      /^flows-history\?.*id=(\d+)/,
      [`flow-history/14?${page}`, `flows-history/14?${page}`, `flows-history?id=14&${page}`],
    ],
  ])('%s is found once and then remembered', async (_, pattern, tried) => {
    const { fetch, paths } = nodeWithHistoryAt(pattern)
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch })
    expect((await client.flowHistory({ id: 14, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual(tried)
    paths.length = 0
    expect((await client.flowHistory({ id: 13, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual([tried.at(-1)?.replace('14', '13')])
  })

  test('rejects with unsupported if the node has none of the routes', async () => {
    const { fetch, paths } = nodeWithHistoryAt(/^never$/)
    const error = await errorOf(createFlowClient({ lcd: 'https://lcd.test', fetch }).flowHistory({ id: 14 }))
    expect(error).toMatchObject({ kind: 'unsupported', status: 501 })
    expect(paths).toHaveLength(3)
  })

  test('the route is remembered per endpoint', async () => {
    const [a, b] = [nodeWithHistoryAt(/^flow-history\/(\d+)/), nodeWithHistoryAt(/^flows-history\/(\d+)/)]
    let aIsUp = true
    const fetch = network({
      'https://a.test': (input, init) => (aIsUp ? a.fetch(input, init) : Promise.reject(new TypeError('down'))),
      'https://b.test': b.fetch,
    })
    const client = createFlowClient({
      lcd: ['https://a.test', 'https://b.test'],
      chainId: 'intento-1',
      fetch,
      retries: 0,
    })
    await client.flowHistory({ id: 14, limit: 3 })
    aIsUp = false
    await client.flowHistory({ id: 14, limit: 3 })
    await client.flowHistory({ id: 14, limit: 3 })
    expect(a.paths).toEqual([`flow-history/14?${page}`])
    expect(b.paths).toEqual([`flow-history/14?${page}`, `flows-history/14?${page}`, `flows-history/14?${page}`])
  })

  test('the route can be configured', async () => {
    const { fetch, paths } = nodeWithHistoryAt(/^flows-history\/of\/(\d+)/)
    const versions = [{ ...v1, routes: { ...v1.routes, flowHistory: ['flows-history/of/{id}'] } }]
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch, versions })
    expect((await client.flowHistory({ id: 14, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual([`flows-history/of/14?${page}`])
  })
})

describe('versions', () => {
  const both = { versions: [v1, v1beta1] }
  const paths = (lcd: { requests: readonly { target: string }[] }) =>
    lcd.requests.map(({ target }) => target.replace(/^\/intento\/intent\/|\?.*/g, ''))

  test('[v1, v1beta1]: an error response of the node also reveals its version', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{ owner }] })
    const client = clientOf(lcd, both)
    await errorOf(client.flow({ id: 7 }))
    await errorOf(client.flow({ id: 8 }))
    expect(paths(lcd)).toEqual(['v1/flow/7', 'v1beta1/flow/7', 'v1beta1/flow/8'])
  })

  test('[v1, v1beta1]: the version of a node is found once and then remembered', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{ owner }] })
    const client = clientOf(lcd, both)
    await client.params()
    await client.flow({ id: 1 })
    await client.flowsForOwner({ owner })
    await client.flowHistory({ id: 1 })
    expect(paths(lcd)).toEqual([
      'v1/params',
      'v1beta1/params',
      'v1beta1/flow/1',
      `v1beta1/flows-for-owner/${owner}`,
      'v1beta1/flow-history/1',
    ])
  })

  test('the version is determined again after a node was upgraded', async () => {
    const [before, after] = [createLcd({ version: 'v1beta1', flows: [{}] }), createLcd({ version: 'v1', flows: [{}] })]
    let lcd = before
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch: (url, init) => lcd.fetch(url, init), ...both })
    await client.flowHistory({ id: 1 })
    await client.flow({ id: 1 })
    lcd = after
    expect((await client.flow({ id: 1 })).id).toBe('1')
    expect(await client.flowHistory({ id: 1 })).toMatchObject({ nextKey: null })
    await client.flow({ id: 1 })
    expect(paths(after)).toEqual(['v1beta1/flow/1', 'v1/flow/1', 'v1/flow-history/1', 'v1/flow/1'])
  })

  test('each client detects the version of a node separately', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{}] })
    await clientOf(lcd, both).flow({ id: 1 })
    await clientOf(lcd, both).flow({ id: 1 })
    expect(paths(lcd)).toEqual(['v1/flow/1', 'v1beta1/flow/1', 'v1/flow/1', 'v1beta1/flow/1'])
  })
})
