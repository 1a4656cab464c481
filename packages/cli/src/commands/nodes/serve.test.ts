import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { addServer, createNetwork, removeServer } from '../../../test/network.js'
import { start } from '../../../test/run.js'

const { fetch } = createNetwork()

async function serving(...args: string[]) {
  const one = start(['serve', ...args])
  await one.says('Press Ctrl-C to stop.')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? ''
  const client = (version: typeof v1): FlowClient => createFlowClient({ lcd: url, fetch, versions: [version] })
  return { ...one, url, client }
}

test('uses the next port if the usual one is in use, and says so', async () => {
  const other = addServer({})
  const { url, seen } = await serving()
  expect([other, url]).toEqual(['http://127.0.0.1:1317', 'http://127.0.0.1:1318'])
  expect(seen.stderr).toContain('Port 1317 is in use, so another one is used.')
  removeServer(other)
})

test('serves both API versions and a Swagger page until Ctrl-C', async () => {
  const { url, client, interrupt, finished } = await serving()
  const [newer, older] = await Promise.all([client(v1).flow({ id: 40 }), client(v1beta1).flow({ id: 40 })])
  expect(newer).toEqual(older)
  const initializer = await fetch(`${url}/swagger/swagger-initializer.js`)
  expect([initializer.status, initializer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  interrupt()
  expect(await finished()).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('--latency delays each response', async () => {
  const { url, client } = await serving('--latency', '300')
  const startedAt = Date.now()
  await until(client(v1).params())
  expect([url, Date.now() - startedAt]).toEqual(['http://127.0.0.1:1317', 300])
})

test.each([[[]], [['--flows', '500']]])('serve %j returns the same flows in both API versions', async args => {
  const { url } = await serving(...args)
  let height = 0
  const onResponse = (response: { height: number | null }) => {
    height = response.height ?? 0
  }
  const times = async (version: typeof v1, height?: number) => {
    const client = createFlowClient({ lcd: url, fetch, versions: [version], onResponse })
    const { flows } = await client.flows({ limit: 1_000, height })
    return flows.map(({ id, owner, startTime, execTime }) => ({ id, owner, startTime, execTime }))
  }
  const newer = await times(v1)
  expect(newer.length).toBeGreaterThan(300)
  expect(await times(v1beta1, height)).toEqual(newer)
})

test.each([
  [v1, v1beta1],
  [v1beta1, v1],
])('--path-version serves only that version', async (supported, other) => {
  const { client } = await serving('--path-version', supported.name)
  await expect(client(supported).params()).resolves.toHaveProperty('burnFeePerMsg')
  await expect(client(other).params()).rejects.toMatchObject({ kind: 'unsupported' })
})

test.each([0, 500])('--flows %i serves that number of flows, with histories', async count => {
  const { client } = await serving('--flows', `${count}`)
  const { flows, total } = await client(v1).flows({ limit: 1, reverse: true, countTotal: true })
  expect([flows[0]?.id, total]).toEqual([count ? `${count}` : undefined, count])
  if (count) expect((await client(v1).flowHistory({ id: 1 })).history.length).toBeGreaterThan(0)
})

test('--seed selects the generated chain', async () => {
  const label = async (...args: string[]) => (await (await serving(...args)).client(v1).flow({ id: 100 })).label
  const [first, again, other] = [await label(), await label('--seed', '1'), await label('--seed', '2')]
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('explains that a port is in use', async () => {
  const url = addServer({})
  const { finished } = start(['serve', '--port', '1317'])
  expect(await finished()).toMatchObject({
    status: 1,
    stderr: 'flow-query: Port 1317 is in use.\n  Choose another port with --port, or use --port 0 for any free port.\n',
  })
  removeServer(url)
})
