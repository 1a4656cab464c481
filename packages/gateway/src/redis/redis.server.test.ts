import { flowSubscriptions } from '@flow-query/core/live'
import { createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startRedis } from '../../test/redis.js'
import { startGateway } from '../gateway.js'
import { type Claim, type SharedResponses, shareResponses } from './shared-responses.js'

const path = '/intento/intent/v1/flow/1'

interface Instance {
  readonly url: string
  /** Waits for the next event. */
  readonly nextEvent: () => Promise<void>
  readonly label: () => Promise<string>
}

async function startInstance(node: string, redis: string | undefined): Promise<Instance> {
  const gateway = await startGateway({ lcd: node, rpc: node, redis })
  const { url } = gateway
  onTestFinished(() => gateway.close())
  const socket = await openWhenConnected(url)
  onTestFinished(() => socket.terminate())
  const confirmed = new Promise(resolve => socket.once('message', resolve))
  const query = flowSubscriptions[2]
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscribe', params: { query } }))
  await confirmed
  return {
    url,
    nextEvent: () => new Promise(resolve => socket.once('message', () => resolve())),
    async label() {
      const response = await fetch(url + path)
      const { flow } = await response.json()
      return flow.label
    },
  }
}

/** A gateway refuses clients until it is connected to the node. */
async function openWhenConnected(url: string): Promise<WebSocket> {
  for (;;) {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('open', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isOpen) return socket
  }
}

/** Starts a node with one flow and three instances. `redisOf` returns the URL of Redis for an instance. */
async function startInstances(redisOf: (index: number) => string | undefined) {
  const lcd = createLcd({ flows: [{ interval: '86400s' }] })
  const node = await serveLcd(lcd)
  onTestFinished(node.close)
  const instances = await Promise.all([0, 1, 2].map(index => startInstance(node.url, redisOf(index))))
  return { lcd, instances }
}

let changes = 0

/** Changes the flow, and reads it from each instance after its event. Returns the number of requests to the node. */
async function changeAndRead(lcd: Lcd, instances: readonly Instance[]): Promise<number> {
  const label = `Change ${++changes}`
  const last = lcd.requests.at(-1)
  const reads = instances.map(async ({ nextEvent, label: read }) => {
    await nextEvent()
    return Promise.all([read(), read()])
  })
  lcd.updateFlow('1', { label })
  for (const labels of await Promise.all(reads)) expect(labels).toEqual([label, label])
  return lcd.requests.length - 1 - lcd.requests.lastIndexOf(last as never)
}

test('one instance reads each change for all instances', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const { lcd, instances } = await startInstances(() => redis.url)
  await expect.poll(() => changeAndRead(lcd, instances)).toBe(1)

  // Redis can be too slow for a moment on a busy machine. In that case, instances send requests to the node themselves.
  const requestsOf10Changes = async () => {
    let requests = 0
    for (let change = 0; change < 10; change++) requests += await changeAndRead(lcd, instances)
    return requests
  }
  await expect.poll(requestsOf10Changes).toBeLessThanOrEqual(12)
})

test('without Redis, each instance reads each change', async () => {
  const { lcd, instances } = await startInstances(() => undefined)

  expect(await changeAndRead(lcd, instances)).toBe(3)
})

test('all responses are correct even if Redis returns invalid values', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const { lcd, instances } = await startInstances(() => redis.url)
  await expect.poll(() => changeAndRead(lcd, instances)).toBe(1)
  const admin = new Redis(redis.url)
  onTestFinished(() => admin.disconnect())

  for (let change = 0; change < 10; change++) {
    await writeGarbage(admin, change)
    await changeAndRead(lcd, instances)
  }
})

/** Replaces all stored responses with other types, other responses, or random bytes. */
async function writeGarbage(admin: Redis, round: number): Promise<void> {
  const keys = (await admin.keys('flow-query:*')).filter(key => !key.endsWith(':lock'))
  for (const key of keys) {
    await admin.del(key)
    if (round % 3 === 0) await admin.set(key, 'text')
    else if (round % 3 === 1) await admin.hset(key, { height: '999999999', value: 'no checksum' })
    else await admin.hset(key, { height: 'x', value: Buffer.from([0, 10, 255, 10, 1]) })
  }
}

