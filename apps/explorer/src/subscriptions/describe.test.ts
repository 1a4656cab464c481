import { expect, test } from 'vitest'
import { describeSubjects, describeSubscription, targetPath } from './describe'
import type { Subscription } from './monitor'

const active: Subscription = {
  target: { flow: '14' },
  channel: 'push',
  isConfirmed: true,
  isPaused: false,
  onlyStops: false,
  quietHours: null,
}
const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }

test.each<[string, Partial<Subscription>]>([
  ['Active · This browser', {}],
  ['Paused · Telegram', { channel: 'telegram', isPaused: true }],
  ['Not confirmed yet · Telegram', { channel: 'telegram', isConfirmed: false }],
  [
    'Active · Webhook · Only stops · Quiet from 22:00 to 07:00 (Europe/Berlin)',
    { channel: 'webhook', onlyStops: true, quietHours },
  ],
])('describes a subscription: %s', (text, changes) => {
  expect(describeSubscription({ ...active, ...changes })).toBe(text)
})

test('names flows, owners and searches in a sentence', () => {
  const rent = { target: { flow: '14' }, name: 'Rent' }
  const alice = { target: { owner: 'into1alice' }, name: 'Alice' }
  const search = { target: { query: { search: 'dca' } }, name: '“dca”' }
  expect(describeSubjects([rent])).toBe('Rent')
  expect(describeSubjects([rent, alice, search])).toBe('Rent, flows of Alice and flows that match “dca”')
})

test('a search leads to the list of flows with its filters', () => {
  const query = { search: 'pay rent', messageType: '/cosmos.bank.v1beta1.MsgSend', connectionId: 'connection-0' }
  expect(targetPath({ query })).toBe('/flows?q=pay+rent&type=%2Fcosmos.bank.v1beta1.MsgSend&connection=connection-0')
  expect(targetPath({ query: { connectionId: 'connection-0' } })).toBe('/flows?connection=connection-0')
})
