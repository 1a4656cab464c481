import { createFlowClient, executionOutcome, type Flow } from '@flow-query/core'
import {
  dryRunFlow,
  type FlowForecast,
  type ForecastRiskKind,
  forecastFlows,
  readForecastFacts,
} from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { createDemoLcd } from '../demo.js'
import { createClock, type HistoryEntry } from '../index.js'

type KindWithoutExample =
  | 'loopOnFirstMessage'
  | 'queryNeverAnswered'
  | 'messageFails'
  | 'stopsAfterFailure'
  | 'stopsAfterSkip'
  | 'releaseNotSupported'

/** A flow for each kind of risk. A new kind causes a type error until the demo has a flow for it, or doesn't need one. */
const examples: Record<Exclude<ForecastRiskKind, KindWithoutExample>, string> = {
  feeBalanceTooLow: 'Newspaper subscription',
  feeNotCollected: 'Allowance for twelve cousins',
  agentFee: 'Vote through an agent that charges more now',
  agentNotFound: 'Claim through an agent that is gone',
  messageFunds: 'Pay back what Mia lent',
  grantMissing: 'Bills from the shared wallet',
  grantExpires: 'Gym membership, paid from Leo’s wallet',
  grantUsedUp: 'School lunches, within the harbour’s allowance',
  noOpenChannel: 'Swap fees to ATOM',
  clientExpired: 'Stake on the quiet chain',
  unbondingLimit: 'Unstake a little every day',
  dryRunFailed: 'Unstake 80 INTO for the new roof',
  wrongSigner: 'Pay the rent as Mia',
  failsAgain: 'Stake with a validator that is gone',
  unansweredRun: 'Subscription on the Hub',
  conditionsNotMet: 'Claim rewards above 0.2 INTO',
  conditionsFail: 'Stake again while rewards are above 0.1 INTO',
  conditionInput: 'Restake above 1 INTO, without saved rewards',
  dependency: 'Second half of the lessons, if the first is due',
  pendingQuery: 'Keep the wallet on the Hub filled',
  otherChain: 'Buy ATOM for 5 OSMO a day',
  factsMissing: 'Vote on the next upgrade',
  stopped: 'Installments for the bicycle',
}

/** How long the demo runs after the forecast, in hours. */
const hours = 48

const clock = createClock('2027-03-01T12:00:00Z')
const lcd = createDemoLcd({ clock: clock.now })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 })
const { flows } = await client.flows({ limit: 1_000 })
const now = lcd.now()
/** A dry run finds a cause that forecasts can't find. */
const dryRuns = Object.fromEntries(
  await Promise.all(
    flows
      .filter(({ label }) => label === examples.dryRunFailed)
      .map(async flow => [flow.id, await dryRunFlow(client, { flow })] as const),
  ),
)
/** The forecasts of all flows together, as a list shows them. */
const forecasts = forecastFlows(
  { ...(await readForecastFacts(client, { flows, time: chainTimeAt(now) })), dryRuns },
  chainTimeAt(now),
)
/** The forecasts of the flows above, as their pages show them. */
const single = new Map(
  await Promise.all(
    flows
      .filter(({ label }) => Object.values(examples).includes(label))
      .map(async flow => [flow.label, await forecastAlone(flow)] as const),
  ),
)
const runsBefore = new Map(flows.map(({ id }) => [id, lcd.history(id).length]))
// A longer sleep would skip runs.
for (let passed = 0; passed < hours; passed++) {
  clock.advance(3_600_000)
  expect(lcd.flow(1)).toBeDefined()
}
const flowsLater = new Map((await client.flows({ limit: 1_000 })).flows.map(flow => [flow.id, flow]))

async function forecastAlone(flow: Flow): Promise<FlowForecast> {
  const facts = await readForecastFacts(client, { flows: [flow], time: chainTimeAt(now) })
  const [forecast] = forecastFlows({ ...facts, dryRuns }, chainTimeAt(now))
  if (!forecast) throw new Error(`Flow ${flow.id} has no forecast.`)
  return forecast
}

