import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createClock, createLcd, flow, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { settle, until } from '../../../tests/setup/until.js'
import { eventsArrive, exchange, readerOf, requestsOf, startLive, startWith } from '../test/gateway.js'
import { memoryServer } from '../test/memory-server.js'
import { createRoutes } from './reads/routes.js'

const v1 = '/intento/intent/v1'
const owner = flow().owner

function requestLine(line: string, headers = ''): string {
  return `${line} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n${headers}\r\n`
}

function targetsOf(lcd: Lcd): string[] {
  return requestsOf(lcd).map(({ target }) => target)
}

test.each([
  'GET http://169.254.169.254/latest/meta-data/',
  `GET http://127.0.0.1:1${v1}/flow/1`,
  'GET //169.254.169.254/latest/meta-data/',
  'GET /http://169.254.169.254/',
  'GET /cosmos/tx/v1beta1/txs',
  'GET /cosmos/bank/v1beta1/supply',
  'GET /cosmos/gov/v1/proposals',
  'GET /swagger/',
  'GET /',
  'GET *',
  `GET ${v1}/`,
  `GET ${v1}/flow`,
  `GET ${v1}/flow/`,
  `GET ${v1}/flow/1/../../../../cosmos/tx/v1beta1/txs`,
  `GET ${v1}/flow/..`,
  `GET ${v1}/flow/%2e%2e`,
  `GET ${v1}/flow/.%2E`,
  `GET ${v1}/flow/..%2f..%2f..%2f..%2fcosmos%2ftx`,
  `GET ${v1}/flow/1%2f..%2f2`,
  `GET ${v1}/flow/..%5c..%5ccosmos`,
  `GET ${v1}/flow/1%00`,
  `GET ${v1}/flow/1%0d%0aX-Injected:%20yes`,
  `GET ${v1}/flow/%ff`,
  `GET ${v1}/flow/%zz`,
  `GET /Intento/intent/v1/flow/1`,
  `GET /other/intent/v1/flow/1`,
  `GET /intento/intent/v2/flow/1`,
  `GET /intento/intent/__proto__/flow/1`,
  `HEAD ${v1}/flow/1`,
  `PUT ${v1}/flow/1`,
  `DELETE ${v1}/flow/1`,
  `TRACE ${v1}/flow/1`,
  'CONNECT 169.254.169.254:80',
  'GET /cosmos/tx/v1beta1/simulate',
  'PROPFIND /',
])('%s reaches no node', async line => {
  const { lcd, connect } = await startLive({ flows: [{}, {}] })
  const received = await exchange({ connect }, requestLine(line))
  expect(received).not.toMatch(/^HTTP\/1\.1 [23]/)
  expect(received).not.toMatch(/^X-Injected/im)
  expect(targetsOf(lcd)).toEqual([])
})

test.each([
  ['/%FF', 501, 12],
  ['/%zz', 400, 3],
  [`${v1}/flow/%`, 400, 3],
])('the response to %s has the format of a node', async (path, status, code) => {
  const { connect } = await startLive()
  const received = await exchange({ connect }, requestLine(`GET ${path}`))
  expect(received).toContain(`HTTP/1.1 ${status} `)
  expect(received).toMatch(/access-control-allow-origin: \*/i)
  expect(JSON.parse(received.slice(received.indexOf('{')))).toEqual({ code, message: expect.any(String), details: [] })
})

test.each([
  ['no HTTP', 'GARBAGE\r\n\r\n', 400, 3],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 3],
  ['an invalid length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 3],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 3],
])('the response to %s has the format of a node, and ends the connection', async (_, request, status, code) => {
  const { connect } = await startLive()
  const received = await exchange({ connect }, request)
  expect(received).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(received.slice(received.indexOf('{')))).toEqual({ code, message: expect.any(String), details: [] })
})

