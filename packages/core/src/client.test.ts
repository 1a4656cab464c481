import { address, createLcd } from '@flow-query/testing'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientOf, errorOf, network } from '../test/client.js'
import { recordedLcd } from '../test/recordings.js'
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

/** A client of a node that says no to everything, and the URLs that reached it, as a server would see them. */
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

/** Where a query went, or undefined where it was refused as an argument. */
async function reached(read: (client: FlowClient) => Promise<unknown>): Promise<URL | undefined> {
  const { client, urls } = watched()
  const { kind } = await errorOf(read(client))
  if (kind === 'argument') expect(urls).toEqual([])
  else expect(urls).toHaveLength(1)
  return urls[0]
}

describe('hostile arguments: refused as argument, or encoded so that no other route is reached', () => {
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

  test.each([...texts, ...numbers].map(id => [String(id).slice(0, 30), id] as const))(
    'flow and flowHistory: %j is no id',
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
  ])('flow: %s is %s', async (id, sent) => {
    expect((await reached(client => client.flow({ id })))?.pathname).toBe(`/intento/intent/v1/flow/${sent}`)
  })

  test('flow: what is no string, number or bigint is no id', async () => {
    for (const id of [undefined, null, {}, [], true, () => 1, [[]], { toString: () => '../params' }]) {
      expect(await reached(client => client.flow({ id: id as never }))).toBeUndefined()
    }
  })

  test('flow: any id at all', async () => {
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
      { numRuns: 1_000 },
    )
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'./\\%?#&=+:;@ \t\n2e') }),
    fc.constantFrom(...texts),
    fc.constantFrom(owner, 'connection-0'),
  )

  test('flowsForOwner: any owner at all', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async owner => {
        const url = await reached(client => client.flowsForOwner({ owner }))
        if (url) expect(url.href).toBe(`https://lcd.test/intento/intent/v1/flows/${owner}?pagination.limit=100`)
        else expect(owner).not.toMatch(/^[a-z0-9]+$/)
      }),
      { numRuns: 1_000 },
    )
  })

  test('ica: any owner and connection id at all', async () => {
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
      { numRuns: 1_000 },
    )
    expect(await reached(client => client.ica({ owner, connectionId: 'connection-0' }))).toBeDefined()
  })

  test('flows: any key at all', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async key => {
        const url = await reached(client => client.flows({ key }))
        expect(url?.pathname).toBe('/intento/intent/v1/flows')
        expect(url?.hash).toBe('')
        // What cannot be sent at all becomes what a node refuses.
        const sent = new TextDecoder().decode(new TextEncoder().encode(key))
        expect([...(url?.searchParams ?? [])]).toEqual([
          ['pagination.limit', '100'],
          ...(key ? [['pagination.key', sent]] : []),
        ])
      }),
      { numRuns: 1_000 },
    )
  })

  test('service: any name at all stays one segment', async () => {
    for (const service of ['../x', 'a/b', 'a?b', 'a#b', '💥']) {
      const { client, urls } = watched({ service })
      await errorOf(client.params())
      expect(urls[0]?.pathname).toBe(`/${encodeURIComponent(service)}/intent/v1/params`)
    }
  })
})

