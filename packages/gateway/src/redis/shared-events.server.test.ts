import { fork } from 'node:child_process'
import { once } from 'node:events'
import { flowSubscriptions, type LiveStatus } from '@flow-query/core/live'
import { createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type RedisServer, startPartition, startRedis } from '../../test/redis.js'
import { startGateway } from '../gateway.js'
import type { GatewayOptions } from '../options.js'
import { openEventChannel } from './event-channel.js'
import { shareEvents } from './shared-events.js'

/** Takeovers take seconds, and longer on a busy machine. */

async function startServer(): Promise<RedisServer> {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  return redis
}

async function startNode() {
  const lcd = createLcd({ flows: [{ label: '0', interval: '86400s' }] })
  const { url, close } = await serveLcd(lcd)
  onTestFinished(close)
  return { lcd, url }
}

/** Starts three instances. Each has the URL of Redis from this list. */
async function startThree(redis: readonly string[]) {
  const { lcd, url } = await startNode()
  const chain = createChain(lcd)
  const instances = await Promise.all(redis.map(one => startInstance({ lcd: url, rpc: url, redis: one })))
  const pages = instances.map(instance => openPage(instance.url, chain))
  await expect.poll(() => lcd.sockets).toBe(1)
  return { lcd, node: url, chain, instances, pages }
}

interface Instance {
  readonly url: string
  readonly isLeader: () => Promise<boolean>
}

async function startInstance(options: GatewayOptions): Promise<Instance> {
  const gateway = await startGateway(options)
  onTestFinished(() => gateway.close())
  return instanceAt(gateway.url)
}

function instanceAt(url: string): Instance {
  return {
    url,
    isLeader: async () =>
      (await (await fetch(`${url}/metrics`)).text()).includes('\nflow_query_gateway_events_leader 1'),
  }
}

/** A flow whose label is the number of its changes. */
type Chain = ReturnType<typeof createChain>
function createChain(lcd: Lcd) {
  const versions = new Map<number, number>()
  let version = 0
  return {
    change(): number {
      lcd.updateFlow('1', { label: `${++version}` })
      versions.set(lcd.height, version)
      return version
    },
    versionAt: (height: number) => versions.get(height) ?? Number.NaN,
  }
}

interface Page {
  /** The version that the page shows. */
  readonly shown: number
  /** The versions of the events since the last change of the connection. */
  readonly received: readonly number[]
  /** Everything that must never happen. */
  readonly problems: readonly string[]
}

/** Shows the flow like a page: reads it after each connection and each event, and reconnects. */
function openPage(url: string, chain: Chain): Page {
  const page = { shown: -1, received: [] as number[], problems: [] as string[] }
  let isOver = false
  let socket: WebSocket

  async function read(atLeast: number): Promise<void> {
    const response = await fetch(`${url}/intento/intent/v1/flow/1`)
    const { flow } = await response.json()
    page.shown = Number(flow.label)
    if (page.shown < atLeast) page.problems.push(`version ${page.shown} after the event of version ${atLeast}`)
  }

  function onMessage(data: unknown): void {
    const { result } = JSON.parse(String(data))
    const version = result.data ? chain.versionAt(Number(result.data.value.TxResult.height)) : 0
    if (page.received.includes(version)) page.problems.push(`version ${version} was received twice`)
    if (version > 0) page.received.push(version)
    // While the instance is being stopped, reads fail, and the page reads again when it has reconnected.
    read(version).catch(() => {})
  }

  function connect(): void {
    if (isOver) return
    page.received = []
    socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
    const query = flowSubscriptions[2]
    socket.on('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscribe', params: { query } })),
    )
    socket.on('message', onMessage)
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(connect, 50))
  }

  connect()
  onTestFinished(() => {
    isOver = true
    socket.terminate()
  })
  return page
}

/** Changes the flow, and waits until all pages show it. */
async function showChange({ chain, pages }: { chain: Chain; pages: readonly Page[] }): Promise<void> {
  const version = chain.change()
  await expect.poll(() => pages.map(({ shown }) => shown)).toEqual(pages.map(() => version))
  expect(pages.flatMap(({ problems }) => problems)).toEqual([])
}

async function leaderOf(instances: readonly Instance[]): Promise<number> {
  return (await Promise.all(instances.map(({ isLeader }) => isLeader()))).indexOf(true)
}

