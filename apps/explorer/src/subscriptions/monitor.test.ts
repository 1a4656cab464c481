import { afterEach, expect, test, vi } from 'vitest'
import { changeSubscription, endSubscription, monitorOf, readSubscription } from './monitor'

afterEach(() => vi.unstubAllGlobals())

test('only the server’s node has a monitor', () => {
  const given = { lcd: 'https://lcd.example.org/', rpc: null }
  const monitor = 'https://monitor.example.org'
  expect(monitorOf({ lcd: 'https://lcd.example.org', rpc: null }, given, monitor)).toBe(monitor)
  expect(monitorOf({ lcd: 'https://lcd.example.org', rpc: null }, given, null)).toBe(null)
  expect(monitorOf({ lcd: 'https://other.example.org', rpc: null }, given, monitor)).toBe(null)
  expect(monitorOf({ lcd: null, rpc: null }, { lcd: null, rpc: null }, monitor)).toBe(null)
})

function answer(response: () => Response) {
  const fetch = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>(async () => response())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('sends requests below the path of the monitor', async () => {
  const fetch = answer(() => Response.json({ isPaused: true }))
  expect(await changeSubscription('https://example.org/monitor', 'abc', { isPaused: true })).toEqual({ isPaused: true })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect([String(url), init?.method, init?.body]).toEqual([
    'https://example.org/monitor/subscriptions/abc',
    'PATCH',
    '{"isPaused":true}',
  ])
})

test('a subscription that the monitor doesn’t know is null, and its end succeeds', async () => {
  answer(() => Response.json({ type: '/problems/unknown', title: 'There is no such subscription' }, { status: 404 }))
  expect(await readSubscription('https://example.org', 'abc')).toBe(null)
  expect(await endSubscription('https://example.org', 'abc')).toBeUndefined()
})

test('a response without a body is valid', async () => {
  answer(() => new Response(null, { status: 204 }))
  expect(await endSubscription('https://example.org', 'abc')).toBeUndefined()
})

test.each([
  [
    'the title and the detail of a problem',
    () => Response.json({ title: 'The request is invalid', detail: 'body/target is missing' }, { status: 400 }),
    { message: 'The request is invalid', help: 'body/target is missing' },
  ],
  [
    'the status of a response without a title',
    () => Response.json({}, { status: 502 }),
    { message: 'The monitor responded with status 502', help: '' },
  ],
  [
    'that the path is wrong',
    () => Response.json({ type: '/problems/unknownPath', title: 'There is nothing at this path' }, { status: 404 }),
    { message: 'There is nothing at this path', help: '' },
  ],
  [
    'that a web page is not a monitor',
    () => new Response('<html>'),
    { message: 'The monitor can’t be reached', help: 'Check your connection, or try again later.' },
  ],
  [
    'that the monitor is down',
    () => {
      throw new TypeError('Failed to fetch')
    },
    { message: 'The monitor can’t be reached', help: 'Check your connection, or try again later.' },
  ],
])('an error contains %s', async (_, response, problem) => {
  answer(response)
  await expect(readSubscription('https://example.org', 'abc')).rejects.toMatchObject(problem)
})