test('an instance that is killed while it reads does not stop the others', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const [dead, other] = [share(redis.url), share(redis.url)]
  const claim = await claimOf(dead, 'key')
  dead.close()

  // The other instance waits until the lock of the killed instance expires, or until it has waited long enough.
  expect(await other.find('key', () => undefined)).toHaveProperty('share')
  claim.share(responseAt(5))
  expect(await other.find('key', ({ raw }) => raw.height)).toHaveProperty('share')
})

test.each<[string, (admin: Redis, key: string) => Promise<unknown>]>([
  ['a lock without an end', (admin, key) => admin.set(`${key}:lock`, 'dead')],
  ['a lock that ends in a day', (admin, key) => admin.set(`${key}:lock`, 'dead', 'EX', 86_400)],
  ['a lock of another type', (admin, key) => admin.hset(`${key}:lock`, 'a', 'b')],
  ['a response of another type', (admin, key) => admin.set(key, 'text')],
  ['a height that is not a number', (admin, key) => admin.hset(key, { height: 'x', value: 'y' })],
  ['a high height without an end', (admin, key) => admin.hset(key, { height: '99999999', value: 'y' })],
  ['a huge value', (admin, key) => admin.hset(key, { height: '1', value: Buffer.alloc(20_000_000) })],
])('replaces %s', async (_, write) => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const admin = new Redis(redis.url)
  onTestFinished(() => admin.disconnect())
  const failures: string[] = []
  const shared = shareResponses(redis.url, () => 'test-1', { onFailure: reason => void failures.push(reason) })
  onTestFinished(shared.close)
  const first = await claimOf(shared, 'key')
  first.share(responseAt(1))
  await expect.poll(() => shared.find('key', ({ raw }) => raw.height)).toEqual({ accepted: 1 })
  const [key = ''] = await admin.keys('flow-query:*')
  await admin.del(key)
  await write(admin, key)

  const claim = await shared.find('key', ({ raw }) => raw.height)
  if ('accepted' in claim) throw new Error('An invalid response was accepted.')
  expect(claim.isLocked).toBe(true)
  claim.share(responseAt(5))
  await expect.poll(() => shared.find('key', ({ raw }) => raw.height)).toEqual({ accepted: 5 })
  expect(failures).toEqual([])
})

test('instances of different chains share nothing', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const [one, other] = [share(redis.url), share(redis.url, 'other-1')]
  const claim = await claimOf(one, 'key')
  claim.share(responseAt(5))

  await expect.poll(() => one.find('key', ({ raw }) => raw.height)).toEqual({ accepted: 5 })
  expect(await other.find('key', ({ raw }) => raw.height)).toHaveProperty('share')
})

test('the stored response is always the one of the latest block, regardless of the order of the writers', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const instances = [share(redis.url), share(redis.url), share(redis.url)]
  let keys = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), async heights => {
      const key = `key ${++keys}`
      const claims: Claim[] = []
      // All writers have requested the response before the first of them writes it, because their locks have ended.
      for (const index of heights.keys()) {
        const claim = await claimOf(instances[index % 3] as SharedResponses, key)
        claim.release()
        claims.push(claim)
      }
      let newest = -1
      for (const [index, height] of heights.entries()) {
        claims[index]?.share(responseAt(height))
        newest = Math.max(newest, height)
        const reader = instances[(index + 1) % 3] as SharedResponses
        await expect
          .poll(async () => {
            const found = await reader.find(key, ({ raw }) => raw.height)
            if ('release' in found) found.release()
            return found
          })
          .toEqual({ accepted: newest })
      }
    }),
    { numRuns: 30 },
  )
})

test('instances of another chain share no responses', async () => {
  const { url, stop } = await startRedis()
  onTestFinished(stop)
  const claim = await claimOf(share(url), 'flow')
  claim.share(responseAt(10))
  expect(await claimOf(share(url, 'test-2'), 'flow')).toMatchObject({ isLocked: true })
})

function share(url: string, chain = 'test-1'): SharedResponses {
  const shared = shareResponses(url, () => chain)
  onTestFinished(shared.close)
  return shared
}

/** Returns the permission to ask a node, as soon as Redis is connected. */
async function claimOf(shared: SharedResponses, key: string): Promise<Claim> {
  for (;;) {
    const found = await shared.find(key, () => undefined)
    if (!('accepted' in found) && found.isLocked) return found
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

function responseAt(height: number) {
  const raw = { node: 'https://lcd.test', status: 200, contentType: 'application/json', retryAfter: null }
  return { ...raw, body: Buffer.from(`{"height":${height}}`), height }
}