test('three instances use one connection to the node, and each page receives each event once', async () => {
  const { url } = await startServer()
  const { lcd, chain, instances, pages } = await startThree([url, url, url])
  await showChange({ chain, pages })
  expect(await Promise.all(instances.map(({ isLeader }) => isLeader()))).toEqual(
    expect.arrayContaining([true, false, false]),
  )

  // On a busy machine, an instance can be late, and its pages then reconnect.
  const versionsOf10Changes = async () => {
    const expected: number[] = []
    for (const page of pages) (page.received as number[]).length = 0
    for (let change = 0; change < 10; change++) {
      await showChange({ chain, pages })
      expected.push(pages[0]?.shown as number)
    }
    return pages.every(({ received }) => `${received}` === `${expected}`)
  }
  await expect.poll(versionsOf10Changes).toBe(true)
  await expect.poll(() => lcd.sockets).toBe(1)
})

test('an instance without a node for events receives those of the others', async () => {
  const { url } = await startServer()
  const { chain, node } = await startThree([url])
  const other = await startInstance({ lcd: node, rpc: 'http://127.0.0.1:9', redis: url })

  await showChange({ chain, pages: [openPage(other.url, chain)] })
  expect(await other.isLeader()).toBe(false)
})

test('another instance becomes the leader when the leader is killed', async () => {
  const { url } = await startServer()
  const { lcd, url: node } = await startNode()
  const chain = createChain(lcd)
  const child = fork(new URL('../../bench/gateway.js', import.meta.url), { execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ id: 1, command: 'start', args: [{ lcd: node, rpc: node, redis: url }] })
  const [{ result }] = await once(child, 'message')
  await expect.poll(() => instanceAt(result.url).isLeader()).toBe(true)
  const options = { lcd: node, rpc: node, redis: url }
  const others = [await startInstance(options), await startInstance(options)]
  const pages = others.map(other => openPage(other.url, chain))
  await showChange({ chain, pages })
  expect(await leaderOf(others)).toBe(-1)

  child.kill('SIGKILL')
  for (let change = 0; change < 10; change++) await showChange({ chain, pages })
  await expect.poll(() => leaderOf(others)).not.toBe(-1)
  await expect.poll(() => lcd.sockets).toBe(1)
  await showChange({ chain, pages })
})

test('all instances read everything again when the leader loses its node', async () => {
  const { url } = await startServer()
  const { lcd, chain, pages } = await startThree([url, url, url])
  await showChange({ chain, pages })

  const restore = lcd.disturb({ refuse: true })
  lcd.cut()
  await expect.poll(() => lcd.sockets).toBe(0)
  chain.change()
  restore()
  await expect.poll(() => lcd.sockets).toBe(1)
  await showChange({ chain, pages })
})

test.each(['is killed', 'stops responding', 'is full', 'returns garbage'])(
  'each instance uses its own connection when Redis %s, until Redis works again',
  async problem => {
    const redis = await startServer()
    const { lcd, chain, pages } = await startThree([redis.url, redis.url, redis.url])
    await showChange({ chain, pages })
    const admin = new Redis(redis.url)
    admin.on('error', () => {})
    onTestFinished(() => admin.disconnect())

    if (problem === 'is killed') await redis.stop()
    if (problem === 'stops responding') redis.process.kill('SIGSTOP')
    if (problem === 'is full') await admin.config('SET', 'maxmemory', '1')
    if (problem === 'returns garbage') await admin.set(await leaseOf(admin), 'text')
    for (let change = 0; change < 10; change++) await showChange({ chain, pages })
    await expect.poll(() => lcd.sockets).toBe(3)
    await showChange({ chain, pages })

    if (problem === 'is killed') onTestFinished((await startRedis(Number(new URL(redis.url).port))).stop)
    if (problem === 'stops responding') redis.process.kill('SIGCONT')
    if (problem === 'is full') await admin.config('SET', 'maxmemory', '0')
    if (problem === 'returns garbage') await admin.del(await leaseOf(admin))
    for (let change = 0; change < 10; change++) await showChange({ chain, pages })
    await expect.poll(() => lcd.sockets).toBe(1)
    await showChange({ chain, pages })
  },
)

