import { createFlowClient } from '@flow-query/core'
import { address, chainTimeAt, createLcd, state } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { entryOf, flowOf, minutes, now } from '../../../core/test/flows.js'
import { hasFailed, readHealth, recentHealthQueue } from '../index.js'

const agent = address('agent')
const failure = { executed: false, errors: ['insufficient funds'] }
const agentFailure = { executed: false, errors: ['could not pay trustless agent: fee is too low'] }

async function chainOf(runs: readonly object[], agentAddress = '') {
  const lcd = createLcd({
    state: state(
      {
        flows: [{ trustlessAgent: { agentAddress, feeLimit: [], connectionId: '' } }],
        history: { 1: runs },
        trustlessAgents: [{ agentAddress: agent }],
      },
      now,
    ),
    clock: () => now,
  })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const flow = await client.flow({ id: 1 })
  const before = lcd.requests.length
  const targets = () => lcd.requests.slice(before).map(({ target }) => target.replace(/^.*v1(beta1)?\//, ''))
  return { lcd, client, flow, targets }
}

test('reads 100 runs of a failing flow, so that it knows since when the flow fails', async () => {
  const { client, targets } = await chainOf([{}, ...Array.from({ length: 10 }, () => failure)])
  const newest = await client.flowHistory({ id: 1, limit: 5, reverse: true })
  const checked = await readHealth(client, { id: 1, time: chainTimeAt(now), newest }, {})
  expect(checked.health).toMatchObject({ state: 'failing', failures: 10, orEarlier: false })
  // The flow is read after its runs.
  expect(targets().slice(1)).toEqual([expect.stringContaining('limit=100'), 'flow/1'])
})

test('does not read runs again if there are no older ones', async () => {
  const { client, targets } = await chainOf([failure, failure])
  const newest = await client.flowHistory({ id: 1, limit: 5, reverse: true })
  const { health } = await readHealth(client, { id: 1, time: chainTimeAt(now), newest }, {})
  expect(health).toMatchObject({ state: 'failing' })
  expect(targets().slice(1)).toEqual(['flow/1'])
})

test('reads the agent if the flow pays it', async () => {
  const { lcd, client } = await chainOf([{}], agent)
  const feeLimit = [{ denom: 'uinto', amount: '1' }]
  lcd.updateFlow(1, { trustlessAgent: { agentAddress: agent, feeLimit, connectionId: '' } })
  const checked = await readHealth(client, { id: 1, time: chainTimeAt(now) }, {})
  expect(checked.agent).toMatchObject({ agentAddress: agent })
})

test('reads the agent if the failure is about it', async () => {
  const agentFails = await chainOf([agentFailure], agent)
  const checked = await readHealth(agentFails.client, { id: 1, time: chainTimeAt(now) }, {})
  expect(checked.health).toMatchObject({ cause: 'agentFeeNotPaid' })
  expect(checked.agent).toMatchObject({ agentAddress: agent })
  const otherFailure = await chainOf([failure], agent)
  expect((await readHealth(otherFailure.client, { id: 1, time: chainTimeAt(now) }, {})).agent).toBeUndefined()
  for (const agentAddress of [address('unknown'), 'into1invalid']) {
    const missing = await chainOf([agentFailure], agentAddress)
    expect((await readHealth(missing.client, { id: 1, time: chainTimeAt(now) }, {})).agent).toBeNull()
  }
})

test('does not check flows that ended longer ago than the given time', () => {
  const day = 24 * 60
  const ended = (id: string, from: number) => flowOf({ id, execTime: minutes(from), endTime: minutes(from) })
  const scheduled = flowOf({ id: '4', startTime: minutes(5), execTime: minutes(5) })
  const flows = [flowOf({ id: '1' }), ended('2', -day), ended('3', -3 * day), scheduled]
  expect(recentHealthQueue(flows, chainTimeAt(now), 2 * day * 60_000).map(({ id }) => id)).toEqual(['4', '1', '2'])
})

test('a skipped run has not failed', () => {
  const flow = flowOf()
  expect(hasFailed(entryOf({ executed: false, errors: ['insufficient funds'] }), flow, chainTimeAt(now))).toBe(true)
  expect(hasFailed(entryOf({ executed: false, errors: [], execFee: [] }), flow, chainTimeAt(now))).toBe(false)
  expect(hasFailed(entryOf({ executed: true }), flow, chainTimeAt(now))).toBe(false)
})