test('a node only receives URLs of allowed routes, regardless of the requested URL', () => {
  const allowed =
    /^\/(intento\/intent\/v1(beta1)?|cosmos\/(bank|authz|staking|auth|base\/node|base\/tendermint)\/v1beta1|ibc\/core\/(channel|connection|client)\/v1)\//
  const routes = createRoutes('intento')
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\\',
      '?',
      '#',
      '@',
      ':',
      '//',
      'http:',
      '%00',
      '%',
      ';',
      '&',
      '=',
    ),
    fc.constantFrom('intento', 'intent', 'v1', 'v1beta1', 'flow', 'flows', '1', 'cosmos', 'bank', 'pagination.key'),
    fc.string({ maxLength: 5 }),
  )
  const url = fc.tuple(fc.constantFrom(`${v1}/flow/`, `${v1}/`, '/'), fc.array(piece, { maxLength: 8 }))
  let accepted = 0
  fc.assert(
    fc.property(url, ([start, pieces]) => {
      const target = routes(start + pieces.join(''))?.target
      if (target === undefined) return
      accepted++
      expect(target).toMatch(allowed)
      const parsed = new URL(target, 'http://node.test')
      // The node and the gateway must interpret the URL in the same way.
      expect(parsed.host).toBe('node.test')
      expect(parsed.pathname + parsed.search).toBe(target)
      expect(decodeURIComponent(parsed.pathname)).not.toMatch(/\/\.{0,2}(\/|$)|\\|\p{Cc}/u)
      expect(routes(target)?.target).toBe(target)
    }),
    { numRuns: 3_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('URLs in parameters and headers are not requested', async () => {
  const lcd = createLcd({ flows: [{}] })
  const hosts = new Set<string>()
  const gateway = await startWith(lcd, {
    fetch(input, init) {
      hosts.add(new URL(`${input}`).host)
      // A node that redirects must not send the gateway to another address.
      expect(init?.redirect).toBe('manual')
      return lcd.fetch(input, init)
    },
  })
  const otherFetch = vi.spyOn(globalThis, 'fetch')
  const address = 'http://trap.test'
  const encoded = encodeURIComponent(address)
  const { get } = readerOf(gateway)
  await get(`${v1}/flows?pagination.key=${encoded}&url=${encoded}&lcd=${encoded}`)
  await get(`${v1}/address-to-ica?owner=${encoded}&connection_id=${encoded}`)
  await get(`${v1}/flow/1?callback=${encoded}`, {
    'x-forwarded-host': address,
    'x-forwarded-for': '10.0.0.1',
    forwarded: `host=${address}`,
    'x-original-url': address,
    'x-rewrite-url': address,
    referer: address,
  })
  await exchange(gateway, `GET ${v1}/flow/1 HTTP/1.1\r\nHost: trap.test\r\nConnection: close\r\n\r\n`)
  lcd.fail({ status: 302, headers: { location: address }, body: '' })
  expect((await get(`${v1}/flow/2`)).status).not.toBe(200)
  expect([...hosts]).toEqual(['node-0.test'])
  expect(otherFetch).not.toHaveBeenCalled()
  otherFetch.mockRestore()
})

test('variants of one request share one cache key', async () => {
  const { lcd, get } = await startLive({ flows: [{}, {}] })
  const same = [
    'flows?pagination.limit=2&pagination.reverse=true',
    'flows?pagination.reverse=true&pagination.limit=2',
    'flows?pagination.limit=2&pagination.reverse=true&utm_source=x',
    'flows?pagination.limit=2&pagination.limit=5&pagination.reverse=true',
    'flows?%70agination.limit=%32&pagination.reverse=tru%65',
    'flows?pagination.reverse=true&&pagination.limit=2&',
    'flows?pagination.limit=2&pagination.reverse=true#fragment',
    'flow%73?pagination.limit=2&pagination.reverse=true',
    '%66lows?__proto__=1&constructor=2&pagination.limit=2&pagination.reverse=true',
  ]
  const replies = await Promise.all(same.map(path => get(`${v1}/${path}`)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  const ids = ['flow/1', 'flow/01', 'flow/%30001', `flow/${'0'.repeat(200)}1`]
  await Promise.all(ids.map(path => get(`${v1}/${path}`)))
  expect(targetsOf(lcd)).toEqual([`${v1}/flows?pagination.limit=2&pagination.reverse=true`, `${v1}/flow/1`])
})

test('headers of clients neither fragment the cache nor reach a node', async () => {
  const { lcd, get } = await startLive({ flows: [{}] })
  const hostile = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
    { origin: 'https://evil.example' },
    { cookie: 'session=1', authorization: 'Bearer secret' },
    { 'accept-encoding': 'deflate, zstd, x-made-up;q=0.1' },
    { 'accept-encoding': `br;q=0, ${'gzip;q=0, '.repeat(50)}*` },
    { accept: 'text/html', 'accept-language': 'de' },
    { range: 'bytes=0-5' },
    { 'cache-control': 'no-cache', pragma: 'no-cache' },
    { 'x-cosmos-block-height': '0' },
    { 'if-none-match': `"${'a'.repeat(1_000)}"` },
    { 'x-http-method-override': 'DELETE' },
    { te: 'trailers' },
  ]
  const replies = await Promise.all(hostile.map(headers => get(`${v1}/flow/1`, headers as Record<string, string>)))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(hostile.map(() => '*'))
  expect(requestsOf(lcd)).toHaveLength(1)
  const [{ headers } = { headers: {} }] = requestsOf(lcd)
  expect(
    Object.keys(headers).filter(
      name => !['accept', 'accept-language', 'user-agent', 'accept-encoding', 'sec-fetch-mode'].includes(name),
    ),
  ).toEqual([])
  expect(JSON.stringify(headers)).not.toMatch(/evil|secret|text\/html/)
})

test('an error of a node is not remembered for longer than a second', async () => {
  const { lcd, get } = await startLive({ flows: [{}] })
  const recover = lcd.fail({ status: 500, body: { code: 2, message: 'codespace intent code 302: not found: flow' } })
  expect((await get(`${v1}/flow/1`)).headers.get('cache-control')).toBe('no-store')
  recover()
  vi.advanceTimersByTime(1_001)
  expect((await get(`${v1}/flow/1`)).text).toContain('"owner"')
})

test('a response of one block is never served for another block', async () => {
  const { lcd, get } = await startLive({ flows: [{ label: 'old' }] })
  const height = `${lcd.height}`
  lcd.updateFlow(1, { label: 'new' })
  expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': height })).text).toContain('old')
  expect((await get(`${v1}/flow/1`)).text).toContain('new')
  expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': height })).text).toContain('old')
  for (const invalid of ['-1', '+1', '1e3', ' 0x1', '1, 2', '9'.repeat(30), 'NaN'])
    expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': invalid })).status).toBe(400)
})

/** Answers for the newest block regardless of the header, like a node behind a proxy that removes the header. */
function ignoringHeights(lcd: Lcd, isReported: boolean): typeof fetch {
  return async url => {
    const { pathname, search } = new URL(`${url}`)
    const response = await lcd.fetch(lcd.url + pathname + search)
    if (isReported) return response
    return new Response(await response.text(), { status: response.status })
  }
}

test('a node that ignores the height does not poison the cache of past blocks', async () => {
  const lcd = createLcd({ flows: [{ label: 'new' }] })
  const past = { 'x-cosmos-block-height': `${lcd.height - 1}` }
  const reported = readerOf(await startWith(lcd, { fetch: ignoringHeights(lcd, true) }))
  expect((await reported.get(`${v1}/flow/1`, past)).status).toBe(502)
  expect((await reported.get(`${v1}/flow/1`)).status).toBe(200)
  const unknown = readerOf(await startWith(lcd, { fetch: ignoringHeights(lcd, false) }))
  const { status, headers } = await unknown.get(`${v1}/flow/1`, past)
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
})

test('the `Vary` header contains both headers that select a block', async () => {
  const { lcd, get } = await startLive({ flows: [{ label: 'old' }] })
  const height = `${lcd.height}`
  lcd.updateFlow(1, { label: 'new' })
  for (const name of ['x-cosmos-block-height', 'grpc-metadata-x-cosmos-block-height']) {
    const { text, headers } = await get(`${v1}/flow/1`, { [name]: height })
    expect(text).toContain('old')
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('vary')?.split(', ')).toContain(name)
  }
})

test('a clock that is set back does not keep responses longer', async () => {
  const lcd = createLcd({ flows: [{ label: 'old' }] })
  const { get, readUntil } = readerOf(await startWith(lcd, { rpc: [] }))
  expect((await get(`${v1}/flow/1`)).text).toContain('old')
  vi.setSystemTime(Date.now() - 3_600_000)
  lcd.updateFlow(1, { label: 'new' })
  await readUntil(`${v1}/flow/1`, 'new')
})

test('rejects oversized URLs, headers, arguments and bodies', async () => {
  const { lcd, connect, get } = await startLive({ flows: [{}] })
  expect(await exchange({ connect }, requestLine(`GET ${v1}/flow/${'1'.repeat(20_000)}`))).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await exchange({ connect }, requestLine(`GET ${v1}/flow/1`, `X-Large: ${'x'.repeat(20_000)}\r\n`))).toMatch(
    /^HTTP\/1\.1 431 /,
  )
  expect((await get(`${v1}/flow/${'1'.repeat(300)}`)).status).toBe(501)
  expect((await get(`${v1}/flows?pagination.key=${'A'.repeat(300)}`)).status).toBe(501)
  expect(targetsOf(lcd)).toEqual([])
})

test('many different requests are sent to the nodes a few at a time', async () => {
  const lcd = createLcd({ flows: Array.from({ length: 400 }, () => ({})) })
  let running = 0
  let most = 0
  const { url, fetch } = await startWith(lcd, {
    async fetch(input, init) {
      running++
      most = Math.max(most, running)
      try {
        await new Promise(resolve => setTimeout(resolve, 20))
        return await lcd.fetch(input, init)
      } finally {
        running--
      }
    },
    cacheBytes: 100_000,
  })
  const responses = Array.from({ length: 400 }, async (_, index) => {
    const response = await fetch(`${url}${v1}/flow/${index + 1}`)
    await response.arrayBuffer()
    return response.status
  })
  const statuses = await until(Promise.all(responses))
  expect(most).toBeLessThanOrEqual(64)
  expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('an address with many requests does not make others wait for all of them', async () => {
  const lcd = createLcd({ flows: Array.from({ length: 300 }, () => ({})) })
  const started: string[] = []
  let isFree = false
  let release = () => {}
  const blocked = new Promise<void>(resolve => {
    release = resolve
  })
  const { url, fetch } = await startWith(lcd, {
    async fetch(input, init) {
      const { pathname } = new URL(`${input}`)
      if (pathname.includes('/flow/')) {
        started.push(pathname.slice(pathname.lastIndexOf('/') + 1))
        if (!isFree) await blocked
      }
      return lcd.fetch(input, init)
    },
    trustProxy: true,
  })
  const get = async (id: number, address: string) => {
    const response = await fetch(`${url}${v1}/flow/${id}`, { headers: { 'x-forwarded-for': address } })
    return (await response.text()).length
  }
  const flood = Array.from({ length: 200 }, (_, index) => get(index + 1, '192.0.2.1'))
  await settle()
  expect(started).toHaveLength(64)
  const others = [get(250, '192.0.2.2'), get(200, '192.0.2.3')]
  await settle()
  isFree = true
  release()
  await Promise.all([...flood, ...others])
  expect(started.indexOf('250')).toBeLessThan(70)
  expect(started.indexOf('200')).toBeLessThan(70)
  expect(new Set(started).size).toBe(201)
})

test('a response of a node that is too large is dropped, even if it is small when compressed', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const body = gzipSync(`{"flow":{}}${' '.repeat(10_000_000)}`)
  const node = memoryServer(createServer((_, response) => response.writeHead(200, headers).end(body)))
  const { get } = readerOf(await startWith(createLcd(), { fetch: node.fetch, maxBodyBytes: 1_000_000 }))
  expect(await get(`${v1}/flow/1`)).toMatchObject({ status: 502, json: { code: 8 } })
})

test('a node that sends too much does not hide the last good response', async () => {
  const lcd = createLcd({ flows: [{ label: 'old' }] })
  const { get } = readerOf(await startWith(lcd, { rpc: [], maxBodyBytes: 1_000_000 }))
  await get(`${v1}/flow/1`)
  lcd.fail({ padding: 2_000_000 })
  vi.setSystemTime(Date.now() + 5_000)
  const { status, text, headers } = await get(`${v1}/flow/1`)
  expect([status, headers.get('x-flow-query-stale')]).toEqual([200, '5'])
  expect(text).toContain('old')
})

/** Responses that a node should never send, or that an owner of a flow can cause. */
const flowWith = (fields: object) => JSON.stringify({ flow: { id: '1', exec_time: '2100-01-01T00:00:00Z', ...fields } })
test.each<[string, string, string]>([
  ['a flow with 300,000 values', 'flow/1', flowWith({ msgs: [{ '@type': '/x', values: Array(300_000).fill('1') }] })],
  ['150,000 flows', 'flows', `{"flows":[${Array(150_000).fill('{"id":"1"}').join(',')}]}`],
  ['an ID that is an object', 'flow/1', flowWith({ id: { toString: 1, valueOf: 1 }, exec_time: { toString: 1 } })],
  ['a deeply nested flow', 'flow/1', `{"flow":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['names of prototypes', 'flow/1', '{"flow":{"__proto__":{"id":"1"},"constructor":1},"__proto__":5}'],
  ['null instead of rows', 'flows', '{"flow":null,"flows":[null,1,"a",[]],"pagination":[]}'],
  ['repeated fields', 'flow/1', '{"flow":{"id":"1","id":"2"},"flow":{"id":"3"}}'],
])('forwards %s unchanged', async (_, path, body) => {
  const { url, fetch } = await startWith(createLcd(), {
    fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
  })
  const response = await fetch(`${url}${v1}/${path}`)
  expect([response.status, await response.text()]).toEqual([200, body])
})

test.each<[string, ResponseInit, string]>([
  ['a page', { headers: { 'content-type': 'text/html' } }, flowWith({})],
  [
    'a page with an error',
    { status: 400, headers: { 'content-type': 'text/html' } },
    '{"code":3,"message":"<script>"}',
  ],
])('a browser does not run %s of a node', async (_, init, body) => {
  const { url, fetch } = await startWith(createLcd(), { fetch: async () => new Response(body, init) })
  const { headers } = await fetch(`${url}${v1}/flow/1`)
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['text/plain', 'nosniff'])
})

test.each([302, 304, 307])('status %i of a node is not forwarded', async status => {
  const { url, fetch } = await startWith(createLcd(), { fetch: async () => new Response(null, { status }) })
  expect((await fetch(`${url}${v1}/flow/1`)).status).toBe(502)
})

test('large lists are read one at a time, while other requests continue', async () => {
  const lcd = createLcd({ flows: [{}] })
  const running = new Set<string>()
  let most = 0
  let release = () => {}
  const { url, fetch } = await startWith(lcd, {
    async fetch(input, init) {
      const { search, pathname } = new URL(`${input}`)
      const isLarge = search.includes('limit')
      if (isLarge) {
        running.add(search)
        most = Math.max(most, running.size)
        await new Promise<void>(resolve => {
          release = resolve
        })
        running.delete(search)
      }
      return lcd.fetch(lcd.url + pathname + search, init)
    },
  })
  const limits = ['1001', '020000', '20000', '0x4e20']
  const lists = limits.map(limit => fetch(`${url}${v1}/flows?pagination.limit=${limit}`))
  await until(() => running.size === 1)
  expect((await fetch(`${url}${v1}/flow/1`)).status).toBe(200)
  let isDone = false
  const all = Promise.all(lists).finally(() => {
    isDone = true
  })
  await until(() => {
    release()
    return isDone
  })
  expect((await all).map(({ status }) => status)).toContain(200)
  expect(most).toBe(1)
})

test('errors contain no names of nodes and no keys in URLs', async () => {
  const lcd = createLcd({ flows: [{}] })
  lcd.fail({ refuse: true })
  const { url, fetch } = await startWith(lcd, { lcd: 'https://node-0.test/s3cret-key' })
  const texts = await Promise.all(
    [`/flow/1`, `/flows/${owner}`, '/params'].map(async path => (await fetch(url + v1 + path)).text()),
  )
  expect(texts.join('')).not.toMatch(/s3cret|node-0/)
})

test('a client that leaves does not stop the request of the others', async () => {
  const { lcd, url, fetch } = await startLive({ flows: [{}] })
  lcd.fail({ slow: 300 })
  const leaving = new AbortController()
  const left = fetch(`${url}${v1}/flow/1`, { signal: leaving.signal }).catch(() => 'left')
  await until(() => requestsOf(lcd).length === 1)
  const staying = fetch(`${url}${v1}/flow/1`)
  leaving.abort()
  expect(await left).toBe('left')
  expect((await until(staying)).status).toBe(200)
  expect(requestsOf(lcd)).toHaveLength(1)
})

test('a large response is forwarded without parsing it, and read again after any event', async () => {
  const largest = 'x'.repeat(2_000_000)
  const lcd = createLcd({ flows: [{ label: 'first' }, {}], clock: createClock(Date.now()).now })
  let end = '"}]}'
  const gateway = await startWith(lcd, {
    fetch: async (input, init) =>
      String(input).includes('/flows')
        ? new Response(`{"flows":[{"id":"1","label":"${lcd.height}","text":"${largest}${end}`)
        : lcd.fetch(`${lcd.url}${new URL(`${input}`).pathname}`, init),
  })
  await eventsArrive(gateway)
  const read = () => gateway.fetch(`${gateway.url}${v1}/flows?pagination.limit=1000`)
  const labelOf = async (reply: Response) => /"label":"(\d+)"/.exec(await reply.text())?.[1]
  const parse = vi.spyOn(JSON, 'parse')
  const [first, second] = [await read(), await read()]
  expect([first.status, await labelOf(first), await labelOf(second)]).toEqual([200, `${lcd.height}`, `${lcd.height}`])
  expect(parse.mock.calls.filter(([text]) => text.length > largest.length)).toEqual([])
  parse.mockRestore()
  lcd.updateFlow(2, { label: 'new' })
  await settle()
  expect(await labelOf(await read())).toBe(`${lcd.height}`)
  // A proxy has cut the response, so the earlier one is served.
  end = ''
  lcd.updateFlow(2, { label: 'newer' })
  await settle()
  expect((await read()).headers.has('x-flow-query-stale')).toBe(true)
})
