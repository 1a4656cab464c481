import { executionOutcome, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { createFeeRules } from '@flow-query/rules'
import { chainTimeAt, type HistoryEntry, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'
import { runs } from '../../../core/test/runs.js'
import { canDryRun, chains, connectionId, interchainAccount, nodeOf, wallets } from '../../test/random-chain.js'
import {
  dryRunFlow,
  type FlowDryRun,
  type FlowForecast,
  type FlowsForecastFacts,
  type ForecastRisk,
  forecastFlows,
  readForecastFacts,
} from './index.js'
import { createFees, type FeeAt } from './simulation/money/fees.js'
import { estimateGas } from './simulation/money/gas.js'

// Both apply the same rules, but a forecast only knows the facts that a node returns, and estimates the rest.

test('expects the runs that happen', async () => {
  const found = new Set<string>()
  let known = 0
  let all = 0
  await fc.assert(
    fc.asyncProperty(chains, async chain => {
      let estimates = new Map<string, FeeAt>()
      const lcd = nodeOf(chain, (id, index) => (estimates.get(id) ?? expect.fail())(false, index).coin)
      const facts = await factsOf(lcd, chain.seeds.map(canDryRun))
      estimates = new Map(facts.flows.map(flow => [flow.id, estimateOf(flow, facts)]))
      const forecasts = forecastFlows(facts, chainTimeAt(lcd.now()))
      const before = new Map(forecasts.map(({ flow: { id } }) => [id, lcd.history(id).length]))
      lcd.advance(1_800_000)
      for (const forecast of forecasts) {
        const { flow, nextRun } = forecast
        const until = knownUntil(forecast, forecasts)
        const compared = compare(forecast, lcd.history(flow.id).slice(before.get(flow.id)), until)
        if (until === Number.POSITIVE_INFINITY && nextRun !== 'none')
          expect(lcd.accounts.balances[flow.feeAddress], aboutFlow(forecast)).toEqual(forecast.stranded)
        for (const value of [nextRun, ...compared]) found.add(value)
        known += compared.length
        all += forecast.runs.length
      }
    }),
    { numRuns: runs(200) },
  )
  expect(found.size).toBeGreaterThanOrEqual(5)
  expect(known).toBeGreaterThan(0.6 * all)
})

/** Returns what a forecast knows about the fee of a flow without an earlier run. */
function estimateOf(flow: Flow, facts: FlowsForecastFacts): FeeAt {
  const rules = createFeeRules(facts.params)
  const { length } = flow.msgs
  const [burn, needed] = [rules.burntFee(length, 'uinto'), rules.requiredBalance(length, 'uinto')]
  const gas = estimateGas(flow, facts, undefined, undefined)
  return createFees({ entries: [], denom: 'uinto', burn, needed, rules, gas })
}

async function factsOf(lcd: Lcd, canDryRun: readonly boolean[]): Promise<FlowsForecastFacts> {
  const client = clientOf(lcd, { retries: 0 })
  const { flows } = await client.flows({ limit: 100 })
  const time = chainTimeAt(lcd.now())
  const facts = await readForecastFacts(client, { flows, time, balances: lcd.accounts.balances })
  const dryRuns: Record<string, FlowDryRun> = {}
  for (const [index, flow] of flows.entries())
    if (canDryRun[index]) dryRuns[flow.id] = await dryRunFlow(client, { flow })
  const richAccount = [{ denom: 'uinto', amount: '9000000000' }]
  const chains = { [connectionId]: { balances: { [interchainAccount]: richAccount } } }
  // A node doesn't report its release.
  const release = /^1\.0\.[78]$/.test(lcd.release) ? '1.0.7' : 'current'
  return { ...facts, chains, release, dryRuns }
}

/** Returns when the first run with an unknown outcome is due that can change the accounts of the flow, in milliseconds since 1970. */
function knownUntil({ flow }: FlowForecast, forecasts: readonly FlowForecast[]): number {
  const accounts = accountsOf(flow)
  const times = forecasts
    .filter(other => other.flow === flow || accountsOf(other.flow).some(account => accounts.includes(account)))
    .flatMap(({ runs, nextRun, flow: { execTime } }) => {
      if (runs.length === 0 && nextRun !== 'none') return execTime
      return runs.flatMap(({ outcome, time }) => (outcome === 'unknown' ? time : []))
    })
  return Math.min(...times.map(time => Date.parse(time)))
}

function accountsOf(flow: FlowForecast['flow']): string[] {
  return wallets.filter(wallet => JSON.stringify(flow).includes(wallet))
}

/** Compares the runs that are due earlier, and returns their outcomes. */
function compare(forecast: FlowForecast, entries: readonly HistoryEntry[], until: number): string[] {
  const { flow, nextRun, runs, stop, risks } = forecast
  const outcomeOf = (entry: HistoryEntry | undefined) =>
    entry && executionOutcome(entry as FlowHistoryEntry, flow, chainTimeAt(Date.parse('2027-01-01T00:00:00Z')))
  const expected = runs.filter(({ time }) => Date.parse(time) < until)
  const happened = entries.filter(({ scheduledExecTime }) => Date.parse(scheduledExecTime) < until)
  const about = `${aboutFlow(forecast)}, until ${until}, happened: ${JSON.stringify(entries)}`
  const outcomes = expected.map(({ outcome }) => outcome)
  expect(happened.map(outcomeOf), about).toEqual(outcomes)
  const fees = happened.map(({ execFee }) => execFee[0] ?? null)
  expect(fees, about).toEqual(expected.map(({ fee }) => fee))
  if (nextRun === 'none') expect(entries, about).toEqual([])
  if (nextRun === 'willFail') expect(outcomeOf(entries[0]), about).toMatch(/^(failed|idle)$/)
  if (stop && until === Number.POSITIVE_INFINITY) expect(entries, about).toHaveLength(runs.length)
  for (const risk of risks) if (risk.certainty === 'certain') expectRisk(risk)
  return outcomes

  function expectRisk({ kind, at }: ForecastRisk): void {
    const index = entries.findIndex(({ scheduledExecTime }) => Date.parse(scheduledExecTime) === Date.parse(at))
    if (kind === 'stopped') expect(entries, about).toEqual([])
    else if (kind === 'stopsAfterFailure' || kind === 'stopsAfterSkip') expect(index, about).toBe(entries.length - 1)
    else if (kind === 'loopOnFirstMessage') expect(outcomeOf(entries[index]), about).toBe('idle')
    else if (kind !== 'conditionInput') expect(outcomeOf(entries[index]), about).toBe('failed')
  }
}

function aboutFlow({ flow, nextRun, runs, stop, risks }: FlowForecast): string {
  return `flow ${flow.id}: ${JSON.stringify({ nextRun, runs, stop, risks })}`
}
