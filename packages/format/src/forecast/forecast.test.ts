import { createFlowClient } from '@flow-query/core'
import { type FlowForecast, type ForecastRisk, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { forecastLcd } from '../../test/recorded.js'
import { describeForecast, explainRisk, formatPaidRuns } from '../index.js'
import { describeBasis } from './forecast.js'

const lcd = forecastLcd()
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })

const { flows } = await client.flows({ limit: 1_000 })
const recent = flows.filter(({ id }) => Number(id) >= 94)
const forecasts = forecastFlows(
  await readForecastFacts(client, { flows: recent, time: chainTimeAt(lcd.now()) }),
  chainTimeAt(lcd.now()),
)

function forecastOf(id: number): FlowForecast {
  const forecast = forecasts.find(({ flow }) => flow.id === String(id))
  if (!forecast) throw new Error(`There is no flow ${id}`)
  return forecast
}

const explained = (id: number) => forecastOf(id).risks.map(risk => textOf(explainRisk(risk, forecastOf(id))))
const textOf = (explanation: object) => Object.values(explanation).filter(Boolean).join(' ')

describe('describeForecast', () => {
  test.each([
    [94, 'Next run: likely to succeed · fees covered for all runs'],
    [95, 'Next run: likely to succeed · fees covered for 3 more runs, until about 22 Nov 2026, 19:28 UTC'],
    [96, 'Next run: will fail (the fee can’t be paid)'],
    [100, 'Next run: can’t be predicted (another chain decides) · fees covered for all runs'],
    [104, 'Next run: likely to be skipped (its conditions are not met)'],
    [105, 'No more runs · 0.44288 INTO left in the fee account'],
    [111, 'Next run: likely to fail (the fee can’t be collected)'],
    [129, 'No more runs'],
  ])('describes flow %i', (id, text) => {
    expect(describeForecast(forecastOf(id))).toBe(text)
  })
})

test('an unpredictable run without a risk has a reason too', () => {
  const unknown: FlowForecast = { ...forecastOf(94), nextRun: 'unknown', risks: [], funds: null }
  expect(describeForecast(unknown)).toBe('Next run: can’t be predicted (not enough data)')
  expect(describeForecast({ ...unknown, assumptions: ['differentBlocks'] })).toBe(
    'Next run: can’t be predicted (the nodes disagree or lag behind)',
  )
})

describe('describeBasis', () => {
  test('names the assumptions', () => {
    expect(describeBasis(forecastOf(94))).toEqual([expect.stringMatching(/^This assumes that .+\.$/)])
  })

  test('says that the facts come from different blocks', () => {
    const forecast: FlowForecast = { ...forecastOf(94), assumptions: ['differentBlocks'] }
    expect(describeBasis(forecast)).toEqual([
      'The facts come from blocks that are far apart, because the nodes disagree or lag behind.',
    ])
  })
})

test('describeForecast names the likely number of runs instead of a very wide range', () => {
  const forecast = forecastOf(95)
  const { funds } = forecast
  if (!funds) throw new Error('Flow 95 has no funds')
  const withRuns = (atLeast: number, atMost: number) =>
    describeForecast({ ...forecast, funds: { ...funds, scheduled: 90, runs: { atLeast, likely: 3, atMost } } })
  expect(withRuns(2, 20)).toContain('fees covered for 2 to 20 more runs, until about')
  expect(withRuns(2, 21)).toContain('fees covered for about 3 more runs, until about')
  expect(withRuns(0, 10)).toContain('fees covered for 0 to 10 more runs, until about')
  expect(withRuns(0, 11)).toContain('fees covered for about 3 more runs, until about')
})

test('describeForecast and formatPaidRuns say that at least 1,000 runs are paid', () => {
  const forecast = forecastOf(95)
  const { funds } = forecast
  if (!funds) throw new Error('Flow 95 has no funds')
  const runs = { atLeast: 1_000, likely: 1_000, atMost: null }
  const long = { ...funds, scheduled: 90_000, runs, lastsUntil: null }
  expect(describeForecast({ ...forecast, funds: long })).toBe(
    'Next run: likely to succeed · fees covered until at least 23 Nov 2026, 01:00 UTC',
  )
  expect(formatPaidRuns(long)).toBe('at least 1,000')
  expect(formatPaidRuns({ ...long, runs: { atLeast: 0, likely: 0, atMost: 0 } })).toBe('0')
  expect(formatPaidRuns({ ...long, runs: { atLeast: 0, likely: 0, atMost: null } })).toBe('0')
})

