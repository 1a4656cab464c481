import { expect, test } from 'vitest'
import { describeSubscription } from './describe'
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
