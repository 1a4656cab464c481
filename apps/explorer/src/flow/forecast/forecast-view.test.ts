import type { Flow } from '@flow-query/core'
import { createFlowClient, FlowQueryError } from '@flow-query/core'
import { type FlowForecast, forecastFlows, readForecastFacts } from '@flow-query/core/forecast'
import { createClock, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { at, now, sampleFlow } from '../../../test/samples'
import { nothingToCheck } from '../../attention/checks'
import { scheduleAround } from '../schedule-view'
import {
  accountFunds,
  forecastChecks,
  forecastView,
  maxForecasts,
  nextFailures,
  remedyParts,
  runFunds,
} from './forecast-view'

/** Returns the forecasts of flows that run every hour for six hours, with these balances of their fee accounts. The last one is due first. */
async function forecasts(...balances: number[]): Promise<FlowForecast[]> {
  const lcd = createLcd({
    clock: createClock(now).now,
    flows: balances.map((_, index) => ({
      interval: '3600s',
      configuration: sampleFlow().configuration,
      startTime: at(-3_600),
      execTime: at(60 * (balances.length - index)),
      endTime: at(60 * (balances.length - index) + 6 * 3_600),
    })),
  })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { flows } = await client.flows({ limit: 100 })
  for (const [index, balance] of balances.entries()) {
    const { feeAddress = '', owner = '' } = flows[index] ?? {}
    lcd.accounts.balances[feeAddress] = balance ? [{ denom: 'uinto', amount: `${balance}` }] : []
    lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '5000000000' }]
  }
  return forecastFlows(await readForecastFacts(client, { flows, now }), now)
}

async function forecast(balance: number): Promise<FlowForecast> {
  const [only] = await forecasts(balance)
  if (!only) throw new Error('There is no forecast')
  return only
}

describe('forecastView', () => {
  test('a likely success shows what it is based on', async () => {
    const view = forecastView(await forecast(100_000_000), null)
    expect(view).toMatchObject({ tone: 'likely', risk: null, otherRisks: [] })
    expect(view?.title).toBe('Next run: likely to succeed · fees covered for all runs')
    expect(view?.basis[0]).toMatch(/^The fee account holds 100 INTO, and a run costs about [\d.]+ INTO\.$/)
  })

  test('a certain failure shows the cause, and a remedy with an amount to copy', async () => {
    const known = await forecast(0)
    const view = forecastView(known, null)
    expect(view).toMatchObject({ tone: 'willFail', risk: { kind: 'feeBalanceTooLow' }, basis: [] })
    const parts = remedyParts(view?.risk ?? { remedy: null, missing: null })
    expect(parts).toContainEqual({ address: known.flow.feeAddress })
    const { missing } = known.risks[0] ?? {}
    expect(parts).toContainEqual({
      amount: expect.stringMatching(/^[\d.]+ INTO$/),
      copied: `${Number(missing?.amount) / 1_000_000}`,
    })
  })

  test('a copied amount has no separators', () => {
    const missing = { denom: 'uinto', amount: '1234567890000' }
    expect(remedyParts({ remedy: 'Send at least 1,234,567.89 INTO now.', missing })).toEqual([
      'Send at least ',
      { amount: '1,234,567.89 INTO', copied: '1234567.89' },
      ' now.',
    ])
  })

  test('is null while facts are loading, and says why facts are unknown', () => {
    expect(forecastView(undefined, null)).toBeNull()
    const view = forecastView(undefined, new FlowQueryError('unsupported', 'no bank'))
    expect(view).toMatchObject({ tone: 'unknown', title: 'Next run: can’t be predicted' })
    expect(view?.risk?.sentence).toBe('Some facts are unknown, because they couldn’t be read: unsupported node.')
  })

  test('a problem of a later run is not the reason of the next one', async () => {
    const view = forecastView(await forecast(120_000), null)
    expect(view).toMatchObject({ tone: 'likely', risk: null, otherRisks: [{ kind: 'feeBalanceTooLow' }] })
    expect(view?.basis).toHaveLength(2)
  })

  test('an error does not hide a forecast that is known', async () => {
    const known = await forecast(100_000_000)
    expect(forecastView(known, new FlowQueryError('timeout', 'x'))).toMatchObject({ tone: 'likely' })
  })
})

