import { readFileSync } from 'node:fs'
import type { FlowClientOptions } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { duckdbEngine } from '../test/engines.js'
import { resultOf } from '../test/truth.js'
import { duckdb, sync } from './index.js'

type Truth = [description: string, ids: number[], newest: string, state: 'fails' | 'works']

/** The real outcome of each flow: its newest run, and whether it has failed since its last success. */
const truth: Truth[] = [
  ['could not be paid', [16, 17, 33, 34, 54, 64, 65], 'failed, feeBalanceTooLow', 'fails'],
  ['the owner had too little to send', [18, 25, 38, 41], 'failed, insufficientFunds', 'fails'],
  ['the grantee is not the owner', [19], 'failed, wrongSigner', 'fails'],
  ['no interchain account', [21], 'failed, noActiveChannel', 'fails'],
  ['an invalid condition', [23, 43], 'failed, conditionsNotMet', 'fails'],
  ['a message that this chain rejects, or a flow that does not exist', [32, 35, 36, 37, 42], 'failed, other', 'fails'],
  ['skipped', [22, 39, 40, 62], 'skipped', 'works'],
  ['succeeds', [20, 24, 26, 27, 28, 29, 30, 31, 44, 47, 61, 66, 69], 'succeeded', 'works'],
  ['a late acknowledgement changed the newest entry', [45, 49, 58, 59], 'succeeded', 'works'],
  ['rejected by the other chain', [46, 48, 55, 56, 57, 60, 71], 'failed, otherChain', 'fails'],
  ['the agent could not be paid', [50, 51, 52], 'failed, agentFeeNotPaid', 'fails'],
  ['no such agent', [53], 'failed, agentNotFound', 'fails'],
  ['timed out', [67, 68], 'timedOut, timedOut', 'fails'],
  ['succeeded after a timeout of an earlier packet', [70], 'succeeded', 'works'],
]

const laterTruth: Truth[] = [
  ...truth,
  ['could not be paid', [145], 'failed, feeBalanceTooLow', 'fails'],
  ['fails in a condition, without an event', [146], 'failed, conditionsNotMet', 'fails'],
  ['succeeds', [143, 144], 'succeeded', 'works'],
]

describe.each([
  ['while-they-run', truth],
  ['after-their-end', laterTruth],
] as const)('the recorded flows %s', (name, expected) => {
  test('the recorded flows have the correct outcomes and causes in the database', async () => {
    const database = duckdb(await duckdbEngine.newTarget())
    await sync(recordedOutcomes(name), { to: database })
    const runs = await resultOf(
      database,
      `
      SELECT flow_id, concat_ws(', ', outcome, problem) AS newest FROM runs
      QUALIFY row_number() OVER (PARTITION BY flow_id ORDER BY sequence DESC) = 1`,
    )
    const failing = await resultOf(database, 'SELECT flow_id FROM failing_flows')
    const uncollected = await resultOf(
      database,
      `
      SELECT flow_id, count(*)::VARCHAR AS runs FROM runs
      WHERE outcome = 'feeNotCollected' AND problem = 'feeNotCollected' GROUP BY flow_id ORDER BY flow_id`,
    )

    const failingIds = new Set(failing.map(({ flow_id }) => `${flow_id}`))
    const stored = runs.map(({ flow_id, newest }) => [flow_id, newest, failingIds.has(`${flow_id}`)])
    const wanted = expected.flatMap(([, ids, newest, state]) => ids.map(id => [`${id}`, newest, state === 'fails']))
    expect(Object.fromEntries(stored.map(([id, ...rest]) => [id, rest]))).toEqual(
      Object.fromEntries(wanted.map(([id, ...rest]) => [id, rest])),
    )
    // Only the fee was not collected. The messages were executed.
    expect(uncollected).toEqual([
      { flow_id: '64', runs: '1' },
      { flow_id: '65', runs: '3' },
    ])
  })
})

interface Exchange {
  request: { path: string }
  response: { body: string }
}

/** A node with the flows of the recording `v1-outcomes`, and the newest 20 executions of each. */
function recordedOutcomes(name: 'while-they-run' | 'after-their-end'): FlowClientOptions {
  const file = new URL(`../../testing/recordings/v1-outcomes/${name}.json`, import.meta.url)
  const exchanges: Exchange[] = JSON.parse(readFileSync(file, 'utf8'))
  const bodies = new Map(exchanges.map(({ request, response }) => [pathOf(request.path), JSON.parse(response.body)]))
  const flows = [...bodies].flatMap(([path, body]) => (/\/flow\/\d+$/.test(path) ? body.flow : []))
  const pagination = { next_key: null, total: '0' }

  const fetch: typeof globalThis.fetch = async input => {
    const path = pathOf(`${input}`.replace('https://lcd.test', ''))
    const body = path.endsWith('/flows') ? { flows, pagination } : bodies.get(path)
    // The recording has the newest execution first.
    if (path.includes('/flow-history/')) return Response.json({ history: body.history.toReversed(), pagination })
    return body ? Response.json(body) : Response.json({ code: 12, message: 'Not Implemented' }, { status: 501 })
  }
  return { lcd: 'https://lcd.test', fetch, chainId: 'recorded' }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}
