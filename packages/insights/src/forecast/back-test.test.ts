import { executionOutcome, type FlowHistoryEntry } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { recordedFacts, recordedOutcomes, whatHappened } from '../../test/recorded-forecast.js'
import { type FlowForecast, forecastFlows } from './index.js'

// Compares a forecast for flows 94 to 129 at height 3882 with the recording of the next six minutes. At height 4038, the agent of flows
// 98, 112, 113, 121, 123 and 126 raises its fee, which a forecast can't predict. After that, flow 98 fails because the fee exceeds its
// limit, and flow 123 pays more.
const { facts, now } = recordedFacts()
const { histories, balances } = whatHappened()
const flows = facts.flows.filter(({ id }) => Number(id) >= 94)
const forecasts = forecastFlows({ ...facts, flows }, chainTimeAt(now))

describe('a forecast of a recorded chain', () => {
  test('predicts all runs, except those of the flow whose agent raised its fee', () => {
    const runs = forecasts.flatMap(forecast => compared(forecast))
    expect(runs).toHaveLength(338)
    const wrong = runs.filter(({ expected, actual }) => expected !== actual)
    expect(new Set(wrong.map(({ id }) => id))).toEqual(new Set(['98']))
    expect(wrong).toHaveLength(8)
  })

  test('predicts the balances of all fee accounts, except the one that pays a raised fee', () => {
    const wrong = forecasts.filter(({ flow, stranded }) => {
      const actual = balances[flow.feeAddress] ?? []
      return JSON.stringify(stranded) !== JSON.stringify(actual)
    })
    expect(forecasts).toHaveLength(36)
    expect(wrong.map(({ flow }) => flow.id)).toEqual(['123'])
  })

  test('certain predictions are always right', () => {
    const certain = forecasts.flatMap(({ flow, risks }) =>
      risks.filter(({ certainty }) => certainty === 'certain').map(risk => ({ flow, ...risk })),
    )
    for (const { flow, kind, run } of certain) {
      const entry = histories[flow.id]?.[(run ?? 0) - 1]
      if (kind === 'conditionInput') expect(entry?.executed, flow.label).toBe(true)
      else expect(entry?.executed, flow.label).toBe(false)
    }
    expect(certain.map(({ flow, kind }) => `${flow.id}: ${kind}`)).toEqual([
      '96: feeBalanceTooLow',
      '99: agentFee',
      '102: agentNotFound',
      '103: conditionInput',
      '107: grantExpires',
      '115: agentFee',
      '129: stopped',
    ])
  })

  test('contains the missing amounts and how long the money lasts', () => {
    expect(forecastOf('95').funds).toMatchObject({
      payer: 'feeAccount',
      balance: '88080',
      needed: '50000',
      costPerRun: '19040',
      runs: { atLeast: 3, likely: 3, atMost: 3 },
      lastsUntil: '2026-11-22T19:28:18.269576194Z',
      scheduled: 17,
    })
    expect(forecastOf('95').stranded).toEqual([{ denom: 'uinto', amount: '30960' }])
    expect(forecastOf('96')).toMatchObject({
      nextRun: 'willFail',
      risks: [
        {
          kind: 'feeBalanceTooLow',
          run: 4,
          held: { amount: '30960' },
          needed: { amount: '50000' },
          // Run 4 costs 19,040, and run 5 also requires 50,000.
          missing: { denom: 'uinto', amount: '38080' },
          missingForAllRuns: { denom: 'uinto', amount: '323680' },
        },
      ],
    })
    expect(forecastOf('122').risks).toMatchObject([
      { kind: 'messageFunds', certainty: 'likely', run: 4, missing: { denom: 'uinto', amount: '400000' } },
    ])
    expect(forecastOf('129')).toMatchObject({
      nextRun: 'none',
      risks: [{ kind: 'stopped', certainty: 'certain', run: 1 }],
    })
  })

  test('predicts nothing about the other chain without its facts', () => {
    const blind = forecastFlows({ ...facts, chains: undefined, flows }, chainTimeAt(now))
    for (const { flow, nextRun } of blind.filter(({ flow }) => ['100', '101', '113', '121', '126'].includes(flow.id)))
      expect(nextRun, flow.label).toBe('unknown')
  })
})

// The recording has no balances of wallets and no agents, so it only tests local flows, with enough money in each wallet.
describe('a forecast of local flows with known causes of failures', () => {
  const before = recordedOutcomes('while-they-run.json')
  const after = recordedOutcomes('after-their-end.json')
  const wallets = Object.fromEntries(
    before.flows.map(({ owner }) => [owner, [{ denom: 'uinto', amount: '500000000' }]]),
  )
  const later = forecastFlows(
    {
      params: facts.params,
      release: 'current',
      flows: before.flows.filter(({ selfHostedIca, trustlessAgent }) => !selfHostedIca && !trustlessAgent),
      histories: before.histories,
      balances: { ...wallets, ...before.balances },
    },
    chainTimeAt(now),
  ).filter(({ nextRun }) => nextRun !== 'none')

  test.each(later.map(forecast => [forecast.flow.id, forecast] as const))('flow %s', (id, { flow, runs }) => {
    const entries = after.histories[id]?.history ?? []
    const actual = entries.filter(({ scheduledExecTime }) => scheduledExecTime >= flow.execTime).toReversed()
    expect(actual.length).toBeGreaterThan(0)
    expect(runs.map(({ outcome }) => outcome)).toEqual(actual.map(entry => outcomeOf(entry, flow)))
  })
})

function forecastOf(id: string): FlowForecast {
  const forecast = forecasts.find(({ flow }) => flow.id === id)
  if (!forecast) throw new Error(`There is no flow ${id}`)
  return forecast
}

/** Returns the predicted runs with the recorded runs. */
function compared({ flow, runs }: FlowForecast): { id: string; expected: string; actual: string }[] {
  const known = facts.histories?.[flow.id]
  const before = known && 'history' in known ? known.history.length : 0
  const actual = histories[flow.id]?.slice(before) ?? []
  return Array.from({ length: Math.max(runs.length, actual.length) }, (_, index) => ({
    id: flow.id,
    expected: runs[index]?.outcome ?? 'no run',
    actual: outcomeOf(actual[index], flow),
  }))
}

function outcomeOf(entry: FlowHistoryEntry | undefined, flow: FlowForecast['flow']): string {
  return entry ? executionOutcome(entry, flow, chainTimeAt(now + 3_600_000)) : 'no run'
}
