import { rmSync } from 'node:fs'
import { formatTime } from '@flow-query/format'
import { expect, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { alertOf, deliver, owner, pushKeys, type TestOptions, testSubscriptions } from '../../test/subscriptions.js'
import type { Alert } from '../alerts/alert.js'
import type { Answer } from './post.js'
import type { Wanted } from './subscription.js'

const webhook = { type: 'webhook', url: 'https://hooks.example/flows' } as const
const minute = 60_000

async function subscribed(settings: Partial<Wanted> = {}, options: TestOptions = {}) {
  const parts = await until(testSubscriptions(options))
  const { call, requests, store } = parts
  const { body } = await call('POST', '/subscriptions', { target: { owner }, channel: webhook, ...settings })
  const { code } = JSON.parse(`${requests[0]?.body}`).data
  await call('POST', `/subscriptions/${body.token}/confirm`, { code })
  requests.length = 0
  const sent = () => requests.map(({ body }) => JSON.parse(`${body}`))
  return { ...parts, token: body.token as string, sent, id: [...store.all.keys()][0] ?? '' }
}

const resolved = (alert: Alert): Alert => ({
  ...alert,
  status: 'resolved',
  text: 'The problem is gone.',
  reason: 'recovered',
})
const known = (open: Alert[], ended: Alert[] = []) => ({ open, ended: new Map(ended.map(alert => [alert.id, alert])) })

test('tells once that an incident begins, and once that it is over', async () => {
  const parts = await subscribed()
  const alert = alertOf('a')
  for (let check = 0; check < 3; check++) {
    parts.deliveries.update(known([alert]))
    await until(deliver(parts))
  }
  expect(parts.sent()).toMatchObject([
    {
      type: 'flow.will_fail',
      data: { id: 'a', status: 'open', url: 'https://explorer.example/app/flows/1?lcd=https://lcd.example' },
    },
  ])
  for (let check = 0; check < 3; check++) {
    parts.deliveries.update(known([], [resolved(alert)]))
    await until(deliver(parts))
  }
  expect(parts.sent().slice(1)).toMatchObject([
    { type: 'flow.will_fail.resolved', data: { id: 'a', reason: 'recovered' } },
  ])
  expect(parts.store.all.get(parts.id)?.delivery.told).toEqual([])
})

test('dates the text of a problem that is older than the subscription', async () => {
  const parts = await subscribed()
  const text = 'Failing since run 3 (5 s ago).'
  const old = alertOf('old', { at: new Date(Date.now() - 60 * minute).toISOString(), text })
  parts.deliveries.update(known([old, alertOf('new', { text })]))
  await until(deliver(parts))
  await until(deliver(parts))
  expect(parts.sent().map(({ data }) => [data.id, data.text])).toEqual([
    ['old', `As of ${formatTime(old.at)}: ${text}`],
    ['new', text],
  ])
})

test('only tells about the flows of the subscription', async () => {
  const parts = await subscribed()
  const flow = { id: '2', label: 'Savings', owner: 'into1other' }
  parts.deliveries.update(known([alertOf('other', { flow }), alertOf('node', { kind: 'node.silent', flow: null })]))
  await until(deliver(parts))
  expect(parts.sent()).toEqual([])
})

test('a subscriber must know the end of an alert from its first message until the last one', async () => {
  const answer = vi.fn<() => Answer>(() => ({ status: 200, retryAfter: null }))
  const parts = await subscribed({}, { answer })
  const alert = alertOf('a')
  const mustKnow = () => [...parts.deliveries.knownAlerts()]
  expect(mustKnow()).toEqual([])
  parts.deliveries.update(known([alert]))
  parts.deliveries.start()
  expect(mustKnow()).toEqual(['a'])
  await until(parts.deliveries.settled())
  expect(mustKnow()).toEqual(['a'])
  answer.mockReturnValueOnce({ status: 500, retryAfter: null })
  parts.deliveries.update(known([], [resolved(alert)]))
  await until(deliver(parts))
  expect(mustKnow()).toEqual(['a'])
  vi.setSystemTime(Date.now() + 60 * minute)
  await until(deliver(parts))
  expect(mustKnow()).toEqual([])
})

test('a query selects flows by their label', async () => {
  const parts = await subscribed({ target: { query: { search: 'rent' } } })
  const { flows } = await until(parts.client.flows({ limit: 10 }))
  for (const flow of flows) parts.flows.set(flow.id, flow)
  parts.deliveries.update(known([alertOf('a'), alertOf('b', { flow: { id: '2', label: 'Savings', owner } })]))
  await until(deliver(parts))
  expect(parts.sent().map(({ data }) => data.id)).toEqual(['a'])
  expect(flows.map(parts.deliveries.watches)).toEqual([true, false])
})

test('many incidents at the same time are one message', async () => {
  const parts = await subscribed()
  parts.deliveries.update(known(['a', 'b', 'c', 'd'].map(id => alertOf(id))))
  await until(deliver(parts))
  expect(parts.sent()).toMatchObject([{ type: 'digest', data: { total: 4 } }])
  await until(deliver(parts))
  expect(parts.sent()).toHaveLength(1)
})

test('a subscriber can choose to know only about stops', async () => {
  const parts = await subscribed({ onlyStops: true })
  parts.deliveries.update(known([alertOf('a', { stops: false }), alertOf('b')]))
  await until(deliver(parts))
  expect(parts.sent().map(({ data }) => data.id)).toEqual(['b'])
})

test('in quiet hours and during a pause nothing is sent, and afterwards only open incidents', async () => {
  vi.setSystemTime('2026-06-01T21:30:00Z')
  const quietHours = { from: '23:00', to: '07:00', timeZone: 'Europe/Berlin' }
  const parts = await subscribed({ quietHours })
  parts.deliveries.update(known([alertOf('a'), alertOf('b')]))
  await until(deliver(parts))
  expect(parts.sent()).toEqual([])
  parts.deliveries.update(known([alertOf('b')], [resolved(alertOf('a'))]))
  vi.setSystemTime('2026-06-02T05:00:00Z')
  await parts.call('PATCH', `/subscriptions/${parts.token}`, { isPaused: true })
  await until(deliver(parts))
  expect(parts.sent()).toEqual([])
  await parts.call('PATCH', `/subscriptions/${parts.token}`, { isPaused: false })
  await until(deliver(parts))
  expect(parts.sent().map(({ data }) => data.id)).toEqual(['b'])
})

test.each([
  ['webhook', 410],
  ['push', 404],
  ['push', 410],
] as const)('a %s that answers %i ends', async (type, status) => {
  let answer: Answer = { status: 200, retryAfter: null }
  const { keys } = pushKeys()
  const channel = type === 'push' ? { type, endpoint: 'https://push.example/1', keys } : webhook
  const parts = await until(testSubscriptions({ answer: () => answer }))
  const { body } = await parts.call('POST', '/subscriptions', { target: { owner }, channel })
  if (type === 'webhook')
    await parts.call('POST', `/subscriptions/${body.token}/confirm`, {
      code: JSON.parse(`${parts.requests[0]?.body}`).data.code,
    })
  answer = { status, retryAfter: null }
  parts.deliveries.update(known([alertOf('a')]))
  await until(deliver(parts))
  expect((await parts.call('GET', `/subscriptions/${body.token}`)).status).toBe(404)
})

test('a failed message is sent again later with the same ID, and waits as long as the receiver wants', async () => {
  let answer: Answer = { status: 200, retryAfter: null }
  const parts = await subscribed({}, { answer: () => answer })
  parts.deliveries.update(known([alertOf('a')]))
  answer = { status: 429, retryAfter: 10 * minute }
  await until(deliver(parts))
  await until(deliver(parts))
  expect(parts.requests).toHaveLength(1)
  vi.setSystemTime(Date.now() + 11 * minute)
  answer = { status: 200, retryAfter: null }
  await until(deliver(parts))
  const ids = parts.requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[0]])
})

