import fs from 'node:fs'
import type { WebSocketConstructor } from '@flow-query/core'
import { createLcd, type Lcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { withMessages } from '../../../core/test/web-socket.js'
import { chainPaths, eventsArrive, readerOf, startWith } from '../../test/gateway.js'

const v1 = '/intento/intent/v1'
const names = ['first', 'second'] as const

/** Two nodes. A test can change their chain IDs, and stop them with `down`. */
function twoNodes(chainIds: Record<string, string>) {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {})
  onTestFinished(() => write.mockRestore())
  const lcds = names.map(label => createLcd({ flows: [{ label }] }))
  const down = new Set<string>()
  const reads: string[] = []
  const onFatal = vi.fn()
  const start = async () => {
    const gateway = await startWith(lcds, {
      lcd: names.map(name => `https://${name}.test/secret`),
      rpc: undefined,
      onFatal,
      logLevel: 'warn',
      async fetch(input, init) {
        const { host, pathname } = new URL(`${input}`)
        const name = host.replace('.test', '')
        if (down.has(name)) throw new TypeError('connection refused')
        if (pathname.endsWith('/node_info')) return Response.json({ default_node_info: { network: chainIds[name] } })
        if (!chainPaths.some(path => pathname.endsWith(path))) reads.push(name)
        const lcd = lcds[names.indexOf(name as 'first')] as Lcd
        return lcd.fetch(`${lcd.url}${pathname.replace('/secret', '')}`, init)
      },
    })
    const { get } = readerOf(gateway)
    const label = async () => {
      // Without events, responses expire after a second.
      vi.setSystemTime(Date.now() + 6_000)
      const { json } = await get(`${v1}/flow/1`)
      return (json as { flow?: { label: string } }).flow?.label
    }
    return { get, label }
  }
  const log = () => write.mock.calls.map(([, line]) => String(line)).join('')
  return { chainIds, down, reads, onFatal, start, log }
}

test('does not start with nodes of different chains', async () => {
  const { start } = twoNodes({ first: 'intento-1', second: 'other-1' })
  await expect(start()).rejects.toThrow(/^second\.test belongs to the chain other-1 instead of intento-1/)
})

test('logs at the start that a node does not respond, and refuses the node if it later serves another chain', async () => {
  const { chainIds, down, reads, start, log } = twoNodes({ first: 'intento-1', second: 'other-1' })
  down.add('second')
  const { get, label } = await start()
  expect(log()).toContain("second.test can't be reached")
  down.delete('second')
  down.add('first')
  reads.length = 0
  expect((await get(`${v1}/params`)).status).toBe(502)
  expect(reads).toEqual([])
  const problem = 'second.test is not used, because it belongs to the chain other-1 instead of intento-1'
  expect((await get('/readyz')).json).toEqual({ status: 'unavailable', problems: [problem] })
  expect(log()).toContain(problem)
  const metrics = (await get('/metrics')).text
  expect(metrics).toContain('flow_query_gateway_node_refused{node="first.test",api="lcd"} 0')
  expect(metrics).toContain('flow_query_gateway_node_refused{node="second.test",api="lcd"} 1')

  chainIds.second = 'intento-1'
  expect(await label()).toBe('second')
  expect((await get('/readyz')).json).toEqual({ status: 'ready' })
})

test('ends when all nodes belong to another chain', async () => {
  const { chainIds, onFatal, start } = twoNodes({ first: 'intento-1', second: 'intento-1' })
  const { label } = await start()
  chainIds.first = 'intento-2'
  vi.advanceTimersByTime(60_000)
  expect(await label()).toBe('second')
  expect(onFatal).not.toHaveBeenCalled()
  chainIds.second = 'intento-2'
  vi.advanceTimersByTime(60_000)
  await label()
  const [error] = onFatal.mock.lastCall ?? []
  expect(error.message).toBe('All nodes now belong to the chain intento-2 instead of intento-1.')
})

test('notices without any reads that all nodes belong to another chain', async () => {
  const { chainIds, onFatal, start } = twoNodes({ first: 'intento-1', second: 'intento-1' })
  const { get } = await start()
  chainIds.first = 'intento-2'
  expect((await get('/readyz')).json).toMatchObject({
    status: 'ready',
    problems: [expect.stringContaining('first.test')],
  })
  expect(onFatal).not.toHaveBeenCalled()
  chainIds.second = 'intento-2'
  vi.advanceTimersByTime(6_000)
  expect((await get('/readyz')).json).toMatchObject({ status: 'unavailable' })
  expect(onFatal).toHaveBeenCalledOnce()
})

