import { createServer } from 'node:http'
import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { expect, test } from 'vitest'
import { start } from '../../../test/run.js'

async function serving(...args: string[]) {
  const one = start(['serve', '--port', '0', ...args])
  await one.says('Press Ctrl-C to stop.')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? ''
  const client = (version: typeof v1): FlowClient =>
    createFlowClient({ lcd: url, versions: [version], timeout: 300_000 })
  return { ...one, url, client }
}

test('says that it uses another port if the usual one is in use', async () => {
  const other = createServer()
  // Another program may already use the port, which has the same effect.
  await new Promise<void>(resolve => other.once('error', () => resolve()).listen(1317, '127.0.0.1', resolve))
  const { says, seen, interrupt, finished } = start(['serve'])
  await says('Press Ctrl-C to stop.')
  interrupt()
  await finished
  other.close()
  expect(seen.stderr).toContain('Port 1317 is in use, so another one is used.')
  expect(seen.stdout).not.toContain('127.0.0.1:1317')
})

test('serves both API versions and a Swagger page until Ctrl-C', async () => {
  const { url, client, interrupt, finished } = await serving()
  const [newer, older] = await Promise.all([client(v1).flow({ id: 40 }), client(v1beta1).flow({ id: 40 })])
  expect(newer).toEqual(older)
  const page = await fetch(`${url}/swagger/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  interrupt()
  expect(await finished).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test.each([[[]], [['--flows', '500']]])('serve %j returns the same flows in both API versions', async args => {
  const { url } = await serving(...args)
  let height = 0
  const onResponse = (response: { height: number | null }) => {
    height = response.height ?? 0
  }
  const times = async (version: typeof v1, height?: number) => {
    const client = createFlowClient({ lcd: url, versions: [version], onResponse, timeout: 300_000 })
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