test('describeForecast rounds estimates', () => {
  const forecast = forecastOf(95)
  const { funds } = forecast
  if (!funds) throw new Error('Flow 95 has no funds')
  const runs = { atLeast: 26, likely: 942, atMost: null }
  expect(
    describeForecast({
      ...forecast,
      funds: { ...funds, scheduled: 1_919_920, runs, lastsUntil: '2027-01-07T09:31:06Z' },
    }),
  ).toBe('Next run: likely to succeed · fees covered for about 940 more runs, until about 7 Jan 2027')
})

test('describeForecast counts one paid run', () => {
  const forecast = forecastOf(95)
  const { funds } = forecast
  if (!funds) throw new Error('Flow 95 has no funds')
  const moneyFor = (runs: NonNullable<FlowForecast['funds']>['runs']) =>
    describeForecast({ ...forecast, funds: { ...funds, scheduled: 17, runs, lastsUntil: null } })
  expect(moneyFor({ atLeast: 1, likely: 3, atMost: null })).toMatch(
    /fees covered until at least 22 Nov 2026, 19:27 UTC$/,
  )
  expect(moneyFor({ atLeast: 2, likely: 3, atMost: null })).toMatch(
    /fees covered until at least 22 Nov 2026, \d\d:\d\d UTC$/,
  )
  expect(moneyFor({ atLeast: 0, likely: 1, atMost: null })).toMatch(/fees covered for about 1 more run$/)
})

test('explainRisk says that the owner’s other flows are not included', () => {
  const forecast: FlowForecast = { ...forecastOf(122), assumptions: ['otherFlowsIgnored'] }
  const [risk] = forecast.risks
  if (!risk) throw new Error('Flow 122 has no risk')
  expect(explainRisk(risk, forecast).remedy).toMatch(/^Add at least .*, plus what the owner’s other flows spend\.$/)
  const ofFeeAccount = { ...risk, address: forecast.flow.feeAddress }
  expect(explainRisk(ofFeeAccount, forecast).remedy).not.toContain('other flows')
})

test('explainRisk says that an amount for a wallet includes what other flows spend', () => {
  const forecast = forecastOf(122)
  const [risk] = forecast.risks
  if (!risk) throw new Error('Flow 122 has no risk')
  const { remedy } = explainRisk({ ...risk, missing: { denom: 'uinto', amount: '500000' } }, forecast)
  expect(remedy).toMatch(/ The rest covers fees and what any other flows spend until then\.$/)
})