/** Returns a WebSocket to a node that reports another chain ID. */
function withChainId(lcd: Lcd, chainIdOf: (url: string) => string): WebSocketConstructor {
  return withMessages(lcd, (data, url) => data.replaceAll('intento-demo-1', chainIdOf(url)))
}

/** Nodes whose reported blocks a test can change, and a gateway that reads them once per check. */
async function reportingNodes(count: number) {
  const lcds = Array.from({ length: count }, () => createLcd({ flows: [{}] }))
  type Block = { height: number; time: number }
  const changes = lcds.map(
    () =>
      (block: Block): Block =>
        block,
  )
  const down = new Set<number>()
  const onFatal = vi.fn()
  const gateway = await startWith(lcds, {
    rpc: undefined,
    onFatal,
    async fetch(input, init) {
      const index = Number(/node-(\d)/.exec(`${input}`)?.[1])
      if (down.has(index)) throw new TypeError('connection refused')
      const response = await (lcds[index] as Lcd).fetch(input, init)
      if (!`${input}`.endsWith('/node/v1beta1/status')) return response
      const { height, timestamp } = await response.json()
      const block = { height: Number(height), time: Date.parse(timestamp) }
      const changed = changes[index]?.(block) ?? block
      return Response.json({ height: `${changed.height}`, timestamp: new Date(changed.time).toISOString() })
    },
  })
  const { get } = readerOf(gateway)
  return {
    changes,
    down,
    onFatal,
    get,
    async check(after = 60_000) {
      vi.advanceTimersByTime(after)
      await get('/readyz')
      return (await get(`${v1}/flow/1`)).status
    },
  }
}

const asAfterReset = ({ height, time }: { height: number; time: number }) => ({ height: height - 900_000, time })

test('ends if two lower blocks with a later time show that the chain was restarted', async () => {
  const { changes, onFatal, check } = await reportingNodes(1)
  for (let count = 0; count < 3; count++) expect(await check()).toBe(200)
  changes[0] = asAfterReset
  await check()
  expect(onFatal).not.toHaveBeenCalled()
  await check()
  expect(onFatal).toHaveBeenCalledOnce()
  const [error] = onFatal.mock.lastCall ?? []
  expect(error.message).toMatch(
    /^All nodes report that the chain intento-demo-1 was reset: it was at block \d+, and is now at block \d+\.$/,
  )
})

const wrongBlocks: readonly (readonly [string, (block: { height: number; time: number }) => object])[] = [
  ['1,000 too low', ({ height }) => ({ height: height - 1_000 })],
  ['1,000 blocks behind', ({ height, time }) => ({ height: height - 1_000, time: time - 507_000 })],
  ['90 too high', ({ height }) => ({ height: height + 90 })],
  ['2,000 too high', ({ height }) => ({ height: height + 2_000 })],
  ['a billion too high', ({ height }) => ({ height: height + 1_000_000_000 })],
  ['a day ahead', ({ height, time }) => ({ height: height + 170_000, time: time + 86_400_000 })],
  ['of another time', ({ time }) => ({ time: time + 3_600_000 })],
]

test.each(wrongBlocks)(
  'a node that reports a block %s once or more often does not end the gateway',
  async (_, change) => {
    for (const nodes of [1, 2]) {
      for (const times of [1, 2, 3]) {
        const { changes, onFatal, check } = await reportingNodes(nodes)
        for (let count = 0; count < 4; count++) {
          let left = times
          changes[0] = block => (left-- > 0 ? { ...block, ...change(block) } : block)
          for (let checks = 0; checks < 3; checks++) expect(await check()).toBe(200)
        }
        expect(onFatal).not.toHaveBeenCalled()
      }
    }
  },
)

test('a node whose chain was reset is not used until it returns', async () => {
  const { changes, onFatal, get, check } = await reportingNodes(2)
  for (let count = 0; count < 3; count++) await check()
  changes[0] = asAfterReset
  for (let count = 0; count < 5; count++) expect(await check()).toBe(200)
  expect(onFatal).not.toHaveBeenCalled()
  const problem = expect.stringMatching(/^node-0\.test is not used, because it reports that the chain .* was reset/)
  expect((await get('/readyz')).json).toEqual({ status: 'ready', problems: [problem] })
  changes[0] = block => block
  for (let count = 0; count < 3; count++) await check()
  expect((await get('/readyz')).json).toEqual({ status: 'ready' })
})

