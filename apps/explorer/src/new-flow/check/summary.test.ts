import type { FlowCheck } from '@flow-query/insights/draft'
import { expect, test } from 'vitest'
import { summarize } from './summary'

const into = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
const now = Date.parse('2026-11-28T12:00:00Z')
const first = {
  number: 1,
  time: '2026-11-29T21:45:00Z',
  outcome: 'succeeded' as const,
  fee: { denom: 'uatom', amount: '2300' },
  payer: 'wallet' as const,
}
const check: FlowCheck = {
  verdict: 'good',
  problems: [],
  cost: {
    run: { atLeast: into(18_000), likely: into(19_000), atMost: into(20_000) },
    agent: [],
    fund: into(480_000),
    remains: into(24_000),
    isReturned: true,
    check: into(20_000),
    scheduled: 24,
  },
  runs: [first],
  stop: null,
  assumptions: [],
}
const costing = (changes: object): FlowCheck['cost'] => check.cost && { ...check.cost, ...changes }

test('names the number of runs, the fee, the payer and the first run', () => {
  expect(summarize(check, now)).toMatch(/^24 runs, 0\.0023 ATOM each, paid by your wallet, first on 29 Nov, \d\d:45$/)
})

test('names the fee account and the agent', () => {
  const paid = { ...first, fee: into(19_000), payer: 'feeAccount' as const }
  expect(summarize({ ...check, cost: costing({ agent: [into(12_500)] }), runs: [paid] }, now)).toMatch(
    /^24 runs, 0\.019 INTO each plus 0\.0125 INTO for the agent, paid by the fee account, first on/,
  )
})

test('names no fee if the first run fails, because the usual fee is another one', () => {
  const failed = { ...first, outcome: 'failed' as const, fee: { denom: 'uatom', amount: '400' } }
  expect(summarize({ ...check, runs: [failed] }, now)).toMatch(/^24 runs, first on 29 Nov, \d\d:45$/)
})

test('a flow that runs once has no “each”', () => {
  const only = { ...first, fee: null, time: '2026-11-28T13:45:00Z' }
  expect(summarize({ ...check, cost: costing({ scheduled: 1 }), runs: [only] }, now)).toMatch(
    /^1 run, 0\.019 INTO, paid by your wallet, at \d\d:45$/,
  )
})

test('says nothing about a flow that never runs or is refused', () => {
  expect(summarize({ ...check, runs: [] }, now)).toBeNull()
  expect(summarize({ ...check, cost: null }, now)).toBeNull()
})
