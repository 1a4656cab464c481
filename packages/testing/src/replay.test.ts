import { createFlowClient } from '@flow-query/core'
import { expect, test } from 'vitest'
import { recording } from '../test/recording.js'
import { replayRecordings } from './index.js'

const fetch = replayRecordings({
  'http://node': recording('v1-truth/2150.json'),
  'http://other-chain': recording('v1-truth/2150.other-chain.json'),
})
const client = createFlowClient({ lcd: 'http://node', fetch })
const read = async (url: string) => (await fetch(url)).json()

test('returns recorded responses unchanged', async () => {
  const [params] = recording('v1-truth/2150.json')
  const response = await fetch(`http://node${params?.request.path}`)
  expect(await response.text()).toBe(params?.response.body)
  expect(response.headers.get('grpc-metadata-x-cosmos-block-height')).toBe('2150')
})

test('returns the recorded flows as lists and by ID', async () => {
  const { flows, nextKey } = await client.flows({ limit: 3, reverse: true })
  expect(flows.map(({ id }) => id)).toEqual(['79', '77', '75'])
  const next = await client.flows({ limit: 2, reverse: true, key: nextKey })
  expect(next.flows.map(({ id }) => id)).toEqual(['71', '70'])
  const [newest] = flows
  expect(await client.flow({ id: 79 })).toEqual(newest)
  const own = await client.flowsForOwner({ owner: newest?.owner ?? '', limit: 100 })
  expect(own.flows.length).toBeLessThan(40)
  expect(own.flows).toContainEqual(newest)
  await expect(client.flow({ id: 78 })).rejects.toMatchObject({ kind: 'notFound' })
})

test('pages through recorded histories in both directions', async () => {
  const { history: all } = await client.flowHistory({ id: 75, limit: 1_000 })
  const oldest = await client.flowHistory({ id: 75, limit: 2 })
  const following = await client.flowHistory({ id: 75, limit: 3, key: oldest.nextKey })
  expect([...oldest.history, ...following.history]).toEqual(all.slice(0, 5))
  const newest = await client.flowHistory({ id: 75, limit: 2, reverse: true })
  expect(newest.history).toEqual(all.slice(-2).reverse())
})

test('numbers the runs of a history whose oldest runs are not recorded', async () => {
  const outcomes = replayRecordings({ 'http://node': recording('v1-outcomes/while-they-run.json') })
  const part = createFlowClient({ lcd: 'http://node', fetch: outcomes })
  const { history, nextKey } = await part.flowHistory({ id: 18, limit: 5, reverse: true })
  const rest = await part.flowHistory({ id: 18, limit: 100, reverse: true, key: nextKey })
  expect([history.length, rest.history.length]).toEqual([5, 15])
  expect(rest.nextKey).not.toBeNull()
  await expect(part.flowHistory({ id: 18, limit: 5 })).rejects.toMatchObject({ kind: 'unsupported' })
})

test('returns an agent from the recorded list, and the newest block', async () => {
  const { trustlessAgents } = await client.trustlessAgents()
  const [agent] = trustlessAgents
  expect(await client.trustlessAgent({ agentAddress: agent?.agentAddress ?? '' })).toEqual(agent)
  expect((await read('http://node/cosmos/base/tendermint/v1beta1/blocks/latest')).block.header.height).toBe('2150')
})

test('selects the node by origin', async () => {
  const path = '/cosmos/bank/v1beta1/balances/into1dsurdzymd8p5mx0w5xukj6puz5qnt94mp4c23c4k60l5zj05skns0vxa37'
  expect((await read(`http://other-chain${path}`)).balances).toHaveLength(1)
  await expect(fetch('http://third-chain/')).rejects.toThrow('No recording was passed for http://third-chain')
})

test('does not support requests that are not recorded', async () => {
  expect((await fetch('http://node/cosmos/auth/v1beta1/params')).status).toBe(501)
})
