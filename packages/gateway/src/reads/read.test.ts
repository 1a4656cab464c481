import { expect, test, vi } from 'vitest'
import { ResponseCache } from './cache.js'
import { Reader } from './read.js'
import { createRoutes } from './routes.js'
import type { Answer, Upstream } from './upstream.js'

const path = '/intento/intent/v1/flow/1'

/** A reader whose only node returns its current block with a delay. */
function createSlowNode() {
  const node = { height: 10, delay: 0, requests: 0, execTime: '2100-01-01T00:00:00Z' }
  const answerNow = (): Answer => {
    const json = { flow: { id: '1', exec_time: node.execTime, label: `${node.height}` } }
    const body = Buffer.from(JSON.stringify(json))
    const raw = { node: 'a', status: 200, contentType: 'application/json', retryAfter: null, body, height: node.height }
    return { raw, json }
  }
  const upstream: Upstream = {
    nodes: ['a'],
    hasOther: () => false,
    join() {},
    async read() {
      node.requests++
      const answer = answerNow()
      await new Promise(resolve => setTimeout(resolve, node.delay))
      return answer
    },
  }
  const cache = new ResponseCache(1_000_000)
  const reader = new Reader(cache, upstream)
  const found = createRoutes('intento')(path)
  if (!found) throw new Error('the path is not allowed')
  const read = async () => {
    const response = await reader.read({ ...found, height: undefined })
    if (response.kind === 'error') throw response.error
    return { label: JSON.parse(response.entry.raw.body.toString()).flow.label, isStale: response.isStale }
  }
  const run = (height: number) => cache.apply([{ kind: 'flow', id: '1', certainty: 'certain' }], height)
  return { node, cache, read, run }
}

test('a request that arrives during the last attempt to read a lagging node causes one more attempt', async () => {
  const { node, read, run } = createSlowNode()
  run(11)
  node.delay = 2_500
  const first = read()
  await vi.advanceTimersByTimeAsync(100)
  node.height = 11
  const second = read()
  await vi.runAllTimersAsync()
  expect(await first).toEqual({ label: '10', isStale: true })
  expect(await second).toEqual({ label: '11', isStale: false })
})

test('a client that arrives after a reconnect does not join a request from before it', async () => {
  const { node, cache, read } = createSlowNode()
  node.delay = 1_000
  const first = read()
  node.height = 11
  cache.subscribed()
  const second = read()
  await vi.runAllTimersAsync()
  expect(await first).toEqual({ label: '11', isStale: false })
  expect(await second).toEqual({ label: '11', isStale: false })
  expect(node.requests).toBe(2)
})

test('a response from an earlier block does not replace a later one', async () => {
  const { node, read } = createSlowNode()
  expect((await Promise.all([read(), vi.runAllTimersAsync()]))[0]).toEqual({ label: '10', isStale: false })
  await vi.advanceTimersByTimeAsync(5_000)
  node.height = 9
  expect((await Promise.all([read(), vi.runAllTimersAsync()]))[0]).toEqual({ label: '10', isStale: false })
  expect(node.requests).toBe(2)
})

test('a chain that was restarted at an earlier block is accepted after a minute', async () => {
  const { node, read } = createSlowNode()
  await Promise.all([read(), vi.runAllTimersAsync()])
  node.height = 1
  await vi.advanceTimersByTimeAsync(61_000)
  expect((await Promise.all([read(), vi.runAllTimersAsync()]))[0]).toEqual({ label: '1', isStale: false })
})

test('a response with a height that the chain has not reached is read again after the connection', async () => {
  const { node, cache, read } = createSlowNode()
  node.height = 99_999_999
  await Promise.all([read(), vi.runAllTimersAsync()])
  node.height = 10
  cache.subscribed()
  cache.connected(10)
  expect((await Promise.all([read(), vi.runAllTimersAsync()]))[0]).toEqual({ label: '10', isStale: false })
})

test('an overdue flow is read again at growing intervals, so that a late run without an event is noticed', async () => {
  const { node, cache, read } = createSlowNode()
  cache.connected(node.height)
  const dueAt = Date.now() + 10_000
  node.execTime = new Date(dueAt).toISOString()
  const readsAt: number[] = []
  // The lifetime of the last response ends a minute after its request.
  for (let second = -10; second < 100; second++) {
    vi.setSystemTime(dueAt + second * 1_000)
    const before = node.requests
    await Promise.all([read(), vi.advanceTimersByTimeAsync(0)])
    if (node.requests > before) readsAt.push(second)
  }
  expect(readsAt).toEqual([-10, 5, 10, 20, 40, 80])
})