describe('funds', () => {
  const read = (amount: string) => ({ data: [{ denom: 'uinto', amount }], error: null })

  test('shows which account pays, and how many runs are paid', async () => {
    const known = await forecast(100_000_000)
    const [feeAccount, wallet] = accountFunds(known.flow, known, read('100000000'), read('5'))
    expect(feeAccount).toMatchObject({ note: 'Pays the fees', isStranded: false })
    expect(wallet).toMatchObject({ note: 'Doesn’t pay fees' })
    const scheduled = known.funds?.scheduled
    expect(runFunds(known, false)).toMatchObject({ runs: `${scheduled} of ${scheduled} runs` })
  })

  test('the balance of a flow that is over is stranded', () => {
    const flow = sampleFlow({ endTime: at(-60), execTime: at(-60) })
    const over: FlowForecast = {
      flow,
      nextRun: 'none',
      risks: [],
      funds: null,
      runs: [],
      stranded: [{ denom: 'uinto', amount: '442880' }],
      assumptions: [],
    }
    expect(accountFunds(flow, over, read('442880'), read('1'))[0]).toMatchObject({
      note: 'Stranded, because this flow won’t run again',
      isStranded: true,
    })
  })

  test('a balance that cannot be read is unknown, and not empty', () => {
    const flow = sampleFlow()
    const unread = { data: undefined, error: new FlowQueryError('timeout', 'x') }
    const [feeAccount, wallet] = accountFunds(flow, undefined, unread, { data: undefined, error: null })
    expect(feeAccount).toMatchObject({ coins: null, note: 'Request timed out' })
    expect(wallet?.coins).toBeUndefined()
    expect(runFunds(undefined, true)).toEqual({ cost: null, runs: null })
    expect(runFunds(undefined, false)).toEqual({ cost: '–', runs: '–' })
  })

  test('shows the denom of the fees first, and at most three coins', () => {
    const coins = ['uatom', 'ubtc', 'ueth', 'uinto', 'uosmo'].map(denom => ({ denom, amount: '1' }))
    const [feeAccount] = accountFunds(sampleFlow(), undefined, { data: coins, error: null }, read('1'))
    expect(feeAccount?.coins?.map(({ denom }) => denom)).toEqual(['uinto', 'uatom', 'ubtc'])
    expect(feeAccount?.note).toBe('2 more')
  })
})

describe('nextFailures', () => {
  test('lists the flows that are expected to fail, soonest first', async () => {
    const failures = nextFailures(await forecasts(0, 100_000_000, 0))
    expect(failures.map(({ flow }) => flow.id)).toEqual(['3', '1'])
    expect(failures[0]).toMatchObject({ tone: 'willFail', text: 'Will fail: the fee can’t be paid' })
    expect(failures[0]?.sentence).toContain('Send at least')
  })
})

describe('forecastChecks', () => {
  const flows = Array.from({ length: 2 * maxForecasts }, (_, index) =>
    sampleFlow({ id: `${index + 1}`, execTime: at(1_000 - index) }),
  )
  const soonestFirst = flows.toReversed()
  const orderOf = (toForecast: readonly Flow[], complete: boolean) => ({ toForecast, complete, toCheck: [] })

  test('selects the running flows that are due soonest, sorted by id', () => {
    const { flows: selected, total } = forecastChecks(orderOf(soonestFirst, true), undefined)
    expect(selected).toEqual(flows.slice(maxForecasts))
    expect(total).toBe(2 * maxForecasts)
  })

  test('keeps the selection when flows run, and replaces it when the chain is loaded', () => {
    const someFlows = flows.slice(0, 60).reverse()
    const loading = forecastChecks(orderOf(someFlows, false), undefined)
    expect(loading.total).toBeNull()
    expect(forecastChecks(orderOf(someFlows, false), loading)).toBe(loading)
    const loaded = forecastChecks(orderOf(soonestFirst, true), loading)
    expect(loaded.flows?.at(-1)?.id).toBe('100')
    const [soonest = sampleFlow(), ...others] = soonestFirst
    const ran = { ...soonest, execTime: at(3_000) }
    const after = forecastChecks(orderOf([...others, ran], true), loaded)
    expect(after.flows?.map(({ id }) => id)).toEqual(loaded.flows?.map(({ id }) => id))
    expect(after.flows?.at(-1)?.execTime).toBe(at(3_000))
  })

  test('waits while stored flows are restored', () => {
    const waiting = forecastChecks(nothingToCheck, undefined)
    expect(waiting.flows).toBeNull()
    expect(forecastChecks(orderOf([], false), waiting).flows).toEqual([])
  })
})

test('the timeline shows the expected outcome of each future run', async () => {
  const failing = await forecast(0)
  expect(
    scheduleAround(failing.flow, [], now, failing)
      .next.map(({ expected }) => expected)
      .slice(0, 3),
  ).toEqual(['failed', 'none', 'none'])
  expect(scheduleAround(failing.flow, [], now).next[0]?.expected).toBe('unknown')
  const hasRun = { ...failing.flow, execTime: at(3_660) }
  expect(scheduleAround(hasRun, [], now, failing).next[0]?.expected).toBe('unknown')
})