test('a message that is too large is not sent again', async () => {
  let status = 200
  const parts = await subscribed({}, { answer: () => ({ status, retryAfter: null }) })
  parts.deliveries.update(known([alertOf('a')]))
  status = 413
  await until(deliver(parts))
  vi.setSystemTime(Date.now() + 60 * minute)
  await until(deliver(parts))
  expect(parts.requests).toHaveLength(1)
})

test('a receiver that hangs does not delay others', async () => {
  let isHanging = false
  const parts = await subscribed(
    {},
    {
      answer: ({ url }) =>
        isHanging && url.includes('hooks') ? new Promise(() => {}) : { status: 201, retryAfter: null },
    },
  )
  isHanging = true
  const { keys } = pushKeys()
  await parts.call('POST', '/subscriptions', {
    target: { owner },
    channel: { type: 'push', endpoint: 'https://push.example/1', keys },
  })
  parts.deliveries.update(known([alertOf('a')]))
  parts.deliveries.start()
  await until(() => parts.requests.length === 2)
  parts.deliveries.start()
  await until(() => [...parts.store.all.values()].some(({ delivery }) => delivery.told.length === 1))
  expect(parts.requests).toHaveLength(2)
})

test('if the disk fails, a receiver that is gone still ends', async () => {
  let status = 200
  const parts = await subscribed({}, { answer: () => ({ status, retryAfter: null }) })
  parts.deliveries.update(known([alertOf('a')]))
  status = 410
  rmSync(parts.folder, { recursive: true })
  await until(deliver(parts))
  await until(deliver(parts))
  expect(parts.requests).toHaveLength(1)
})

test('if the disk fails, says so and does not repeat the message', async () => {
  const parts = await subscribed()
  parts.deliveries.update(known([alertOf('a')]))
  rmSync(parts.folder, { recursive: true })
  await until(deliver(parts))
  await until(deliver(parts))
  expect(parts.requests).toHaveLength(1)
  expect(parts.notes).toEqual([
    "The subscriptions can't be saved: no such file or directory. Messages are still sent.",
    "The subscriptions can't be saved: no such file or directory. Messages are still sent.",
  ])
})
