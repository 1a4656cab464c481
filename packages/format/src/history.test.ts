import { type HistorySummary, summarizeHistory } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { recordedFlows } from '../test/recorded.js'
import { describeSummary } from './history.js'

const none = {
  succeeded: 0,
  feeNotCollected: 0,
  failed: 0,
  timedOut: 0,
  idle: 0,
  skipped: 0,
  pending: 0,
  unacknowledged: 0,
}
const summary = (runs: Partial<HistorySummary['runs']>, more: Partial<HistorySummary> = {}): HistorySummary => ({
  runs: { ...none, ...runs },
  attempted: Object.entries(runs).reduce(
    (sum, [outcome, count]) => sum + (/skipped|pending/.test(outcome) ? 0 : count),
    0,
  ),
  successRate: null,
  delay: null,
  fees: [],
  paysAgent: false,
  partlyExecuted: { runs: 0, spent: [] },
  problems: [],
  ...more,
})

test.each<[runs: Partial<HistorySummary['runs']>, whole: string[], newest: string[]]>([
  [{ succeeded: 1_234 }, ['All 1,234 runs succeeded'], ['All of the last 1,234 runs succeeded']],
  [{ failed: 2 }, ['All 2 runs failed'], ['All of the last 2 runs failed']],
  [{ unacknowledged: 1 }, ['Its only run was never acknowledged'], ['Its last run was never acknowledged']],
  [{ skipped: 3 }, ['All 3 runs were skipped'], ['All of the last 3 runs were skipped']],
  [{ skipped: 2, pending: 1 }, ['2 were skipped and 1 is pending'], ['2 were skipped and 1 is pending']],
  [
    { succeeded: 35, failed: 12, timedOut: 3 },
    ['35 of 50 runs succeeded, 12 failed and 3 timed out'],
    ['35 of the last 50 runs succeeded, 12 failed and 3 timed out'],
  ],
  [
    { succeeded: 1, skipped: 1, pending: 1, unacknowledged: 2 },
    ['1 of 3 attempted runs succeeded, 2 were never acknowledged', '1 was skipped and 1 is pending'],
    ['1 of the last 3 attempted runs succeeded, 2 were never acknowledged', '1 was skipped and 1 is pending'],
  ],
  [
    { succeeded: 1, skipped: 2 },
    ['The only attempted run succeeded', '2 were skipped'],
    ['The last attempted run succeeded', '2 were skipped'],
  ],
  [
    { succeeded: 3, skipped: 1 },
    ['All 3 attempted runs succeeded', '1 was skipped'],
    ['All of the last 3 attempted runs succeeded', '1 was skipped'],
  ],
  [
    { succeeded: 2, feeNotCollected: 1, failed: 1 },
    ['3 of 4 runs succeeded (1 without paying the fee), 1 failed'],
    ['3 of the last 4 runs succeeded (1 without paying the fee), 1 failed'],
  ],
  [
    { feeNotCollected: 2, failed: 1 },
    ['2 of 3 runs succeeded (2 without paying the fee), 1 failed'],
    ['2 of the last 3 runs succeeded (2 without paying the fee), 1 failed'],
  ],
  [
    { failed: 2, pending: 1 },
    ['None of 2 attempted runs succeeded: 2 failed', '1 is pending'],
    ['None of the last 2 attempted runs succeeded: 2 failed', '1 is pending'],
  ],
])('describes the outcomes %j', (runs, whole, newest) => {
  expect(describeSummary(summary(runs), { isWhole: true })).toEqual(whole)
  expect(describeSummary(summary(runs))).toEqual(newest)
})

test('returns an empty list without runs', () => {
  expect(describeSummary(summary({}))).toEqual([])
})

test('describes fees with the given denoms, and delays', () => {
  const fees = [
    { denom: 'uatom', amount: '1500000' },
    { denom: 'ufoo', amount: '20' },
  ]
  const denoms = { ufoo: { symbol: 'FOO', decimals: 1 } }
  expect(describeSummary(summary({ succeeded: 2 }, { fees, delay: { median: 410, p95: 72_000 } }), {}, denoms)).toEqual(
    [
      'All of the last 2 runs succeeded',
      'They cost 1,500,000 uatom and 2 FOO',
      'They usually began 0.4 s late, rarely more than 1 min 12 s',
    ],
  )
  const one = summary({ succeeded: 1 }, { fees: fees.slice(0, 1), delay: { median: 300, p95: 300 } })
  expect(describeSummary(one, { isWhole: true })).toEqual([
    'Its only run succeeded',
    'It cost 1.5 ATOM',
    'It began 0.3 s late',
  ])
  const delayed = (median: number, p95: number) =>
    describeSummary(summary({ failed: 2 }, { delay: { median, p95 } }))[1]
  expect(delayed(310, 320)).toBe('They began 0.3 s late')
  expect(delayed(-5, 40)).toBe('They began on time')
  expect(delayed(0, 600)).toBe('They usually began on time, rarely more than 0.6 s')
})

test('describes a recorded flow', async () => {
  const { flows, time } = await recordedFlows('v1-interchain')
  const { flow, history } = flows.find(({ flow }) => flow.id === '21') ?? expect.fail()
  expect(describeSummary(summarizeHistory(history, flow, chainTimeAt(time)), { isWhole: true })).toEqual([
    'None of 3 runs succeeded: 1 failed, 1 timed out and 1 was never acknowledged',
    'They cost 0.11184 INTO, plus the agent’s fees',
    'They usually began 0.4 s late, rarely more than 0.5 s',
  ])
})

test('says that the costs do not contain the fees of an agent', () => {
  const fees = [{ denom: 'uinto', amount: '37280' }]
  expect(describeSummary(summary({ succeeded: 2 }, { fees, paysAgent: true }))).toContain(
    'They cost 0.03728 INTO, plus the agent’s fees',
  )
  const agent = { feeConfig: { feeAdmin: '', feeCoinsSupported: [{ denom: 'uinto', amount: '12500' }] } }
  expect(describeSummary(summary({ succeeded: 2 }, { fees, paysAgent: true }), { agent })).toContain(
    'They cost 0.03728 INTO, plus the agent’s fees (now 0.0125 INTO per run)',
  )
})