/** Returns the runs since the forecast. */
function runsOf({ flow }: FlowForecast): readonly HistoryEntry[] {
  return lcd.history(flow.id).slice(runsBefore.get(flow.id))
}

/** Returns the outcome of a run since the forecast. Index 0 is the next run. */
function outcomeOf(forecast: FlowForecast, index: number): string {
  const entry = runsOf(forecast)[index]
  const flow = flowsLater.get(forecast.flow.id) ?? forecast.flow
  return entry ? executionOutcome(entry, flow, chainTimeAt(clock.now())) : 'no run'
}

/** Returns the forecasts whose next run was due, each with the outcome of that run. */
function nextRuns(nextRun: FlowForecast['nextRun']) {
  return [...forecasts, ...single.values()]
    .filter(forecast => forecast.nextRun === nextRun && Date.parse(forecast.flow.execTime) < clock.now() - 1_000)
    .map(forecast => ({
      forecast,
      label: `${forecast.flow.id} ${forecast.flow.label}`,
      outcome: outcomeOf(forecast, 0),
    }))
}

/** Returns whether only the other chain can show if a risk comes true. */
function isRemote({ flow, risks }: FlowForecast): boolean {
  const isSentAway = Boolean(flow.selfHostedIca?.connectionId || flow.trustlessAgent?.agentAddress)
  return isSentAway && risks.some(({ kind, message }) => kind === 'failsAgain' && message?.includes('host chain'))
}

describe('the forecasts of the demo', () => {
  test.each(Object.entries(examples))('contain the risk %s', (kind, label) => {
    expect(single.get(label)?.risks.map(risk => risk.kind)).toContain(kind)
  })

  test('likely: the next run succeeds', () => {
    const runs = nextRuns('likely')
    expect(runs.filter(({ outcome }) => outcome !== 'succeeded').map(({ label }) => label)).toEqual([])
    expect(runs.length).toBeGreaterThan(100)
  })

  test('willFail: the next run fails', () => {
    const runs = nextRuns('willFail')
    expect(runs.filter(({ outcome }) => outcome !== 'failed').map(({ label }) => label)).toEqual([])
    const kinds = new Set(runs.map(({ forecast }) => forecast.risks[0]?.kind))
    expect(kinds).toEqual(new Set(['agentFee', 'agentNotFound', 'feeBalanceTooLow']))
  })

  test('atRisk: the next run has the expected outcome, unless it depends on the other chain', () => {
    const runs = nextRuns('atRisk').filter(({ forecast }) => !isRemote(forecast))
    const isKnown = ({ runs: [next] }: FlowForecast) => next?.outcome !== 'unknown'
    const wrong = runs.filter(({ forecast, outcome }) => isKnown(forecast) && outcome !== forecast.runs[0]?.outcome)
    expect(wrong.map(({ label, outcome }) => `${label}: ${outcome}`)).toEqual([])
    const outcomes = new Set(runs.flatMap(({ forecast, outcome }) => (isKnown(forecast) ? outcome : [])))
    expect(outcomes).toEqual(new Set(['failed', 'feeNotCollected', 'skipped']))
  })

  test('none: the flow has no more runs', () => {
    const over = forecasts.filter(({ nextRun }) => nextRun === 'none')
    expect(over.filter(forecast => runsOf(forecast).length > 0)).toEqual([])
    expect(over.length).toBeGreaterThan(100)
  })

  test.each(['grantExpires', 'grantUsedUp'] as const)(
    '%s: the later run fails, and the runs before it succeed',
    kind => {
      const forecast = single.get(examples[kind])
      const expected = forecast?.runs.slice(0, 5).map(({ outcome }) => outcome)
      expect(expected).toEqual(['succeeded', 'succeeded', 'failed', 'failed', 'failed'])
      expect(forecast && [0, 1, 2, 3, 4].map(index => outcomeOf(forecast, index))).toEqual(expected)
    },
  )
})
