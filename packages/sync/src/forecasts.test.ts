import { chainTime, createFlowClient } from '@flow-query/core'
import { expectedFailures, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { address, createClock, createLcd, flow, type Lcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { createMemoryDatabase } from '../test/memory-engine.js'
import { chainOf, resultOf, rowsOf } from '../test/truth.js'
import { checkSync, type Database, type Row, sync } from './index.js'

const hour = 3_600_000
const owners = [address('alice'), address('bob')]
const feesOf = (id: number) => address(`fees ${id}`)
const uinto = (amount: number) => [{ denom: 'uinto', amount: `${amount}` }]

/**
 * A chain with three hourly flows. Their first runs are due in 30 minutes. Flows 1 and 2 belong to Alice, and flow 3 belongs to Bob. Each
 * fee account can pay for several runs, except for that of flow 2.
 */
async function createForecastLcd({ startedAgo = 0 } = {}) {
  const started = Date.now() - startedAgo
  const clock = createClock(new Date(started).toISOString())
  const later = (milliseconds: number) => new Date(started + milliseconds).toISOString()
  const { configuration: usual } = flow()
  const configuration = usual && { ...usual, walletFallback: false }
  const lcd = createLcd({
    flows: [owners[0], owners[0], owners[1]].map((owner = '', index) => ({
      owner,
      feeAddress: feesOf(index + 1),
      configuration,
      interval: '3600s',
      startTime: later(0),
      execTime: later(hour / 2),
      endTime: later(hour / 2 + 99 * hour),
      msgs: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: owner,
          to_address: address('friend'),
          amount: uinto(1),
        },
      ],
    })),
    clock: clock.now,
  })
  for (const owner of owners) lcd.accounts.balances[owner] = uinto(1_000_000_000)
  for (const id of [1, 3]) lcd.accounts.balances[feesOf(id)] = uinto(230_000)
  return { lcd, clock, later, to: createMemoryDatabase() }
}

function syncTo(to: Database, lcd: Lcd, forecastWithin = 24 * hour) {
  return sync({ ...chainOf(lcd), retries: 0 }, { to, forecastWithin })
}

async function forecastsIn(database: Database): Promise<Row[]> {
  return (await rowsOf(database, 'forecasts')).sort((a, b) => Number(a.flow_id) - Number(b.flow_id))
}

const failuresIn = (database: Database) => resultOf(database, 'SELECT * FROM upcoming_failures')

/** The addresses whose balances were requested while `work` ran. */
async function readBalances(lcd: Lcd, work: () => Promise<unknown>): Promise<string[]> {
  const before = lcd.requests.length
  await work()
  const targets = lcd.requests.slice(before).map(({ target }) => target)
  return targets.flatMap(target => /\/bank\/v1beta1\/balances\/(\w+)/.exec(target)?.[1] ?? []).sort()
}

test('writes a forecast of each due flow', async () => {
  const { lcd, later, to } = await createForecastLcd()
  lcd.addFlow({ owner: `${owners[0]}`, execTime: later(30 * hour), endTime: later(40 * hour) })
  const { forecasts, height } = await syncTo(to, lcd)
  expect(forecasts).toBe(3)
  const [first, second, third, ...others] = await forecastsIn(to)
  expect(others).toEqual([])
  const runAt = `${BigInt(Date.parse(later(hour / 2))) * 1_000_000n}`
  expect(first).toMatchObject({
    ...{ flow_id: '1', exec_time: runAt, next_run: 'likely', payer: 'feeAccount', payer_address: feesOf(1) },
    ...{ cost_denom: 'uinto', scheduled_runs: '100', fee_balance: JSON.stringify(uinto(230_000)) },
    ...{ verdict: 'willStop', verdict_text: 'Likely to stop: 0.03824 INTO short', reason: null, height: `${height}` },
  })
  expect(second?.verdict_text).toMatch(/^Will stop: [\d.]+ INTO short$/)
  expect(first?.sentence).toMatch(
    /^Run 11 is likely to fail: .*or the flow stops for good\. This run lacks .+ The rest covers .+\.$/,
  )
  expect(second).toMatchObject({
    ...{ flow_id: '2', next_run: 'willFail', expected_failure: 'true', risk: 'feeBalanceTooLow' },
    ...{ risk_certainty: 'certain', risk_time: runAt, risk_sequence: '1', missing_denom: 'uinto', payer: 'none' },
    ...{ runs_at_least: '0', runs_likely: '0', runs_at_most: '0', lasts_until: null },
  })
  expect(Number(second?.missing_amount)).toBeGreaterThan(0)
  expect(second?.sentence).toContain(`Send at least `)
  expect(third).toMatchObject({ flow_id: '3', next_run: 'likely' })
  const [failure] = await failuresIn(to)
  expect(failure).toMatchObject({ flow_id: '2', verdict: 'willStop', verdict_text: second?.verdict_text })
})

