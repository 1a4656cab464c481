import { expect, test } from 'vitest'
import { storedSubscriptions, storeSubscriptions } from './stored-subscriptions'

const rent = { monitor: 'https://monitor.example.org', token: 'abc', name: 'Pay rent', telegramLink: null }
const swap = { ...rent, token: 'def', name: 'Swap', telegramLink: 'https://t.me/bot?start=1' }

function memory(start: string | null = null) {
  let text = start
  return {
    getItem: () => text,
    setItem(_: string, next: string) {
      text = next
    },
  }
}

test('reads the stored subscriptions, and none from a new or blocked storage', () => {
  const storage = memory()
  expect(storedSubscriptions(storage)).toEqual([])
  storeSubscriptions(storage, [swap, rent])
  expect(storedSubscriptions(storage)).toEqual([swap, rent])
  expect(storedSubscriptions(null)).toEqual([])
})

test.each([
  ['no JSON', '{'],
  ['no list', '{}'],
  ['other values', JSON.stringify([null, 7, { ...rent, token: 7 }, { ...rent, telegramLink: 'javascript:alert()' }])],
])('omits what is not a subscription: %s', (_, text) => {
  expect(storedSubscriptions(memory(text))).toEqual([])
})

test.each([
  ['blocked', null],
  [
    'full',
    {
      ...memory(),
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
    },
  ],
])('reports a storage that is %s', (_, storage) => {
  expect(() => storeSubscriptions(storage, [])).toThrow('Your browser blocks storage, or it is full')
})
