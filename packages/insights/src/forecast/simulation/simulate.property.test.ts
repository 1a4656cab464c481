import type { Coin, Flow, Params } from '@flow-query/core'
import { finish } from '@flow-query/core/parts/collection'
import { chainTimeAt } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, flowOf, minutes, now } from '../../../../core/test/flows.js'
import { runs } from '../../../../core/test/runs.js'
import { forecastOf } from '../forecast-flows.js'
import { type FlowForecast, type FlowsForecastFacts, type ForecastRisk, forecastFlows } from '../index.js'
import { simulate } from './simulate.js'

const params: Params = {
  flowFundsCommission: '2',
  flowFlexFeeMul: '5',
  burnFeePerMsg: '10000',
  gasFeeCoins: [{ denom: 'uinto', amount: '80' }],
  maxFlowDuration: '94867200s',
  minFlowDuration: '5s',
  minFlowInterval: '5s',
  connectionRewards: [],
}
const uinto = (amount: number): Coin[] => [{ denom: 'uinto', amount: String(amount) }]

/** Flows of two owners. Some of them send coins of a third account, with a permission that has a limit. */
const facts = fc
  .record({
    flows: fc.array(
      fc.record({
        owner: fc.constantFrom('into1anna', 'into1ben'),
        interval: fc.constantFrom(1, 7, 60, 1_440),
        delay: fc.integer({ min: 0, max: 3_000 }),
        runs: fc.integer({ min: 1, max: 80 }),
        sends: fc.integer({ min: 0, max: 200_000 }),
        isGranted: fc.boolean(),
        walletFallback: fc.boolean(),
        fees: fc.constantFrom(0, 60_000, 500_000, 3_000_000),
        cost: fc.constantFrom(19_040, 235_200),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    wallet: fc.constantFrom(0, 400_000, 5_000_000, 60_000_000),
    limit: fc.constantFrom(0, 300_000, 5_000_000),
  })
  .map(({ flows: seeds, wallet, limit }): FlowsForecastFacts => {
    const flows: Flow[] = seeds.map(({ owner, interval, delay, runs, sends, isGranted, walletFallback }, index) => {
      const send = {
        '@type': '/cosmos.bank.v1beta1.MsgSend',
        from_address: isGranted ? 'into1carl' : owner,
        to_address: 'into1shop',
        amount: uinto(sends),
      }
      const execTime = minutes(1 + delay)
      return flowOf({
        id: String(index + 1),
        owner,
        feeAddress: `into1fees${index}`,
        msgs: [isGranted ? { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send] } : send],
        interval: `${interval * 60}s`,
        execTime,
        endTime: minutes(1 + delay + interval * (runs - 1)),
        configuration: { walletFallback },
      })
    })
    const grant = {
      authorization: { '@type': '/cosmos.bank.v1beta1.SendAuthorization', spend_limit: uinto(limit) },
      expiration: null,
    }
    return {
      flows,
      params,
      release: 'current',
      histories: Object.fromEntries(
        seeds.map(({ cost }, index) => {
          const paid = entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(cost) })
          return [String(index + 1), { history: [paid, paid], nextKey: null }]
        }),
      ),
      balances: {
        into1anna: uinto(wallet),
        into1ben: uinto(10_000_000),
        into1carl: uinto(100_000_000),
        ...Object.fromEntries(seeds.map(({ fees }, index) => [`into1fees${index}`, uinto(fees)])),
      },
      grants: { 'into1carl/into1anna': [grant], 'into1carl/into1ben': [grant] },
    }
  })

test('a short simulation expects only successes that a complete one expects too', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 2, max: 6 }), (facts, limit) => {
      const whole = finish(simulate(facts, now, { limit: Number.POSITIVE_INFINITY }))
      const short = finish(simulate(facts, now, { limit }))
      for (const [index, simulated] of short.entries()) {
        const complete = whole[index]
        if (!complete) throw new Error('A flow is missing')
        const outcomes = complete.runs.map(({ outcome }) => outcome)
        for (const [run, { outcome }] of simulated.runs.entries())
          if (outcome === 'succeeded') expect(outcomes[run], `flow ${index + 1}, run ${run}`).toBe('succeeded')
        const promised = forecastOf(simulated).funds?.runs.atLeast ?? 0
        expect(promised).toBeLessThanOrEqual(forecastOf(complete).funds?.runs.likely ?? 0)
      }
    }),
    { numRuns: runs(100) },
  )
})

test('a short simulation of one flow that its fee account pays is exact', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 2, max: 6 }), (facts, limit) => {
      const flows = facts.flows.slice(0, 1).filter(({ configuration }) => !configuration.walletFallback)
      const fundsOf = (limit: number) =>
        finish(simulate({ ...facts, flows }, now, { limit })).map(simulated => forecastOf(simulated).funds)
      expect(fundsOf(limit)).toEqual(fundsOf(Number.POSITIVE_INFINITY))
    }),
    { numRuns: runs(100) },
  )
})

const aboutMoney = ['feeBalanceTooLow', 'feeNotCollected', 'messageFunds']
const moneyRisks = (forecast: FlowForecast | undefined): ForecastRisk[] =>
  forecast?.risks.filter(({ kind }) => aboutMoney.includes(kind)) ?? []

/** Forecasts again after the accounts of these risks received the amounts. */
function forecastAfter(
  facts: FlowsForecastFacts,
  risks: readonly ForecastRisk[],
  amountOf: (risk: ForecastRisk) => Coin | undefined,
) {
  const balances = { ...facts.balances }
  for (const address of new Set(risks.map(({ address = '' }) => address))) {
    const amounts = risks.filter(risk => risk.address === address).map(risk => Number(amountOf(risk)?.amount))
    balances[address] = uinto(Number(balances[address]?.[0]?.amount ?? 0) + Math.max(...amounts))
  }
  return forecastFlows({ ...facts, balances }, chainTimeAt(now))
}

test('the missing amounts are enough for the affected run, for the start of the next run, and for all runs', () => {
  fc.assert(
    fc.property(facts, facts => {
      for (const [index, forecast] of forecastFlows(facts, chainTimeAt(now)).entries()) {
        const [first] = moneyRisks(forecast)
        if (!first) continue
        const upToFirst = moneyRisks(forecast).filter(({ at }) => at <= first.at)
        // If a run can't be paid, the simulation doesn't show that its messages also need more in another account.
        const isHelped = ({ address }: ForecastRisk) => upToFirst.some(risk => risk.address === address)
        const after = moneyRisks(forecastAfter(facts, upToFirst, ({ missing }) => missing)[index]).filter(isHelped)
        const soon = Date.parse(first.at) + Number.parseFloat(forecast.flow.interval) * 1_000
        expect(after.filter(({ at }) => at <= first.at)).toEqual([])
        expect(after.filter(({ at, kind }) => kind === 'feeBalanceTooLow' && Date.parse(at) <= soon)).toEqual([])

        const forAll = forecastAfter(facts, moneyRisks(forecast), risk => risk.missingForAllRuns ?? risk.missing)
        const known = moneyRisks(forecast).filter(({ missingForAllRuns }) => missingForAllRuns)
        const isKnown = ({ address }: ForecastRisk) => known.some(risk => risk.address === address)
        expect(moneyRisks(forAll[index]).filter(isKnown)).toEqual([])
      }
    }),
    { numRuns: runs(100) },
  )
})