test('ends if all nodes that respond agree that the chain was reset', async () => {
  const { changes, down, onFatal, check } = await reportingNodes(2)
  for (let count = 0; count < 3; count++) await check()
  changes[0] = asAfterReset
  for (let count = 0; count < 3; count++) await check()
  expect(onFatal).not.toHaveBeenCalled()
  down.add(1)
  for (let count = 0; count < 2; count++) await check()
  expect(onFatal).toHaveBeenCalledOnce()
})

test('ends if the chain of one node was reset, and then that of the other one', async () => {
  const { changes, onFatal, check } = await reportingNodes(2)
  for (let count = 0; count < 3; count++) await check()
  for (const node of [0, 1]) {
    expect(onFatal).not.toHaveBeenCalled()
    changes[node] = asAfterReset
    for (let count = 0; count < 3; count++) await check()
  }
  expect(onFatal).toHaveBeenCalledOnce()
})

test('a node that contradicts itself is not used while another one responds', async () => {
  const { changes, get, check } = await reportingNodes(2)
  for (let count = 0; count < 3; count++) await check()
  changes[0] = block => ({ ...block, height: block.height + 5_000_000 })
  expect(await check()).toBe(200)
  const problem = 'node-0.test is not used, because it reports blocks that contradict each other'
  changes[0] = block => ({ ...block, height: block.height - Math.round(Math.random() * 10_000) })
  await check()
  expect((await get('/readyz')).json).toEqual({ status: 'ready', problems: [problem] })
})

test('a node that reports a wrong height does not end the gateway', async () => {
  const lcds = [createLcd({ flows: [{}] }), createLcd({ flows: [{}] })] as const
  const onFatal = vi.fn()
  const gateway = await startWith(lcds, {
    rpc: undefined,
    onFatal,
    async fetch(input, init) {
      const isFirst = `${input}`.startsWith('https://node-0.test/')
      if (!isFirst && `${input}`.endsWith('/node/v1beta1/status'))
        return Response.json({ height: '999999999', timestamp: new Date().toISOString() })
      return lcds[isFirst ? 0 : 1].fetch(input, init)
    },
  })
  const { get } = readerOf(gateway)
  vi.advanceTimersByTime(60_000)
  expect((await get(`${v1}/flow/1`)).status).toBe(200)
  expect(onFatal).not.toHaveBeenCalled()
})

test('a node that reports an impossible height once does not end the gateway', async () => {
  const lcd = createLcd({ flows: [{}] })
  const onFatal = vi.fn()
  let isWrong = true
  const gateway = await startWith(lcd, {
    rpc: undefined,
    onFatal,
    async fetch(input, init) {
      if (isWrong && `${input}`.endsWith('/node/v1beta1/status'))
        return Response.json({ height: '1000000000000000', timestamp: new Date().toISOString() })
      return lcd.fetch(input, init)
    },
  })
  const { get } = readerOf(gateway)
  isWrong = false
  vi.advanceTimersByTime(60_000)
  expect((await get(`${v1}/flow/1`)).status).toBe(200)
  expect(onFatal).not.toHaveBeenCalled()
})

test('does not start with an RPC of another chain than the LCD', async () => {
  const lcd = createLcd({ flows: [{}] })
  const starting = startWith(lcd, { rpc: 'https://wrong.test/secret', WebSocket: withChainId(lcd, () => 'other-1') })
  await expect(starting).rejects.toThrow(/^wrong\.test belongs to the chain other-1 instead of intento-demo-1/)
})

test('an RPC that later serves another chain is refused, and the next RPC is used', async () => {
  const lcd = createLcd({ flows: [{}] })
  let chainId = 'intento-demo-1'
  const urls: string[] = []
  const WebSocket = withChainId(lcd, url => {
    urls.push(new URL(url).host)
    return url.includes('one') ? chainId : 'intento-demo-1'
  })
  const gateway = await startWith(lcd, { rpc: ['https://one.test/secret', 'https://two.test'], WebSocket })
  await eventsArrive(gateway)
  chainId = 'other-1'
  lcd.cut()
  await until(() => expect(urls.at(-1)).toBe('two.test'))
  lcd.cut()
  const { get } = readerOf(gateway)
  const problems = ['the RPC one.test is not used, because it belongs to the chain other-1 instead of intento-demo-1']
  await until(async () => expect((await get('/readyz')).json).toEqual({ status: 'ready', problems }))
  const metrics = (await get('/metrics')).text
  expect(metrics).toContain('flow_query_gateway_node_refused{node="one.test",api="rpc"} 1')
  expect(metrics).toContain('flow_query_gateway_node_refused{node="two.test",api="rpc"} 0')
  await eventsArrive(gateway)
})
