import { FlowQueryError } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { expect, test } from 'vitest'
import { forecast } from '../../../test/forecasts'
import { at, sampleFlow } from '../../../test/samples'
import { accountFunds, paidRuns } from './account-funds'

const read = (amount: string) => ({ data: [{ denom: 'uinto', amount }], error: null })

test('shows which account pays, and how many runs are paid', async () => {
  const known = await forecast(100_000_000)
  const [feeAccount, wallet] = accountFunds(known.flow, known, read('100000000'), read('5'))
  expect(feeAccount).toMatchObject({ note: 'Pays the fees', isStranded: false })
  expect(wallet).toMatchObject({ note: 'Doesn’t pay fees' })
  expect(known.funds && paidRuns(known.funds)).toBe(`Enough for all ${known.funds?.scheduled} runs`)
})

test('names what the wallet covers if later runs are unknown', async () => {
  const { flow, ...known } = await forecast(100_000)
  const shared = { ...flow, configuration: { ...flow.configuration, walletFallback: true } }
  const runs = { atLeast: 1, likely: 2, atMost: null }
  const funds = known.funds && { ...known.funds, runs, lastsUntil: null, needed: '50000', costPerRun: '20000' }
  const [, wallet] = accountFunds(shared, { ...known, flow, funds }, read('1'), read('2450000'))
  expect(wallet?.note).toBe('Pays the fees if the fee account can’t · Enough for about 120 runs')
  const [, alone] = accountFunds(flow, { ...known, flow, funds }, read('1'), read('2450000'))
  expect(alone?.note).toBe('Doesn’t pay fees')
})

test.each([
  [3, 'Enough for 3 of 7 runs'],
  [7, 'Enough for all 7 runs'],
])('says what the money is enough for if it pays %i runs', async (likely, text) => {
  const { funds } = await forecast(100_000)
  const runs = { atLeast: likely, likely, atMost: likely }
  expect(funds && paidRuns({ ...funds, runs, lastsUntil: at(60), scheduled: 7 })).toBe(text)
})

test('the balance of a flow that is over is stranded', () => {
  const flow = sampleFlow({ endTime: at(-60), execTime: at(-60) })
  const over: FlowForecast = {
    flow,
    nextRun: 'none',
    risks: [],
    funds: null,
    runs: [],
    stop: null,
    stranded: [{ denom: 'uinto', amount: '442880' }],
    assumptions: [],
  }
  expect(accountFunds(flow, over, read('442880'), read('1'))[0]).toMatchObject({
    note: 'Can’t be used anymore',
    isStranded: true,
  })
})

test('names what will be left when the flow ends, and not the whole balance again', async () => {
  const known = await forecast(0)
  const noteOf = (held: string) => {
    const stranded = [{ denom: 'uinto', amount: '30000' }]
    return accountFunds(known.flow, { ...known, stranded }, read(held), read('1'))[0]?.note
  }
  expect([noteOf('30000'), noteOf('50000')]).toEqual([
    'All of it will be left when the flow ends',
    '0.03 INTO will be left when the flow ends',
  ])
})

test('a balance that cannot be read is unknown, and not empty', () => {
  const flow = sampleFlow()
  const unread = { data: undefined, error: new FlowQueryError('timeout', 'x') }
  const [feeAccount, wallet] = accountFunds(flow, undefined, unread, { data: undefined, error: null })
  expect(feeAccount).toMatchObject({ coins: null, note: 'The node doesn’t answer' })
  expect(wallet?.coins).toBeUndefined()
})

test('shows the denom of the fees first, and at most three coins', () => {
  const coins = ['uatom', 'ubtc', 'ueth', 'uinto', 'uosmo'].map(denom => ({ denom, amount: '1' }))
  const [feeAccount] = accountFunds(sampleFlow(), undefined, { data: coins, error: null }, read('1'))
  expect(feeAccount?.coins?.map(({ denom }) => denom)).toEqual(['uinto', 'uatom', 'ubtc'])
  expect(feeAccount?.note).toBe('2 more')
})
