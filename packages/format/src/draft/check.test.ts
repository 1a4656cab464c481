import type { Coin } from '@flow-query/core'
import type { DraftCost, DraftEffect, FlowCheck } from '@flow-query/insights/draft'
import type { ForecastOutcome } from '@flow-query/insights/forecast'
import { expect, test } from 'vitest'
import { describeDraftCost, explainCheck } from '../index.js'

const into = (amount: number) => ({ denom: 'uinto', amount: String(amount) })

const cost: DraftCost = {
  run: { atLeast: into(18_000), likely: into(19_000), atMost: into(20_000) },
  agent: [],
  fund: into(480_000),
  remains: into(24_000),
  isReturned: true,
  check: into(20_000),
  scheduled: 24,
}

const good: FlowCheck = { verdict: 'good', problems: [], cost, runs: [], stop: null, assumptions: [] }

test('names the cost of a run and of all runs, and what happens to the remaining balance', () => {
  expect(describeDraftCost(cost)).toBe(
    'Each of the 24 runs costs about 0.019 INTO (0.018 INTO to 0.02 INTO). A fee account with 0.48 INTO pays for all of them, with a small margin. After the last run, 0.024 INTO go back to the owner.',
  )
  expect(describeDraftCost({ ...cost, isReturned: false, agent: [into(12_500)] })).toBe(
    'Each of the 24 runs costs about 0.019 INTO (0.018 INTO to 0.02 INTO), plus 0.0125 INTO for the agent. A fee account with 0.48 INTO pays for all of them, with a small margin. After the last run, 0.024 INTO stay in the fee account for good.',
  )
  const once = { atLeast: into(19_000), likely: into(19_000), atMost: into(19_000) }
  expect(describeDraftCost({ ...cost, run: once, remains: into(0), scheduled: 1 })).toBe(
    'The only run costs 0.019 INTO. A fee account with 0.48 INTO pays for it.',
  )
})

test('names the fee of the first run if it is paid in another denom', () => {
  const run = { number: 1, time: '2026-11-24T17:00:00Z', outcome: 'succeeded' as const }
  const costWith = (fee: Coin) => explainCheck({ ...good, runs: [{ ...run, fee }] }).cost
  expect(costWith({ denom: 'uatom', amount: '2300' })).toBe(
    `${describeDraftCost(cost)} With the current fee funds, the first run costs 0.0023 ATOM.`,
  )
  expect(costWith(into(19_000))).toBe(describeDraftCost(cost))
})

test.for([
  ['refused', 'The chain won’t accept this flow'],
  ['neverRuns', 'This flow will never run'],
  ['firstRunUnpaid', 'The first run can’t be paid'],
  ['everyRunFails', 'Every run will fail'],
  ['stops', 'Not all runs will work'],
  ['losesMoney', 'This flow loses money'],
  ['noEffect', 'A part of this flow has no effect'],
] as const)('the worst problem is the title: %s', ([effect, title]) => {
  const { problems, ...explained } = explainCheck({
    ...good,
    verdict: effect === 'refused' ? 'refused' : /^(never|first|every)/.test(effect) ? 'willFail' : 'atRisk',
    problems: [
      { kind: 'bothStops', path: 'configuration', effect },
      { kind: 'bothStops', path: 'configuration', effect: 'noEffect' },
    ],
  })
  expect(explained.title).toBe(title)
  expect(explained.cost === null).toBe(effect === 'refused')
  expect(problems).toHaveLength(2)
})

test.each<[string, DraftEffect, FlowCheck['verdict'], ForecastOutcome[], string]>([
  ['one run', 'everyRunFails', 'willFail', ['succeeded', 'failed', 'failed'], 'Only the first run will work'],
  ['two runs', 'stops', 'atRisk', ['succeeded', 'succeeded', 'feeNotCollected'], 'Only the first 2 runs will work'],
  ['elsewhere', 'everyRunFails', 'atRisk', ['succeeded', 'failed', 'failed'], 'Only the first run is likely to work'],
  ['no run', 'everyRunFails', 'willFail', ['failed', 'failed', 'failed'], 'Every run will fail'],
  ['an unknown run', 'stops', 'atRisk', ['succeeded', 'failed', 'unknown'], 'Not all runs will work'],
  ['a later success', 'stops', 'atRisk', ['succeeded', 'failed', 'succeeded'], 'Not all runs will work'],
  ['missing runs', 'stops', 'atRisk', ['succeeded', 'failed'], 'Not all runs will work'],
])('the title agrees with the runs: %s', (_, effect, verdict, outcomes, title) => {
  const problems = [{ kind: 'bothStops', path: 'configuration', effect } as const]
  const runs = outcomes.map((outcome, index) => ({ number: index + 1, time: '', outcome, fee: null }))
  const cost = good.cost && { ...good.cost, scheduled: 3 }
  expect(explainCheck({ ...good, verdict, problems, runs, cost }).title).toBe(title)
})

test.each([
  ['willFail', 'stops', 'Every run will be skipped'],
  ['willFail', 'losesMoney', 'Every run will be skipped'],
  ['atRisk', 'everyRunFails', 'Every run is likely to fail'],
] as const)('the title agrees with the verdict: %s with %s', (verdict, effect, title) => {
  const problems = [{ kind: 'bothStops', path: 'configuration', effect } as const]
  expect(explainCheck({ ...good, verdict, problems }).title).toBe(title)
})

test('does not say that a flow has no problems if the check has no result', () => {
  const unknown: FlowCheck = { ...good, verdict: 'unknown', cost: null, assumptions: ['releaseNotSupported'] }
  expect(explainCheck(unknown)).toEqual({
    title: 'This flow can’t be checked',
    problems: [],
    cost: null,
    basis: ['New flows can only be checked on chain release 1.0.7 or later.'],
  })
})

test('lists the assumptions and the facts that could not be checked', () => {
  expect(explainCheck(good)).toMatchObject({ title: 'No problems found', basis: [] })
  const unknown = explainCheck({
    ...good,
    verdict: 'unknown',
    cost: null,
    assumptions: [
      'feeByMessageType',
      'placeholders',
      'agentFeeUnchanged',
      'nodeNotAsked',
      'differentBlocks',
      'laterRunsUnknown',
    ],
  })
  expect(unknown).toEqual({
    title: 'No problems found, but not everything could be checked',
    problems: [],
    cost: null,
    basis: [
      'This assumes that a run costs as much as its types of messages usually do, the portal replaces texts such as “Your address” with addresses of the owner’s account and the agent doesn’t change its fee.',
      'The node didn’t check the flow, so the chain may still refuse it.',
      'The facts come from blocks that are far apart, because the nodes disagree or lag behind.',
      'The owner’s other flows spend from the same account, so later runs can’t be predicted.',
    ],
  })
})