describe('what is sent', () => {
  const sentBy = async (read: (client: FlowClient) => Promise<unknown>) =>
    (await reached(read))?.href.replace('https://lcd.test/intento/intent/v1/', '')

  test('every query has its path, and every list a limit', async () => {
    expect(await sentBy(client => client.flow({ id: 14 }))).toBe('flow/14')
    expect(await sentBy(client => client.flows())).toBe('flows?pagination.limit=100')
    expect(await sentBy(client => client.flowsForOwner({ owner }))).toBe(`flows/${owner}?pagination.limit=100`)
    expect(await sentBy(client => client.flowHistory({ id: 14 }))).toBe('flow-history/14?pagination.limit=100')
    expect(await sentBy(client => client.params())).toBe('params')
    expect(await sentBy(client => client.ica({ owner, connectionId: 'connection-0' }))).toBe(
      `address-to-ica?owner=${owner}&connection_id=connection-0`,
    )
  })

  test('every page argument that is given, and no other', async () => {
    const args = { limit: 5, offset: 10, reverse: true, countTotal: true }
    const sent = 'pagination.limit=5&pagination.offset=10&pagination.reverse=true&pagination.count_total=true'
    expect(await sentBy(client => client.flows(args))).toBe(`flows?${sent}`)
    expect(await sentBy(client => client.flowsForOwner({ owner, ...args }))).toBe(`flows/${owner}?${sent}`)
    expect(await sentBy(client => client.flowHistory({ id: 1, ...args }))).toBe(`flow-history/1?${sent}`)
    const unset = { limit: undefined, offset: undefined, reverse: false, countTotal: false, key: null }
    expect(await sentBy(client => client.flows(unset))).toBe('flows?pagination.limit=100')
  })

  test('a key is encoded whole: a bare + would arrive as a space', async () => {
    expect(await sentBy(client => client.flows({ key: 'AAAAAAAAA+k=' }))).toBe(
      'flows?pagination.limit=100&pagination.key=AAAAAAAAA%2Bk%3D',
    )
  })

  test('no count is asked for along with a key, which a node would not make', async () => {
    expect(await sentBy(client => client.flows({ key: 'AAAAAAAAAAY=', countTotal: true }))).toBe(
      'flows?pagination.limit=100&pagination.key=AAAAAAAAAAY%3D',
    )
  })

  test('a plain GET: no header at all, unless there is a height', async () => {
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

  test('a height reads the state of that block', async () => {
    const lcd = createLcd({ flows: [{}] })
    const seen: (number | null)[] = []
    const client = clientOf(lcd, { onResponse: ({ height }) => seen.push(height) })
    await client.params({ height: 200 })
    expect(lcd.requests[0]?.headers['x-cosmos-block-height']).toBe('200')
    expect(seen).toEqual([200])
  })
})

describe('a height', () => {
  afterEach(() => vi.unstubAllGlobals())

  const methods: [string, (client: FlowClient, at: { height: number }) => Promise<unknown>][] = [
    ['flow', (client, at) => client.flow({ id: 1, ...at })],
    ['flows', (client, at) => client.flows(at)],
    ['flowsForOwner', (client, at) => client.flowsForOwner({ owner, ...at })],
    ['flowHistory', (client, at) => client.flowHistory({ id: 1, ...at })],
    ['ica', (client, at) => client.ica({ owner, connectionId: 'connection-0', ...at })],
    ['params', (client, at) => client.params(at)],
    ['trustlessAgent', (client, at) => client.trustlessAgent({ agentAddress: owner, ...at })],
    ['trustlessAgents', (client, at) => client.trustlessAgents(at)],
    ['trustlessAgentsForAdmin', (client, at) => client.trustlessAgentsForAdmin({ feeAdmin: owner, ...at })],
    ['totalBurnt', (client, at) => client.totalBurnt(at)],
  ]

  test.each(methods)('%s: is sent as the header of nodes', async (_, read) => {
    const { client, inits } = watched()
    await errorOf(read(client, { height: 200 }))
    expect(inits.map(init => init?.headers)).toEqual([{ 'x-cosmos-block-height': '200' }])
  })

  test.each(methods)('%s: is refused in a page before anything is sent, unless it is allowed', async (_, read) => {
    vi.stubGlobal('location', new URL('https://explorer.test/'))
    const { client, urls } = watched()
    const error = await errorOf(read(client, { height: 200 }))
    expect(error).toMatchObject({ kind: 'argument', retryable: false })
    expect(error.message).toMatch(/CORS.*`allowHeight`/)
    expect(urls).toEqual([])

    const behindProxy = watched({ allowHeight: true })
    await errorOf(read(behindProxy.client, { height: 200 }))
    expect(behindProxy.inits.map(init => init?.headers)).toEqual([{ 'x-cosmos-block-height': '200' }])
  })

  test('pages read the newest state as ever', async () => {
    vi.stubGlobal('location', new URL('https://explorer.test/'))
    expect(await clientOf(createLcd({ flows: [{}] })).flow({ id: 1 })).toMatchObject({ id: '1' })
  })
})

test('without a decoder, as in the jsdom of Jest, an answer is read as well', async () => {
  vi.stubGlobal('TextDecoder', undefined)
  const flow = { label: 'Pay rent' }
  expect(await clientOf(createLcd({ flows: [flow] })).flow({ id: 1 })).toMatchObject(flow)
})

describe('live events', () => {
  class Socket {
    onopen = null
    onmessage = null
    onerror = null
    onclose = null
    readyState = 0
    send() {}
    close() {}
  }

  test('the client shows the RPC and the WebSocket that it was given, or none', () => {
    const { client } = watched({ rpc: 'wss://rpc.test/websocket', WebSocket: Socket })
    expect(client).toMatchObject({ rpc: 'wss://rpc.test/websocket', WebSocket: Socket })
    expect(watched().client).toMatchObject({ rpc: undefined, WebSocket: undefined })
  })
})

describe('lcd', () => {
  const sentTo = async (lcd: string) => {
    const { client, urls } = watched({ lcd })
    await errorOf(client.params())
    return urls[0]?.href
  }

  test('may carry a port, a path and trailing slashes', async () => {
    expect(await sentTo('https://lcd.test')).toBe('https://lcd.test/intento/intent/v1/params')
    expect(await sentTo('https://lcd.test/')).toBe('https://lcd.test/intento/intent/v1/params')
    expect(await sentTo('http://127.0.0.1:1317//')).toBe('http://127.0.0.1:1317/intento/intent/v1/params')
    expect(await sentTo('https://lcd.test/rest/into///')).toBe('https://lcd.test/rest/into/intento/intent/v1/params')
    expect(await sentTo('HTTP://[::1]:1317')).toBe('http://[::1]:1317/intento/intent/v1/params')
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
  ])('%j is refused at once', lcd => {
    for (const endpoints of [lcd, ['https://good.test', lcd]]) {
      const error = refusalOf(endpoints)
      expect(isFlowQueryError(error, 'argument')).toBe(true)
      expect(error.message).toBe(`\`lcd\` is ${lcd}, not a URL of http: https: without user, password, ? and #.`)
    }
  })

  test.each([
    ['https://user:secret@lcd.test', 'https://…@lcd.test, not a URL of http: https: without user, password'],
    ['https://user:sec/ret@lcd.test', 'https://…@lcd.test, not a URL of http: https:'],
    ['https://secret@[', 'https://…@[, not a URL of http: https:'],
    ['https://lcd.test?apikey=secret', 'https://lcd.test?…, not a URL of http: https: without user, password, ? and #'],
    ['https://lcd.test/#secret', 'https://lcd.test/#…, not a URL of http: https: without user, password, ? and #'],
    ['ftp://lcd.test?apikey=\nsecret', 'ftp://lcd.test?…, not a URL of http: https:'],
  ])('%s is refused, and nothing secret of it is told', (lcd, problem) => {
    const error = refusalOf(lcd)
    expect(error.message).toContain(`\`lcd\` is ${problem}`)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/sec\/?ret/)
  })

  function refusalOf(lcd: string | string[]): Error {
    try {
      createFlowClient({ lcd, chainId: 'intento-1' })
    } catch (error) {
      return error as Error
    }
    throw new Error(`${lcd} was taken`)
  }

  test('none at all is refused', () => {
    expect(() => createFlowClient({ lcd: [] })).toThrow('`lcd` is [], not an http(s) URL.')
    expect(() => createFlowClient({} as FlowClientOptions)).toThrow('`lcd` is undefined')
  })

  test('its cache keys are of the only endpoint, unless `chainId` names the chain, which several need', () => {
    expect(createFlowClient({ lcd: 'https://lcd.test/' }).scope).toBe('https://lcd.test')
    expect(createFlowClient({ lcd: 'https://lcd.test', chainId: 'intento-1' }).scope).toBe('intento-1')
    const lcd = ['https://a.test', 'https://b.test']
    expect(createFlowClient({ lcd, chainId: 'intento-1' }).scope).toBe('intento-1')
    expect(() => createFlowClient({ lcd })).toThrow('`chainId` is undefined, not a name for the chain')
  })

  test('another service has cache keys of its own', () => {
    const options = { lcd: 'https://lcd.test', chainId: 'intento-1' }
    expect(createFlowClient({ ...options, service: 'intento' }).scope).toBe('intento-1')
    expect(createFlowClient({ ...options, service: 'trst' }).scope).toBe('intento-1/trst')
  })

  test('service is the first segment, `intento` unless told otherwise', async () => {
    const lcd = createLcd({ flows: [{}], service: 'trst' })
    expect((await clientOf(lcd, { service: 'trst' }).flow({ id: 1 })).id).toBe('1')
    expect(await errorOf(clientOf(lcd).flow({ id: 1 }))).toMatchObject({ kind: 'unsupported' })
  })

  test('the global fetch is used where none is given, also one that came later', async () => {
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
  /** A node that serves the history elsewhere, and the paths that it was asked for. */
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
      /^flows-history\?id=(\d+)/,
      [`flow-history/14?${page}`, `flows-history/14?${page}`, `flows-history?id=14&${page}`],
    ],
  ])('%s is found, and asked straight away from then on', async (_, pattern, tried) => {
    const { fetch, paths } = nodeWithHistoryAt(pattern)
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch })
    expect((await client.flowHistory({ id: 14, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual(tried)
    paths.length = 0
    expect((await client.flowHistory({ id: 13, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual([tried.at(-1)?.replace('14', '13')])
  })

  test('a node without any of them: unsupported after each was tried', async () => {
    const { fetch, paths } = nodeWithHistoryAt(/^never$/)
    const error = await errorOf(createFlowClient({ lcd: 'https://lcd.test', fetch }).flowHistory({ id: 14 }))
    expect(error).toMatchObject({ kind: 'unsupported', status: 501 })
    expect(paths).toHaveLength(3)
  })

  test('is remembered for each endpoint on its own', async () => {
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

  test('can be another one of the user’s own', async () => {
    const { fetch, paths } = nodeWithHistoryAt(/^flows-history\/of\/(\d+)/)
    const versions = [{ ...v1, routes: { ...v1.routes, flowHistory: [{ path: 'flows-history/of/{id}' }] } }]
    const client = createFlowClient({ lcd: 'https://lcd.test', fetch, versions })
    expect((await client.flowHistory({ id: 14, limit: 3 })).history).toHaveLength(3)
    expect(paths).toEqual([`flows-history/of/14?${page}`])
  })
})

describe('versions', () => {
  const both = { versions: [v1, v1beta1] }
  const paths = (lcd: { requests: readonly { target: string }[] }) =>
    lcd.requests.map(({ target }) => target.replace(/^\/intento\/intent\/|\?.*/g, ''))

  test('[v1, v1beta1]: a node also shows what it speaks by saying no', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{ owner }] })
    const client = clientOf(lcd, both)
    await errorOf(client.flow({ id: 7 }))
    await errorOf(client.flow({ id: 8 }))
    expect(paths(lcd)).toEqual(['v1/flow/7', 'v1beta1/flow/7', 'v1beta1/flow/8'])
  })

  test('[v1, v1beta1]: what a node speaks is found out once', async () => {
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

  test('[v1beta1, v1]: likewise the other way round', async () => {
    const lcd = createLcd({ flows: [{}] })
    const client = clientOf(lcd, { versions: [v1beta1, v1] })
    await client.flow({ id: 1 })
    await client.flow({ id: 1 })
    expect(paths(lcd)).toEqual(['v1beta1/flow/1', 'v1/flow/1', 'v1/flow/1'])
  })

  test('the answers are the same in either', async () => {
    const flows = [{ label: 'Pay rent' }, { label: 'DCA ATOM' }]
    const clock = () => Date.parse('2026-11-20T21:00:00Z')
    const read = (version: 'v1' | 'v1beta1') => clientOf(createLcd({ version, flows, clock }), both).flows()
    expect(await read('v1beta1')).toEqual(await read('v1'))
  })

  test('a node that is upgraded meanwhile is found again', async () => {
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

  test('two endpoints of different versions: each is asked in its own', async () => {
    const [old, recent] = [createLcd({ version: 'v1beta1', flows: [{}] }), createLcd({ flows: [{}] })]
    const fetch = network({ 'https://old.test': old.fetch, 'https://recent.test': recent.fetch })
    const client = createFlowClient({
      lcd: ['https://old.test', 'https://recent.test'],
      chainId: 'intento-1',
      fetch,
      retries: 0,
      ...both,
    })
    await client.flow({ id: 1 })
    old.fail({ refuse: true, times: 1 })
    await client.flow({ id: 1 })
    await client.flow({ id: 1 })
    expect(paths(old)).toEqual(['v1/flow/1', 'v1beta1/flow/1', 'v1beta1/flow/1'])
    expect(paths(recent)).toEqual(['v1/flow/1', 'v1/flow/1'])
  })

  test('one endpoint of another version only: the next one answers', async () => {
    const [old, recent] = [createLcd({ version: 'v1beta1', flows: [{}] }), createLcd({ flows: [{}] })]
    const fetch = network({ 'https://old.test': old.fetch, 'https://recent.test': recent.fetch })
    const client = createFlowClient({ lcd: ['https://old.test', 'https://recent.test'], chainId: 'intento-1', fetch })
    expect((await client.flow({ id: 1 })).id).toBe('1')
  })

  test('what a node has not is not looked for in another version', async () => {
    const lcd = createLcd({ flows: [{}] })
    expect(await errorOf(clientOf(lcd, both).flow({ id: 2 }))).toMatchObject({ kind: 'notFound' })
    expect(paths(lcd)).toEqual(['v1/flow/2'])
  })

  test('two clients share nothing', async () => {
    const lcd = createLcd({ version: 'v1beta1', flows: [{}] })
    await clientOf(lcd, both).flow({ id: 1 })
    await clientOf(lcd, both).flow({ id: 1 })
    expect(paths(lcd)).toEqual(['v1/flow/1', 'v1beta1/flow/1', 'v1/flow/1', 'v1beta1/flow/1'])
  })
})
