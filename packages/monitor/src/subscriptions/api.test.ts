import { rmSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { owner, pushKeys, testSubscriptions } from '../../test/subscriptions.js'
import { problemKinds, problems } from './problems.js'
import { hashOf } from './subscription.js'

const push = (endpoint = 'https://push.example/1') => ({ type: 'push', endpoint, keys: pushKeys().keys })
const webhook = { type: 'webhook', url: 'https://hooks.example/flows' }

test('offers what a page needs to subscribe', async () => {
  const { call, keys } = await until(testSubscriptions())
  const { status, body, headers } = await call('GET', '/subscriptions', undefined, {
    origin: 'https://explorer.example',
  })
  expect(status).toBe(200)
  expect(body).toEqual({ chain: 'intento-1', pushKey: keys.vapid.publicKey, telegramBot: false })
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'https://explorer.example',
    'cache-control': 'no-store',
  })
})

test('pages of other origins are not allowed to call it', async () => {
  const { call } = await until(testSubscriptions())
  const { headers } = await call('GET', '/subscriptions', undefined, { origin: 'https://evil.example' })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('creates, shows, changes and ends a subscription', async () => {
  const { call, store } = await until(testSubscriptions())
  const created = await call('POST', '/subscriptions', { target: { flow: '1' }, channel: push() })
  expect(created.status).toBe(201)
  const { token, ...shown } = created.body
  expect(shown).toEqual({
    target: { flow: '1' },
    channel: 'push',
    isConfirmed: true,
    isPaused: false,
    onlyStops: false,
    quietHours: null,
    createdAt: expect.stringMatching(/Z$/),
  })
  const link = `/subscriptions/${token}`
  expect((await call('GET', link)).body).toEqual(shown)
  const quietHours = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' }
  await call('PATCH', link, { onlyStops: true, quietHours })
  expect((await call('PATCH', link, { isPaused: true })).body).toEqual({
    ...shown,
    isPaused: true,
    onlyStops: true,
    quietHours,
  })
  expect((await call('DELETE', link)).status).toBe(204)
  expect((await call('GET', link)).body).toMatchObject({ type: '/problems/unknown', status: 404 })
  expect(store.all.size).toBe(0)
})

test('a webhook must confirm, with the code that was sent to it', async () => {
  const { call, requests } = await until(testSubscriptions())
  const { body } = await call('POST', '/subscriptions', { target: { owner }, channel: webhook })
  expect(body).toMatchObject({ isConfirmed: false, secret: expect.stringMatching(/^whsec_/) })
  const { type, data } = JSON.parse(`${requests[0]?.body}`)
  expect([type, data.chain]).toEqual(['subscription.confirm', 'intento-1'])
  const confirm = (code: string) => call('POST', `/subscriptions/${body.token}/confirm`, { code })
  expect((await confirm('wrong')).body).toMatchObject({ type: '/problems/wrongCode' })
  expect((await confirm(data.code)).body).toMatchObject({ isConfirmed: true })
})

test.each<[problem: string, body: object]>([
  ['invalid', {}],
  ['invalid', { target: { owner: 'into1wrong' }, channel: push() }],
  ['invalid', { target: { flow: '1', owner }, channel: push() }],
  ['invalid', { target: { flow: '1' }, channel: push(), quietHours: { from: '25:00', to: '07:00', timeZone: 'UTC' } }],
  ['invalid', { target: { flow: '1' }, channel: push(), quietHours: { from: '22:00', to: '07:00', timeZone: 'Moon' } }],
  ['invalid', { target: { flow: '1' }, channel: { ...push(), keys: { p256dh: 'AAAA', auth: 'AAAA' } } }],
  ['unknownFlow', { target: { flow: '99' }, channel: push() }],
  ['noChannel', { target: { flow: '1' }, channel: { type: 'telegram' } }],
  ['badAddress', { target: { flow: '1' }, channel: push('http://push.example/1') }],
  ['badAddress', { target: { flow: '1' }, channel: { type: 'webhook', url: 'https://dead.example' } }],
])('answers with the problem %s', async (kind, body) => {
  const answer = () => ({ status: 500, retryAfter: null })
  const { call, store } = await until(testSubscriptions({ answer }))
  const response = await call('POST', '/subscriptions', body)
  expect(response).toMatchObject({ body: { type: `/problems/${kind}` }, status: response.body.status })
  expect(response.headers['content-type']).toMatch('application/problem+json')
  expect(store.all.size).toBe(0)
})

test('each problem has a page with its text', async () => {
  const { api } = await until(testSubscriptions())
  for (const kind of problemKinds) {
    const { statusCode, body } = await api.inject(`/problems/${kind}`)
    expect([statusCode, body]).toEqual([200, `${problems[kind].title}\n\n${problems[kind].help}\n`])
  }
})

test('says that the monitor failed, and tells its operator why', async () => {
  const { call, folder, notes } = await until(testSubscriptions())
  rmSync(folder, { recursive: true })
  const { body } = await call('POST', '/subscriptions', { target: { owner }, channel: push() })
  expect(body).toMatchObject({ type: '/problems/failed', status: 500 })
  expect(JSON.stringify(body)).not.toContain(folder)
  expect(notes).toEqual([expect.stringContaining('no such file or directory')])
})

test('limits subscriptions per address and in total', async () => {
  const { call } = await until(testSubscriptions({ limit: 55 }))
  vi.setSystemTime('2026-06-01T00:00:00Z')
  const create = (endpoint: string, remoteAddress: string) =>
    call('POST', '/subscriptions', { target: { owner }, channel: push(endpoint) }, { 'x-test': remoteAddress })
  const kinds: string[] = []
  for (let count = 0; count < 60; count++) {
    vi.setSystemTime(Date.now() + 10_000)
    const { body } = await create(count < 51 ? 'https://push.example/1' : `https://push.example/${count}`, '10.0.0.1')
    kinds.push(body.type ?? 'created')
  }
  expect(kinds.indexOf('/problems/addressLimit')).toBe(50)
  expect(kinds.indexOf('/problems/totalLimit')).toBe(56)
})

test('limits the number of searches', async () => {
  const { call, store } = await until(testSubscriptions({ limit: 2_000 }))
  const target = { query: { search: 'rent' } }
  await call('POST', '/subscriptions', { target, channel: push('https://push.example/1') })
  const [first] = store.all.values()
  if (first) await Promise.all(Array.from({ length: 999 }, (_, index) => store.add({ ...first, id: `${index}` })))
  const refused = await call('POST', '/subscriptions', { target, channel: push('https://push.example/2') })
  expect(refused).toMatchObject({ status: 503, body: { type: '/problems/totalLimit' } })
  const other = await call('POST', '/subscriptions', { target: { owner }, channel: push('https://push.example/2') })
  expect(other.status).toBe(201)
})

test('limits the requests of a client', async () => {
  const { call } = await until(testSubscriptions())
  for (let count = 1; count <= 20; count++)
    expect((await call('POST', '/subscriptions', { target: { owner }, channel: push() })).status).toBe(201)
  expect(await call('POST', '/subscriptions', { target: { owner }, channel: push() })).toMatchObject({
    status: 429,
    body: { type: '/problems/tooManyRequests', status: 429 },
  })
})

test('the store contains neither tokens nor addresses, and its IDs open nothing', async () => {
  const { call, store, requests } = await until(testSubscriptions())
  const { body } = await call('POST', '/subscriptions', { target: { owner }, channel: webhook })
  const [saved] = store.all.values()
  const text = JSON.stringify(saved)
  const { code } = JSON.parse(`${requests[0]?.body}`).data
  for (const secret of [body.token, body.secret, code, webhook.url, 'hooks.example']) expect(text).not.toContain(secret)
  for (const guess of [saved?.id, saved?.confirmation, hashOf(`${saved?.id}`), 'undefined', '__proto__'])
    expect((await call('GET', `/subscriptions/${guess}`)).status).toBe(404)
})

test('describes its routes with OpenAPI', async () => {
  const { api } = await until(testSubscriptions())
  const { paths } = (await api.inject('/openapi.json')).json()
  expect(Object.keys(paths)).toEqual(['/subscriptions', '/subscriptions/{token}', '/subscriptions/{token}/confirm'])
  expect(Object.keys(paths['/subscriptions/{token}'])).toEqual(['get', 'patch', 'delete'])
})