describe('explainRisk', () => {
  test('says what is missing, and until when', () => {
    expect(explained(96)).toEqual([
      `The next run will fail: the fee account holds 0.03096 INTO and a run needs 0.05 INTO. Send at least 0.03808 INTO to ${forecastOf(96).flow.feeAddress} before 22 Nov 2026, 19:27:38 UTC (0.32368 INTO for all 17 scheduled runs), or the flow stops for good. This run lacks 0.01904 INTO. The rest covers the run after it.`,
    ])
    expect(explained(95)).toEqual([
      `Run 7 is likely to fail: the fee account will hold 0.03096 INTO and a run needs 0.05 INTO. Send at least 0.03808 INTO to ${forecastOf(95).flow.feeAddress} before 22 Nov 2026, 19:28:38 UTC (0.26656 INTO for all 17 scheduled runs), or the flow stops for good. This run lacks 0.01904 INTO. The rest covers the run after it.`,
    ])
    expect(explained(122)).toEqual([
      `The next run is likely to fail: the owner’s wallet holds 0.6 INTO and the run sends 1 INTO. Add at least 0.4 INTO to ${forecastOf(122).flow.owner} before 22 Nov 2026, 19:27:42 UTC (16.4 INTO for all 17 scheduled runs).`,
    ])
  })

  test('says “now” if the run is overdue', () => {
    const forecast = forecastOf(96)
    const now = Date.parse(forecast.flow.execTime)
    const remedyAt = (now: number) => forecast.risks.map(risk => explainRisk(risk, forecast, { now }).remedy)
    expect(remedyAt(now)).toEqual([
      `Send at least 0.03808 INTO to ${forecast.flow.feeAddress} now (0.32368 INTO for all 17 scheduled runs), or the flow stops for good. This run lacks 0.01904 INTO. The rest covers the run after it.`,
    ])
    expect(remedyAt(now - 1)[0]).toContain('before 22 Nov 2026, 19:27:38 UTC')
  })

  test('mentions no stop if the last run can’t be paid', () => {
    const [risk] = forecastOf(96).risks
    if (!risk) throw new Error('Flow 96 has no risk')
    expect(explainRisk(risk, { ...forecastOf(96), stop: null }).remedy).not.toContain('stops')
  })

  test('first mentions the end of a flow that is skipped twice', () => {
    expect(explained(104)).toEqual([
      expect.stringMatching(
        /^The flow is likely to stop for good at run \d+, because a second skipped run in a row stops it\. The next run is likely to be skipped, because its conditions are not met now\.$/,
      ),
    ])
    expect(explained(118)[0]).toMatch(
      /^The flow is likely to stop for good at run 8, .* Run 7 is likely to be skipped, because of the result of flow 95\.$/,
    )
    expect(explained(117)[0]).toBe('The flow is likely to stop at the next run, because of the result of flow 96.')
  })

  test('says that a run fails although its messages take effect', () => {
    expect(explained(111)[0]).toMatch(
      /^The next run is likely to be recorded as failed: its messages take effect, but its fee of about [\d.]+ INTO can’t be collected\./,
    )
  })

  test('names the chain of an account that lacks money', () => {
    const { flow, funds } = forecastOf(101)
    const coin = { denom: 'uinto', amount: '5' }
    const risk: ForecastRisk = {
      kind: 'messageFunds',
      certainty: 'likely',
      at: flow.execTime,
      run: 4,
      address: 'into1there',
      held: coin,
      needed: coin,
      missing: coin,
    }
    expect(explainRisk(risk, { flow, funds })).toEqual({
      sentence:
        'The next run is likely to fail: into1there on the other chain holds 0.000005 INTO and the run sends 0.000005 INTO.',
      remedy: expect.stringMatching(/^Add at least 0\.000005 INTO to into1there on the other chain before/),
    })
  })

  test('does not recommend amounts that no account can have, or a denom that may not exist', () => {
    const { flow, funds } = forecastOf(122)
    const frozen = { ...flow, configuration: { ...flow.configuration, updatingDisabled: true } }
    const remedyOf = (denom: string, amount: string, of = flow) => {
      const [held, missing] = [
        { denom, amount: '0' },
        { denom, amount },
      ]
      const risk = { kind: 'messageFunds', certainty: 'likely', at: flow.execTime, run: 4 } as const
      return explainRisk({ ...risk, address: flow.owner, held, needed: missing, missing }, { flow: of, funds }).remedy
    }
    expect(remedyOf('uinto', '9'.repeat(30))).toBe('Lower the amount.')
    expect(remedyOf('ufoo', '5')).toBe('Correct the denom if the chain doesn’t have ufoo.')
    expect(remedyOf('ufoo', '5', frozen)).toBe(
      'The flow can’t be corrected, because updating is disabled. Create a new flow instead, and correct the denom if the chain doesn’t have ufoo.',
    )
    expect(remedyOf('ibc/27', '5')).toMatch(/^Add at least 5 ibc\/27 to/)
  })

  test('says when a permission expires or is used up', () => {
    expect(explained(107)[0]).toMatch(
      /^Run 6 will fail: the permission of into1\S+ expires on 22 Nov 2026, 19:28:15 UTC\. Ask into1[a-z0-9]{38} to renew/,
    )
    expect(explained(108)[0]).toMatch(
      /^Run 5 is likely to fail: the permission of into1\S+ allows only 0\.0005 INTO more/,
    )
  })

  test.each([
    [
      99,
      'The next run will fail: the agent charges 0.025 INTO and the fee limit is 0.02 INTO. Raise the fee limit to at least 0.025 INTO.',
    ],
    [100, 'The next run depends on balances or permissions on another chain, which can’t be checked from this chain.'],
    [
      115,
      'The next run will fail: the agent doesn’t accept the denom of the fee limit. Set the fee limit in a denom that the agent accepts.',
    ],
    [
      129,
      'This flow stopped because it couldn’t pay for a run. It won’t run again. Don’t send money to its fee account. Create a new flow.',
    ],
  ])('explains the risk of flow %i', (id, text) => {
    expect(explained(id)).toEqual([text])
  })

  test('says when a comparison of a change fails', () => {
    const { flow, funds } = forecastOf(94)
    const comparison = {
      flowId: '0',
      responseIndex: 0,
      responseKey: 'Amount.[0]',
      valueType: 'sdk.Coin',
      operator: 'LARGER_THAN' as const,
      operand: '1uinto',
      icqConfig: null,
    }
    const sentenceOf = (differenceMode: boolean) => {
      const conditions = { ...flow.conditions, comparisons: [{ ...comparison, differenceMode }] }
      const risk = { kind: 'conditionsFail', certainty: 'likely', at: flow.execTime, run: 4 } as const
      return explainRisk(risk, { flow: { ...flow, conditions }, funds }).sentence
    }
    expect(sentenceOf(true)).toMatch(/A comparison of a change also fails right after the first success\.$/)
    expect(sentenceOf(false)).toMatch(/or the value or operand has another type\.$/)
  })

  test('does not recommend to change a flow whose updates are disabled', () => {
    const { flow, funds } = forecastOf(94)
    const frozen = { ...flow, configuration: { ...flow.configuration, updatingDisabled: true } }
    const coin = { denom: 'uinto', amount: '5' }
    const remedyOf = (kind: ForecastRisk['kind'], facts: Partial<ForecastRisk> = {}) => {
      const risk = { kind, certainty: 'certain', at: flow.execTime, run: 4, ...facts } as const
      return explainRisk(risk, { flow: frozen, funds }).remedy
    }
    const instead = (change: string) =>
      `The flow can’t be corrected, because updating is disabled. Create a new flow instead, and ${change}.`
    expect(remedyOf('wrongSigner')).toBe(instead('correct the message'))
    expect(remedyOf('agentNotFound')).toBe(instead('choose another agent'))
    expect(remedyOf('conditionsFail')).toBe(instead('correct the response key, the value type or the operand'))
    expect(remedyOf('conditionInput')).toBe(instead('turn on saving responses if it matters'))
    expect(remedyOf('agentFee')).toBe(instead('set the fee limit in a denom that the agent accepts'))
    expect(remedyOf('agentFee', { held: coin, needed: coin })).toBe(
      instead('raise the fee limit to at least 0.000005 INTO'),
    )
    expect(remedyOf('agentFee', { needed: coin })).toMatch(/^Send at least/)
    expect(remedyOf('unbondingLimit')).toBe('Wait until an entry is completed.')
    expect(remedyOf('messageFunds', { address: flow.owner, missing: coin })).toMatch(/^Add at least/)
  })

  test('only an owner’s own account can be registered by the owner', () => {
    const { flow, funds } = forecastOf(94)
    const risk = { kind: 'noOpenChannel', certainty: 'likely', at: flow.execTime, run: 4 } as const
    const own = { ...flow, selfHostedIca: { portId: '', connectionId: 'connection-7' }, trustlessAgent: null }
    const throughAgent = {
      ...flow,
      selfHostedIca: null,
      trustlessAgent: { agentAddress: 'agent', feeLimit: [], connectionId: '' },
    }
    expect(explainRisk(risk, { flow: own, funds }).remedy).toBe(
      'Register the interchain account on connection-7 by signing a MsgRegisterAccount.',
    )
    expect(explainRisk(risk, { flow: throughAgent, funds }).remedy).toBe('Choose an agent whose channel is open.')
  })

  test('has one sentence for each kind of risk', () => {
    const { flow, funds } = forecastOf(94)
    const kinds: ForecastRisk['kind'][] = [
      'feeBalanceTooLow',
      'feeNotCollected',
      'agentFee',
      'agentNotFound',
      'messageFunds',
      'grantMissing',
      'grantExpires',
      'grantUsedUp',
      'noOpenChannel',
      'clientExpired',
      'unbondingLimit',
      'wrongSigner',
      'messageFails',
      'dryRunFailed',
      'failsAgain',
      'unansweredRun',
      'stopsAfterFailure',
      'stopsAfterSkip',
      'conditionsNotMet',
      'conditionsFail',
      'conditionInput',
      'dependency',
      'pendingQuery',
      'otherChain',
      'factsMissing',
      'releaseNotSupported',
      'stopped',
    ]
    for (const kind of kinds)
      for (const certainty of ['certain', 'likely', 'unknown'] as const) {
        const risk = { kind, certainty, at: flow.execTime, run: 4, flowIds: ['3'] }
        const { sentence } = explainRisk(risk, { flow, funds })
        expect(sentence).toMatch(/^[A-Z].*\.$/)
        expect(sentence).not.toMatch(/undefined|null/)
      }
  })
})

test('describeForecast names the flows whose runs are unanswered, because the flow itself may not have run yet', () => {
  const { flow } = forecastOf(95)
  const risk: ForecastRisk = { kind: 'unansweredRun', certainty: 'unknown', at: flow.execTime, run: 1, flowIds: ['7'] }
  expect(describeForecast({ ...forecastOf(95), nextRun: 'unknown', risks: [risk], funds: null })).toBe(
    'Next run: can’t be predicted (runs of flow 7 are unanswered)',
  )
})

test('says that other flows may spend a balance first', () => {
  const { flow, funds } = forecastOf(94)
  const risk: ForecastRisk = {
    kind: 'factsMissing',
    certainty: 'unknown',
    at: '2030-01-01T00:00:00Z',
    run: 4,
    flowIds: ['3'],
  }
  expect(explainRisk(risk, { flow, funds }).sentence).toBe(
    'Run 4 can’t be predicted, because the owner’s other flows may spend the balance of the account first.',
  )
})
