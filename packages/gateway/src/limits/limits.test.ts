import { isIP } from 'node:net'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { exchange } from '../../test/gateway.js'
import { memoryServer } from '../../test/memory-server.js'
import { registerHealth } from '../operations/health.js'
import { limitConnections, limitRequests, type ServerLimits, serverOptions, type TrustedProxies } from './limits.js'
import { addressIn, networkOf } from './network.js'

const url = 'http://gateway.test'

async function start(
  { trustProxy, ...limits }: ServerLimits & { trustProxy?: TrustedProxies } = {},
  requestsPerMinute = 0,
) {
  const app = Fastify(serverOptions(limits, trustProxy))
  limitConnections(app, limits, trustProxy)
  await limitRequests(app, { requestsPerMinute })
  registerHealth(app, { hasNode: () => true, hasCache: () => false, isStopping: () => false })
  app.get('/flows', (request, reply) => reply.send({ address: request.ip }))
  app.post('/simulate', (_, reply) => reply.send({}))
  await until(Promise.resolve(app.ready()))
  onTestFinished(() => until(app.close()))
  return { app, ...memoryServer(app.server) }
}

test('answers other clients while many slow connections are open', async () => {
  const { fetch, connect } = await start()
  const sockets = Array.from({ length: 100 }, () => connect())
  await Promise.all(
    sockets.map(socket => new Promise<void>(done => socket.write('GET /flows HTTP/1.1\r\nX: ', () => done()))),
  )
  const response = await fetch(`${url}/flows`)
  expect(response.status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('closes connections of an address above the limit, and accepts a new one after another has closed', async () => {
  const { connect } = await start({ connectionsPerAddress: 2 })
  const open = () => {
    const socket = connect()
    socket.on('error', () => {})
    const response = new Promise<string>(resolve => {
      socket.once('data', data => resolve(`${data}`.slice(9, 12)))
      socket.once('close', () => resolve('closed'))
    })
    socket.write('GET /flows HTTP/1.1\r\nHost: a\r\n\r\n')
    return { socket, response }
  }
  const [first, second] = [open(), open()]
  expect([await first.response, await second.response, await open().response]).toEqual(['200', '200', 'closed'])
  first.socket.destroy()
  await settle()
  expect(await open().response).toBe('200')
})

test('trusted proxies can open any number of connections', async () => {
  const { fetch, connect } = await start({ connectionsPerAddress: 1, trustProxy: '10.0.0.0/8, 127.0.0.1' })
  const sockets = [1, 2, 3].map(() => connect())
  expect((await fetch(`${url}/flows`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('the addresses of an IPv6 network count as one client', () => {
  const networks = [
    '2001:db8:0:1::1',
    '2001:0db8:0000:0001:ffff::2',
    '2001:db8:0:2::1',
    '::1',
    '::ffff:192.0.2.1',
    '::FFFF:c000:201',
    '0:0:0:0:0:ffff:192.0.2.1',
    '64:ff9b::192.0.2.1',
    '192.0.2.1',
  ]
  expect(networks.map(networkOf)).toEqual([
    '2001:db8:0:1::/64',
    '2001:db8:0:1::/64',
    '2001:db8:0:2::/64',
    '0:0:0:0::/64',
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.1',
    '64:ff9b:0:0::/64',
    '192.0.2.1',
  ])
})

test('rejects headers above the limit with 431', async () => {
  const request = `GET /flows HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(9_000)}\r\n\r\n`
  const received = await exchange(await start(), request)
  expect(received).toMatch(/^HTTP\/1\.1 431 /)
})

test('rejects bodies above the limit with 413', async () => {
  const { fetch } = await start({ maxBodySize: 1_000 })
  const response = await fetch(`${url}/simulate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(1_000) }),
  })
  expect(response.status).toBe(413)
})

test('limits requests per address with 429 and Retry-After, but never health checks', async () => {
  const { app } = await start({}, 2)
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await app.inject('/flows')).statusCode)
  expect(statuses).toEqual([200, 200, 429])
  const limited = await app.inject('/flows')
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  expect(limited.json()).toMatchObject({ message: expect.stringMatching(/^too many requests from this address/) })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect((await app.inject({ url: '/flows', remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
})

test('without trustProxy, clients can not choose their address', async () => {
  const { app } = await start({}, 1)
  const headers = (address: string) => ({ 'x-forwarded-for': address })
  expect((await app.inject({ url: '/flows', headers: headers('192.0.2.1') })).json()).toEqual({ address: '127.0.0.1' })
  expect((await app.inject({ url: '/flows', headers: headers('192.0.2.2') })).statusCode).toBe(429)
})

test('behind a trusted proxy, each client has its own limit', async () => {
  const { app } = await start({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] }, 1)
  const from = async (forwarded: string) =>
    (await app.inject({ url: '/flows', headers: { 'x-forwarded-for': forwarded } })).statusCode
  expect(await from('192.0.2.1')).toBe(200)
  expect(await from('192.0.2.2')).toBe(200)
  expect(await from('192.0.2.1')).toBe(429)
  // The first address is the text that the client sent. The proxy added the second one.
  expect(await from('198.51.100.1, 192.0.2.1, 10.1.1.1')).toBe(429)
})

const entriesOf192 = [
  '192.0.2.1',
  ' 192.0.2.1:50123 ',
  '192.0.2.1:50124',
  '"192.0.2.1:443"',
  '[::ffff:192.0.2.1]:443',
  '::ffff:c000:201',
  ', ,192.0.2.1:1,,',
]
const entriesOf2001 = [
  '2001:db8::1',
  '[2001:db8::1]:443',
  '[2001:db8::2]',
  '2001:db8::3%eth0',
  '"[2001:DB8::4%25eth0]:80"',
]
const unreadable = [
  'unknown',
  '_hidden',
  'garbage',
  '"',
  '[]:1',
  '1.2.3',
  '999.1.1.1:4',
  '\u00e9',
  '[::1',
  '::1]:5',
  ':443',
  '%eth0',
]

test.each([...entriesOf192, ...entriesOf2001, ...unreadable])(
  'an entry %s of a trusted proxy is an address or skipped',
  async entry => {
    for (const trustProxy of [true, '127.0.0.1'] as const) {
      const { app } = await start({ trustProxy }, 1)
      const from = async (forwarded: string) =>
        (await app.inject({ url: '/flows', headers: { 'x-forwarded-for': forwarded } })).statusCode
      const same = entriesOf192.includes(entry)
        ? '192.0.2.1'
        : entriesOf2001.includes(entry)
          ? '2001:db8::9'
          : '127.0.0.1'
      expect([await from(same), await from(entry), await from('198.51.100.1')]).toEqual([200, 429, 200])
    }
  },
)

test('a proxy with a port is trusted like without it, and the last readable entry counts', async () => {
  const { app } = await start({ trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] }, 1)
  const from = async (forwarded: string) =>
    (await app.inject({ url: '/flows', headers: { 'x-forwarded-for': forwarded } })).statusCode
  expect(await from('192.0.2.1')).toBe(200)
  expect(await from('192.0.2.1:4000, 10.0.0.5:443')).toBe(429)
  expect(await from('198.51.100.1, 192.0.2.1, "[fd00::1]:443", 10.0.0.5')).toBe(429)
  expect(await from('10.0.0.5')).toBe(200)
  expect(await from('198.51.100.1, unknown, 10.0.0.5:443')).toBe(429)
})

test('several headers are one list', async () => {
  const { fetch } = await start({ trustProxy: true }, 1)
  const from = async (...entries: string[]) => {
    const headers = new Headers()
    for (const entry of entries) headers.append('x-forwarded-for', entry)
    return (await fetch(`${url}/flows`, { headers })).status
  }
  expect([await from('192.0.2.1:1', '10.0.0.1'), await from('192.0.2.1:2', 'unknown')]).toEqual([200, 429])
})

test('any text is an address or unreadable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), text => {
      const address = addressIn(text)
      if (address !== undefined) expect(isIP(address)).toBeGreaterThan(0)
    }),
  )
  fc.assert(
    fc.property(fc.ipV6(), address => {
      const { network } = /^(?<network>[\da-f:]+::\/64|[\d.]+)$/.exec(networkOf(address))?.groups ?? {}
      expect(network).toBeDefined()
    }),
  )
})

test('all addresses of an IPv6 network share a limit', async () => {
  const { app } = await start({}, 1)
  const from = async (remoteAddress: string) => (await app.inject({ url: '/flows', remoteAddress })).statusCode
  expect(await from('2001:db8:0:1::1')).toBe(200)
  expect(await from('2001:db8:0:1::2')).toBe(429)
  expect(await from('2001:db8:0:2::1')).toBe(200)
})

test('a client with a large limit waits for at most ten seconds, which is the default timeout of clients', async () => {
  const { fetch } = await start({}, 600)
  const responses: Response[] = []
  for (let count = 0; count < 101; count++) responses.push(await fetch(`${url}/flows`))
  const limited = responses.filter(({ status }) => status === 429)
  expect(limited.map(({ headers }) => headers.get('retry-after'))).toEqual(['10'])
})