test('the amounts contain what the owner’s other flows spend, although they run after the end of the period', async () => {
  const { lcd, later, to } = await createForecastLcd()
  const [owner = ''] = owners
  const { configuration, msgs = [] } = lcd.flow(1) ?? {}
  // This flow sends 300 INTO twice, so the wallet is empty before the last run of flow 1.
  lcd.addFlow({
    owner,
    ...(configuration && { configuration: { ...configuration, walletFallback: true } }),
    msgs: msgs.map(message => ({ ...message, amount: uinto(300_000_000) })),
    interval: '86400s',
    execTime: later(30 * hour),
    endTime: later(54 * hour),
  })
  lcd.updateFlow(1, { msgs: msgs.map(message => ({ ...message, amount: uinto(10_000_000) })) })
  lcd.accounts.balances[feesOf(1)] = uinto(9_000_000_000)
  await syncTo(to, lcd)
  const [first] = await forecastsIn(to)
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0, timeout: 300_000 })
  const time = await chainTime(client)
  const facts = await readForecastFacts(client, { flows: [await client.flow({ id: 1 })], time })
  const [alone] = forecastFlows(facts, time)
  const risk = alone && expectedFailures(alone)[0]?.risk
  expect(facts.otherFlows).toHaveLength(2)
  expect(first).toMatchObject({ flow_id: '1', risk: 'messageFunds', risk_sequence: `${risk?.run}` })
  expect(first?.missing_amount).toBe(risk?.missing?.amount)
})

test('writes no forecasts and sends no additional requests by default', async () => {
  const { lcd, to } = await createForecastLcd()
  expect(await readBalances(lcd, () => sync(chainOf(lcd), { to }))).toEqual([])
  expect(await forecastsIn(to)).toEqual([])
})

test('checkSync does not compare forecasts', async () => {
  const { lcd, to } = await createForecastLcd()
  await syncTo(to, lcd)
  lcd.accounts.balances[feesOf(1)] = []
  expect(await checkSync(chainOf(lcd), { database: to })).toMatchObject({ differences: [] })
})

describe('later syncs', () => {
  test('read nothing if nothing has changed', async () => {
    const { lcd, to } = await createForecastLcd()
    const first = await readBalances(lcd, () => syncTo(to, lcd))
    expect(first).toEqual([...owners, feesOf(1), feesOf(2), feesOf(3)].sort())
    expect(await readBalances(lcd, () => syncTo(to, lcd))).toEqual([])
  })

  test('read the facts of changed flows and of their owners', async () => {
    const { lcd, to } = await createForecastLcd()
    lcd.accounts.balances[feesOf(2)] = uinto(500_000)
    await syncTo(to, lcd)
    lcd.updateFlow(1, { label: 'Changed' })
    expect(await readBalances(lcd, () => syncTo(to, lcd))).toEqual([`${owners[0]}`, feesOf(1)].sort())
    const isNew = (await forecastsIn(to)).map(({ height }) => Number(height) === lcd.height)
    expect(isNew).toEqual([true, true, false])
  })

  test('check expected failures again after a minute', async () => {
    const { lcd, clock, to } = await createForecastLcd()
    await syncTo(to, lcd)
    const before = (await failuresIn(to)).map(({ flow_id, risk_certainty }) => [flow_id, risk_certainty])
    expect(before).toContainEqual(['2', 'certain'])
    lcd.accounts.balances[feesOf(2)] = uinto(1_000_000_000)
    clock.advance(61_000)
    expect(await readBalances(lcd, () => syncTo(to, lcd))).toContain(feesOf(2))
    const after = (await failuresIn(to)).map(({ flow_id }) => flow_id)
    expect(after).not.toContain('2')
  })

  test('renew a forecast when half of the time until the run has passed', async () => {
    const { lcd, clock, to } = await createForecastLcd()
    lcd.accounts.balances[feesOf(3)] = uinto(1_000_000_000)
    await syncTo(to, lcd)
    clock.advance(14 * 60_000)
    expect(await readBalances(lcd, () => syncTo(to, lcd))).not.toContain(owners[1])
    clock.advance(2 * 60_000)
    const read = await readBalances(lcd, () => syncTo(to, lcd))
    expect(read).toContain(owners[1])
    // Only the flow itself spends the coins of its fee account.
    expect(read).not.toContain(feesOf(3))
  })

  test('replace the forecast of a flow after its last run', async () => {
    const { lcd, clock, later, to } = await createForecastLcd({ startedAgo: hour })
    lcd.updateFlow(3, { endTime: later(hour / 2) })
    await syncTo(to, lcd)
    clock.advance(hour / 2 + 60_000)
    await syncTo(to, lcd)
    const [row] = (await forecastsIn(to)).filter(({ flow_id }) => flow_id === '3')
    expect(row).toMatchObject({ next_run: 'none', exec_time: null, expected_failure: 'false' })
  })
})

