import fs from 'node:fs'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { type FakeRedis, fakeRedis } from '../../test/fake-redis.js'
import { startWith } from '../../test/gateway.js'
import { shareResponses } from './shared-responses.js'

const mostReads = 2_000

/** Starts a gateway. `read` reads a flow that is not in its cache, and checks the response. */
async function startGateway(redis: string) {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {})
  onTestFinished(() => write.mockRestore())
  const flows = Array.from({ length: mostReads }, (_, index) => ({ label: `Flow ${index + 1}` }))
  const { url, fetch } = await startWith(createLcd({ flows }), { redis, logLevel: 'warn' })
  let reads = 0
  async function read(): Promise<void> {
    const id = `${++reads}`
    const response = await until(fetch(`${url}/intento/intent/v1/flow/${id}`))
    expect(response.headers.get('x-flow-query-stale')).toBe(null)
    expect(await response.json()).toMatchObject({ flow: { id, label: `Flow ${id}` } })
  }
  const failures = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^flow_query_gateway_redis_failures_total (\d+)$/m.exec(metrics)?.[1])
  }
  const log = () => write.mock.calls.map(([, line]) => JSON.parse(`${line}`).msg as string)
  return { read, failures, log }
}

async function usesRedis(read: () => Promise<void>, { commands }: FakeRedis): Promise<void> {
  const before = commands.length
  await until(async () => {
    await read()
    // The last command of a read shares its response.
    return commands.length >= before + 3
  })
}

const failed = 'Redis failed, so this gateway sends all its requests to the nodes: '
const recovered = 'Redis works again'

test('reads succeed while Redis is down at the start, and use it as soon as it is up', async () => {
  const redis = fakeRedis()
  redis.stop()
  const { read, failures, log } = await startGateway(redis.url)
  await read()
  await until(() => expect(log()).toEqual([`${failed}connect ECONNREFUSED 127.0.0.1:6379`]))
  expect(await failures()).toBeGreaterThan(0)
  redis.start()
  await usesRedis(read, redis)
  expect(log()[1]).toBe(recovered)
})

test('reads succeed after Redis goes away, and use it when it comes back', async () => {
  const redis = fakeRedis()
  const { read, log } = await startGateway(redis.url)
  await usesRedis(read, redis)
  redis.stop()
  await read()
  await until(() => expect(log().join()).toContain(failed))
  redis.start()
  await usesRedis(read, redis)
  expect(log()).toContain(recovered)
})

/** Waits until Redis fails for this reason. */
async function failsBecause(redis: FakeRedis, reason: string): Promise<void> {
  const reasons: string[] = []
  const shared = shareResponses(redis.url, () => 'test-1', { onFailure: reason => void reasons.push(reason) })
  onTestFinished(shared.close)
  await until(async () => {
    await shared.find('key', () => undefined)
    expect(reasons.join()).toContain(reason)
  })
}

test.each([
  ['hangs', 'hangs', 'it did not respond within 250 ms'],
  ['is full', { error: "OOM command not allowed when used memory > 'maxmemory'." }, 'OOM command not allowed'],
  ['responds with garbage', { reply: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'Unknown RESP type'],
] as const)('reads succeed while Redis %s, and use it afterwards', async (_, behavior, reason) => {
  const redis = fakeRedis()
  const { read } = await startGateway(redis.url)
  await usesRedis(read, redis)
  redis.behavior = behavior
  for (let count = 0; count < 5; count++) await read()
  await failsBecause(redis, reason)
  redis.behavior = 'works'
  await usesRedis(read, redis)
})
