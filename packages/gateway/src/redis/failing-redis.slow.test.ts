import dns from 'node:dns'
import fs from 'node:fs'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { type FakeRedis, startFakeRedis } from '../../test/fake-redis.js'
import { startWith } from '../../test/served-gateway.js'
import { shareResponses } from './shared-responses.js'

const mostReads = 2_000

async function startRedis(port?: number): Promise<FakeRedis> {
  const redis = await startFakeRedis(port)
  onTestFinished(redis.close)
  return redis
}

/** Starts a gateway. `read` reads a flow that is not in its cache, and checks the response. */
async function startGateway(redis: string) {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {})
  onTestFinished(() => write.mockRestore())
  const flows = Array.from({ length: mostReads }, (_, index) => ({ label: `Flow ${index + 1}` }))
  const { url } = await startWith(createLcd({ flows }), { redis, logLevel: 'warn' })
  let reads = 0
  async function read(): Promise<void> {
    const id = `${++reads}`
    const response = await fetch(`${url}/intento/intent/v1/flow/${id}`)
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
  await waitFor(async () => {
    await read()
    // The last command of a read shares its response.
    expect(commands.length).toBeGreaterThanOrEqual(before + 3)
  })
}

const failed = 'Redis failed, so this gateway sends all its requests to the nodes: '
const recovered = 'Redis works again'

test('reads succeed while Redis is down at the start, and use it as soon as it is up', async () => {
  const { port, url, close } = await startRedis()
  await close()
  const { read, failures, log } = await startGateway(url)
  await read()
  await waitFor(() => expect(log()).toEqual([`${failed}connect ECONNREFUSED 127.0.0.1:${port}`]))
  expect(await failures()).toBeGreaterThan(0)
  await usesRedis(read, await startRedis(port))
  expect(log()[1]).toBe(recovered)
})

test('reads succeed after Redis goes away, and use it when it comes back', async () => {
  const redis = await startRedis()
  const { read, log } = await startGateway(redis.url)
  await usesRedis(read, redis)
  await redis.close()
  await read()
  await waitFor(() => expect(log().join()).toContain(failed))
  await usesRedis(read, await startRedis(redis.port))
  expect(log()).toContain(recovered)
})

/** Waits until Redis fails for this reason. */
async function failsBecause(redis: FakeRedis, reason: string): Promise<void> {
  const reasons: string[] = []
  const shared = shareResponses(redis.url, { onFailure: reason => void reasons.push(reason) })
  onTestFinished(shared.close)
  shared.useChain('test-1')
  await waitFor(async () => {
    await shared.find('key', () => undefined)
    expect(reasons.join()).toContain(reason)
  })
}

test.each([
  ['hangs', 'hangs', 'it did not respond within 250 ms'],
  ['is full', { error: "OOM command not allowed when used memory > 'maxmemory'." }, 'OOM command not allowed'],
  ['responds with garbage', { reply: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'Unknown RESP type'],
] as const)('reads succeed while Redis %s, and use it afterwards', async (_, behavior, reason) => {
  const redis = await startRedis()
  const { read } = await startGateway(redis.url)
  await usesRedis(read, redis)
  redis.behavior = behavior
  for (let count = 0; count < 5; count++) await read()
  await failsBecause(redis, reason)
  redis.behavior = 'works'
  await usesRedis(read, redis)
})

test('logs why none of the addresses of Redis can be reached', async () => {
  const { port, close } = await startRedis()
  await close()
  const { lookup } = dns
  const mock = vi.spyOn(dns, 'lookup') as unknown as ReturnType<typeof vi.fn<(...args: unknown[]) => unknown>>
  onTestFinished(() => mock.mockRestore())
  mock.mockImplementation((name, ...rest) => {
    const done = rest.at(-1) as (error: null, addresses: object[]) => void
    if (name !== 'redis.test') return (lookup as (...args: unknown[]) => unknown)(name, ...rest)
    return done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ])
  })
  const { log } = await startGateway(`redis://redis.test:${port}`)
  // Node waits only 250 ms before it tries the next address, so a busy machine can miss that the first one refuses.
  const reason = `connect (ECONNREFUSED|ETIMEDOUT) 127.0.0.1:${port}, connect ECONNREFUSED 127.0.0.2:${port}`
  await waitFor(() => expect(log()).toEqual([expect.stringMatching(`^${failed}${reason}$`)]))
})
