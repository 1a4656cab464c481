import { once } from 'node:events'
import type { WebSocketConstructor, WebSocketLike } from '@flow-query/core/live'
import { createLcd, type Lcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../../scripts/wait-for.js'
import { eventsArrive, hasEvents, readerOf, startWith } from '../../test/gateway.js'

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

const problem = 'second.test is not used, because it belongs to the chain other-1 instead of intento-demo-1'

test('a node of another chain gets no requests, and readiness and metrics report it', async () => {
  const { down, reads, get, label } = await startTwo({ first: 'intento-demo-1', second: 'other-1' })
  expect(await label()).toBe('first')
  expect(await get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready', problems: [problem] } })
  const metrics = (await get('/metrics')).text
  expect(metrics).toContain('flow_query_gateway_node_refused{node="first.test",api="lcd"} 0')
  expect(metrics).toContain('flow_query_gateway_node_refused{node="second.test",api="lcd"} 1')
  reads.length = 0
  down.add('first')
  // The last response of the first node is older, but the one of another chain would be wrong.
  expect(await label()).toBe('first')
  expect((await get(`${v1}/params`)).status).toBe(502)
  expect(reads).toEqual([])
  expect((await get('/readyz')).json).toEqual({ status: 'stale', problems: [problem] })
})

test('a node that comes back with another chain is refused until it has the right one again', async () => {
  const { chainIds, down, get, label } = await startTwo({ first: 'intento-demo-1', second: 'intento-demo-1' })
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  expect(await label()).toBe('first')
  down.add('first')
  expect(await label()).toBe('second')
  chainIds.first = 'other-1'
  down.delete('first')
  pass(60_000)
  expect(await label()).toBe('second')
  const refused = 'first.test is not used, because it belongs to the chain other-1 instead of intento-demo-1'
  expect((await get('/readyz')).json).toEqual({ status: 'ready', problems: [refused] })
  chainIds.first = 'intento-demo-1'
  pass(60_000)
  expect(await label()).toBe('first')
  expect((await get('/readyz')).json).toEqual({ status: 'ready' })
})

test('if all nodes have another chain, its responses replace those of the earlier chain', async () => {
  const { chainIds, reads, get, label, height } = await startTwo({ first: 'intento-demo-1', second: 'intento-demo-1' })
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

/** Returns a WebSocket to a node that reports another chain ID. */
function withChainId(lcd: Lcd, chainIdOf: (url: string) => string): WebSocketConstructor {
  return class implements WebSocketLike {
    onopen: WebSocketLike['onopen'] = null
    onmessage: ((event: { data: string }) => void) | null = null
    onerror: WebSocketLike['onerror'] = null
    onclose: WebSocketLike['onclose'] = null
    readonly #socket: WebSocketLike
    constructor(url: string) {
      const socket: WebSocketLike = new lcd.WebSocket(url)
      socket.onopen = (event: never) => this.onopen?.(event)
      socket.onmessage = ({ data }: { data: string }) =>
        this.onmessage?.({ data: data.replaceAll('intento-demo-1', chainIdOf(url)) })
      socket.onclose = (event: never) => this.onclose?.(event)
      this.#socket = socket
    }
    send(text: string): void {
      this.#socket.send(text)
    }
    close(): void {
      this.#socket.close()
    }
  }
}

/** A gateway with one node, whose chain a test can replace. */
async function startReplaceable() {
  const before = createLcd({ flows: [{ label: 'before' }, { label: 'second' }] })
  const after = createLcd({ flows: [{ label: 'after' }] })
  let [lcd, chainId] = [before, 'intento-demo-1']
  let delay: Promise<void> | undefined
  const gateway = await startWith(before, {
    lcd: 'https://node.test',
    WebSocket: withChainId(before, () => chainId),
    async fetch(input, init) {
      const { pathname, search } = new URL(`${input}`)
      if (pathname.endsWith('/node_info')) return Response.json({ default_node_info: { network: chainId } })
      const wait = delay
      delay = undefined
      const response = await lcd.fetch(`${lcd.url}${pathname}${search}`, init)
      await wait
      return response
    },
  })
  await eventsArrive(gateway)
  const { get } = readerOf(gateway.url)
  return {
    before,
    after,
    url: gateway.url,
    get,
    label: async (id = 1) => ((await get(`${v1}/flow/${id}`)).json as { flow?: { label: string } }).flow?.label,
    replace() {
      lcd = after
      chainId = 'intento-2'
    },
    /** Delays the response to the next request until the returned function is called. */
    delayNext() {
      let send = () => {}
      delay = new Promise(resolve => {
        send = resolve
      })
      return () => send()
    },
  }
}

test('if the chain of a single node is replaced during an interruption, nothing of the earlier chain is served', async () => {
  const { before, url, label, replace } = await startReplaceable()
  expect([await label(), await label(2)]).toEqual(['before', 'second'])
  const lines = async () => (await (await fetch(`${url}/flow-query/collection`)).text()).split('\n')
  expect((await lines())[0]).toContain('"chainId":"intento-demo-1"')
  replace()
  before.cut()
  await eventsArrive({ url })
  expect(await label()).toBe('after')
  expect(await label(2)).toBeUndefined()
  const [header, flows] = await lines()
  expect([header, flows]).toEqual([expect.stringContaining('"chainId":"intento-2"'), expect.stringContaining('after')])
  expect(flows).not.toContain('before')
})

test('if the chain of a single node is replaced without an interruption, its lower height reveals it', async () => {
  const { before, url, get, label, replace, delayNext } = await startReplaceable()
  before.advance(3_600_000)
  expect(await label()).toBe('before')
  const page = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
  const closed = once(page, 'close')
  await once(page, 'open')
  const sendEarlier = delayNext()
  const earlier = label(2)
  await waitFor(() => expect(before.requests.at(-1)?.target).toBe(`${v1}/flow/2`))
  replace()
  // Any response of the node reveals it. The cached flow of the earlier chain is then removed, and pages are disconnected.
  expect((await get(`${v1}/params`)).status).toBe(200)
  expect(await label()).toBe('after')
  expect(await closed).toEqual([1012, expect.anything()])
  // This response was requested from the earlier chain, so it is not kept.
  sendEarlier()
  await earlier
  expect(await label(2)).toBeUndefined()
})

test('an RPC of another chain than the LCD is refused, and the next RPC is used', async () => {
  const lcd = createLcd({ flows: [{}] })
  const WebSocket = withChainId(lcd, url => (url.includes('wrong') ? 'other-1' : 'intento-demo-1'))
  const problems = ['the RPC wrong.test is not used, because it belongs to the chain other-1 instead of intento-demo-1']

  const gateway = await startWith(lcd, { rpc: ['https://wrong.test/secret', 'https://right.test'], WebSocket })
  await eventsArrive(gateway)
  const { get } = readerOf(gateway.url)
  expect((await get('/readyz')).json).toEqual({ status: 'ready', problems })
  const metrics = (await get('/metrics')).text
  expect(metrics).toContain('flow_query_gateway_node_refused{node="wrong.test",api="rpc"} 1')
  expect(metrics).toContain('flow_query_gateway_node_refused{node="right.test",api="rpc"} 0')

  // Without another RPC, pages poll.
  const alone = await startWith(lcd, { rpc: 'https://wrong.test', WebSocket })
  await waitFor(async () =>
    expect((await readerOf(alone.url).get('/readyz')).json).toEqual({ status: 'ready', problems }),
  )
  expect(await hasEvents(alone)).toBe(false)
})
