import { createLcd, type Lcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readerOf, startWith } from '../../test/gateway.js'

const v1 = '/intento/intent/v1'
const names = ['first', 'second'] as const

/** A gateway with two nodes. A test can change their chain IDs, and stop them with `down`. */
async function startTwo(chainIds: Record<string, string>) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lcds = names.map(label => createLcd({ flows: [{ label }] }))
  const down = new Set<string>()
  const reads: string[] = []
  const gateway = await startWith(lcds, {
    lcd: names.map(name => `https://${name}.test/secret`),
    rpc: undefined,
    async fetch(input, init) {
      const { host, pathname } = new URL(`${input}`)
      const name = host.replace('.test', '')
      if (down.has(name)) throw new TypeError('connection refused')
      if (pathname.endsWith('/node_info')) return Response.json({ default_node_info: { network: chainIds[name] } })
      reads.push(name)
      const lcd = lcds[names.indexOf(name as 'first')] as Lcd
      return lcd.fetch(`${lcd.url}${pathname.replace('/secret', '')}`, init)
    },
  })
  const { get } = readerOf(gateway.url)
  const label = async () => {
    // Without events, responses expire after a second.
    vi.setSystemTime(Date.now() + 6_000)
    const { json } = await get(`${v1}/flow/1`)
    return (json as { flow?: { label: string } }).flow?.label
  }
  return { chainIds, down, reads, get, label, height: `${lcds[0]?.height}` }
}

const problem = 'second.test is not used, because it belongs to the chain other-1 instead of intento-1'

test('a node of another chain gets no requests, and readiness and metrics report it', async () => {
  const { down, reads, get, label } = await startTwo({ first: 'intento-1', second: 'other-1' })
  expect(await label()).toBe('first')
  expect(await get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready', problems: [problem] } })
  const metrics = (await get('/metrics')).text
  expect(metrics).toContain('flow_query_gateway_node_refused{node="first.test"} 0')
  expect(metrics).toContain('flow_query_gateway_node_refused{node="second.test"} 1')
  reads.length = 0
  down.add('first')
  // The last response of the first node is older, but the one of another chain would be wrong.
  expect(await label()).toBe('first')
  expect((await get(`${v1}/params`)).status).toBe(502)
  expect(reads).toEqual([])
  expect((await get('/readyz')).json).toEqual({ status: 'stale', problems: [problem] })
})

test('a node that comes back with another chain is refused until it has the right one again', async () => {
  const { chainIds, down, get, label } = await startTwo({ first: 'intento-1', second: 'intento-1' })
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  expect(await label()).toBe('first')
  down.add('first')
  expect(await label()).toBe('second')
  chainIds.first = 'other-1'
  down.delete('first')
  pass(60_000)
  expect(await label()).toBe('second')
  const refused = 'first.test is not used, because it belongs to the chain other-1 instead of intento-1'
  expect((await get('/readyz')).json).toEqual({ status: 'ready', problems: [refused] })
  chainIds.first = 'intento-1'
  pass(60_000)
  expect(await label()).toBe('first')
  expect((await get('/readyz')).json).toEqual({ status: 'ready' })
})

test('if all nodes have another chain, its responses replace those of the earlier chain', async () => {
  const { chainIds, reads, get, label, height } = await startTwo({ first: 'intento-1', second: 'intento-1' })
  const readsOfPastBlock = async () => {
    reads.length = 0
    expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': height })).status).toBe(200)
    return reads.length
  }
  expect(await label()).toBe('first')
  expect([await readsOfPastBlock(), await readsOfPastBlock()]).toEqual([1, 0])
  chainIds.first = 'intento-2'
  vi.advanceTimersByTime(60_000)
  expect(await label()).toBe('second')
  chainIds.second = 'intento-2'
  vi.advanceTimersByTime(60_000)
  await label()
  // The client prefers the first node again some time after its last failure.
  vi.advanceTimersByTime(60_000)
  expect(await label()).toBe('first')
  expect(await readsOfPastBlock()).toBe(1)
  expect((await get('/readyz')).json).toEqual({ status: 'ready' })
})