async function leaseOf(admin: Redis): Promise<string> {
  const [key = ''] = await admin.keys('flow-query:*:lease')
  return key
}

test.each(['leader', 'follower'])(
  'a %s that is cut off from Redis continues alone, and joins the others again',
  async part => {
    const { url } = await startServer()
    const partitions = await Promise.all([0, 1, 2].map(() => startPartition(url)))
    for (const { close } of partitions) onTestFinished(close)
    const { lcd, chain, instances, pages } = await startThree(partitions.map(partition => partition.url))
    await showChange({ chain, pages })
    await expect.poll(() => leaderOf(instances)).not.toBe(-1)
    const leader = await leaderOf(instances)
    const partition = partitions[part === 'leader' ? leader : (leader + 1) % 3]

    partition?.cut()
    for (let change = 0; change < 10; change++) await showChange({ chain, pages })
    await expect.poll(() => lcd.sockets).toBe(2)
    await showChange({ chain, pages })
    partition?.heal()
    for (let change = 0; change < 10; change++) await showChange({ chain, pages })
    await expect.poll(() => lcd.sockets).toBe(1)
    await showChange({ chain, pages })
  },
)

test('an instance that misses events of the leader becomes the leader when it has events from another node', async () => {
  const { url } = await startServer()
  const { lcd, url: node } = await startNode()
  const [first, second] = [startSource(url), startSource(url)]
  const leader = await first.connect(node)
  first.report('connected')
  await expect.poll(() => first.leads).toEqual([true])
  const follower = await second.connect(node)
  second.report('connected')
  expect(lcd.sockets).toBe(1)

  second.report('silent')
  follower.close()
  await second.connect(node)
  expect(lcd.sockets).toBe(2)
  second.report('connected')
  await expect.poll(() => second.leads).toEqual([true])
  await expect.poll(() => first.leads).toEqual([true, false])
  await expect.poll(() => leader.reason).toContain('another instance is connected')
})

/** Shares events whose status the test reports. */
function startSource(redis: string) {
  const leads: boolean[] = []
  let report = (_: LiveStatus): void => {}
  const shared = shareEvents(redis, { onLeader: isLeader => leads.push(isLeader) })
  onTestFinished(shared.close)
  shared.use({
    nodeStatus: async () => '{}',
    listen: ({ onStatus }) => {
      report = onStatus
    },
  })
  shared.useChain('chain')
  return {
    leads,
    report: (state: LiveStatus['state']) => report({ state, error: null }),
    async connect(node: string) {
      const socket = new shared.WebSocket(`${node.replace('http', 'ws')}/websocket`)
      onTestFinished(() => socket.close())
      const connection = { reason: '', close: () => socket.close() }
      await new Promise<void>(resolve => {
        socket.onopen = () => resolve()
        socket.onclose = (event: { reason: string }) => {
          connection.reason = event.reason
        }
      })
      return connection
    },
  }
}

test('messages that are repeated, lost or in another order are never received as if they were complete', async () => {
  const { url } = await startServer()
  const admin = new Redis(url)
  onTestFinished(() => admin.disconnect())
  let chains = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }), async numbers => {
      const log: string[] = []
      const chainId = `chain-${++chains}`
      const listener = {
        onMessage: ({ body }: { body: string }) => void log.push(body),
        onGap: () => void log.push('gap'),
        onRequest: () => {},
      }
      const channel = openEventChannel(url, chainId, listener, () => {})
      await expect.poll(channel.isOpen).toBe(true)
      const publish = (number: number) =>
        admin.publish(
          `flow-query:gateway:1:${chainId}:events`,
          `${JSON.stringify({ leader: 'other', number, knownAt: 1, type: 'frame' })}\n${number}`,
        )
      for (const number of [0, ...numbers, 100]) await publish(number)
      await expect.poll(() => log.length).toBe(expectedLog([...numbers, 100]).length + 1)
      channel.close()
      expect(log).toEqual(['gap', ...expectedLog([...numbers, 100])])
    }),
    { numRuns: 30 },
  )
})

/** Returns what a listener receives after message 0. */
function expectedLog(numbers: readonly number[]): string[] {
  let last = 0
  return numbers.flatMap(number => {
    if (number <= last) return []
    const isNext = number === last + 1
    last = number
    return [isNext ? `${number}` : 'gap']
  })
}