test('uses the executions in the database instead of reading them again', async () => {
  const { lcd, to } = await createForecastLcd()
  lcd.accounts.balances[feesOf(1)] = uinto(1_000_000)
  for (let run = 0; run < 30; run++) lcd.execute(1, { outcome: 'succeeded', execFee: uinto(20_000) })
  // After these runs, 400,000 uinto remain, which pay for 18 more runs at this fee. A run needs 50,000 uinto to start.
  expect(lcd.accounts.balances[feesOf(1)]).toEqual(uinto(400_000))
  await sync(chainOf(lcd), { to })
  const before = lcd.requests.length
  await syncTo(to, lcd)
  const histories = lcd.requests.slice(before).filter(({ target }) => target.includes('flow-history/1'))
  // Only the check that the database belongs to the chain reads an execution.
  expect(histories.map(({ target }) => target)).toEqual([expect.stringMatching(/limit=1(&|$)/)])
  const [row] = await forecastsIn(to)
  expect(row).toMatchObject({ next_run: 'likely', cost_amount: '20000', runs_likely: '18', risk_sequence: '49' })
})

test('reads the balances at the height of the sync while the chain advances', async () => {
  const { lcd, clock, to } = await createForecastLcd()
  const chain = chainOf(lcd)
  const advanceThenFetch: typeof fetch = (input, init) => {
    if (`${input}`.includes('/bank/')) {
      clock.advance(10_000)
      lcd.deposit(feesOf(2), { denom: 'uinto', amount: '500000' })
    }
    return lcd.fetch(input, init)
  }
  const { height } = await sync({ ...chain, fetch: advanceThenFetch, retries: 0 }, { to, forecastWithin: 24 * hour })
  expect(height).toBeLessThan(lcd.height)
  const [, second] = await forecastsIn(to)
  expect(second).toMatchObject({ next_run: 'willFail', fee_balance: '[]', height: `${height}` })
})

describe('a node that can’t answer', () => {
  test('a node without the endpoints gives unknown forecasts with a reason', async () => {
    const { lcd, to } = await createForecastLcd()
    lcd.fail({ path: '/cosmos/bank/', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    expect(await syncTo(to, lcd)).toMatchObject({ flows: 3, forecasts: 3 })
    for (const row of await forecastsIn(to)) {
      expect(row).toMatchObject({ next_run: 'unknown', expected_failure: 'false', fee_balance: null })
      expect(row.reason).toContain('The node did not return this flow’s balances')
    }
    expect(await failuresIn(to)).toEqual([])
    expect(await readBalances(lcd, () => syncTo(to, lcd))).toEqual([])
  })

  test('an account that can’t be read affects only its owner', async () => {
    const { lcd, to } = await createForecastLcd()
    lcd.fail({ path: feesOf(3), status: 500, body: { code: 2, message: 'broken account', details: [] } })
    await syncTo(to, lcd)
    const rows = await forecastsIn(to)
    expect(rows.map(({ next_run }) => next_run)).toEqual(['likely', 'willFail', null])
    expect(rows[2]).toMatchObject({ verdict: 'waiting', verdict_text: 'Waiting for its first run' })
    expect(rows[2]?.reason).toContain('broken account')
  })

  test('a temporary error rejects the sync after the flows are written, and the next sync continues', async () => {
    const { lcd, to } = await createForecastLcd()
    const recover = lcd.fail({ path: '/cosmos/bank/', status: 503, body: 'Try again later' })
    await expect(syncTo(to, lcd)).rejects.toThrow('answered 503: Try again later')
    expect(await checkSync(chainOf(lcd), { database: to })).toMatchObject({ flows: 3, differences: [] })
    recover()
    expect(await syncTo(to, lcd)).toMatchObject({ flows: 0, forecasts: 3 })
  })
})
