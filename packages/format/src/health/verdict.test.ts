import { chainTime, createFlowClient } from '@flow-query/core'
import { type FlowVerdict, flowVerdict } from '@flow-query/insights'
import {
  type FlowDryRun,
  type FlowForecast,
  type ForecastRisk,
  forecastFlows,
  groupFailures,
  nextFailures,
  readForecastFacts,
} from '@flow-query/insights/forecast'
import { createClock, historyEntry } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { describe, expect, test } from 'vitest'
import {
  describeFailureGroup,
  describeForecast,
  describeNextRuns,
  describeVerdict,
  explainVerdict,
  nameVerdict,
  phraseText,
} from '../index.js'

const lcd = createDemoLcd({ clock: createClock('2027-03-01T12:00:00Z').now })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
const time = { ...(await chainTime(client)), readAt: lcd.now() }
const all = (await client.flows({ limit: 1_000 })).flows
const flows = all.filter(({ id }) => Number(id) > 400)
const facts = await readForecastFacts(client, { flows, time })
const forecasts = forecastFlows(facts, time)

function verdictOf(label: string, dryRun?: FlowDryRun): FlowVerdict {
  const flow = flows.find(flow => flow.label === label) ?? expect.fail(`There is no flow ${label}`)
  const forecast = dryRun
    ? forecastFlows({ ...facts, dryRuns: { [flow.id]: dryRun } }, time).find(forecast => forecast.flow === flow)
    : forecasts.find(forecast => forecast.flow === flow)
  return flowVerdict(flow, facts.histories?.[flow.id], forecast, time)
}

/** Returns the texts without addresses and times. */
function wordsOf(verdict: FlowVerdict) {
  const { title, second, help, chainSaid } = explainVerdict(verdict, { timeZone: 'UTC' })
  const shown = (text: string | null) => text?.replace(/into1\w+|\d+ Mar 2027, [\d:]+ \w+/g, '…') ?? null
  return {
    name: nameVerdict(verdict),
    row: phraseText(describeVerdict(verdict)),
    title: phraseText(title),
    second: second && phraseText(second),
    help: shown(help),
    chainSaid,
  }
}

test('a flow that will stop says when and how much is missing, and then that its runs succeeded', () => {
  expect(wordsOf(verdictOf('Newspaper subscription'))).toEqual({
    name: 'Will stop',
    row: 'Will stop: 0.03824 INTO short',
    title: 'Will stop in 25 min: 0.03824 INTO short',
    second: '9 of 9 runs succeeded',
    help: expect.stringMatching(
      /^The next run will fail: .* Send at least 0\.03824 INTO to … before …, or the flow stops for good\. This run lacks 0\.01904 INTO\. The rest covers the run after it\.$/,
    ),
    chainSaid: null,
  })
})

test('a flow that is likely to fail does not claim that it is certain', () => {
  expect(wordsOf(verdictOf('Unstake a little every day'))).toMatchObject({
    name: 'Likely to fail',
    title: 'Likely to fail in 1 h 10 min: too many unbonding entries',
    second: '7 of 7 runs succeeded',
  })
})

describe('a payment that fails in a minute, and a stop in 13 minutes', () => {
  const { flow: subscription, forecast } = verdictOf('Newspaper subscription')
  const flow = { ...subscription, execTime: '2027-03-01T12:01:00Z', interval: '720s' }
  const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
  const payment: ForecastRisk = {
    kind: 'messageFunds',
    certainty: 'likely',
    at: flow.execTime,
    run: 10,
    address: flow.owner,
    held: uinto(600_000),
    needed: uinto(1_000_000),
    missing: uinto(400_000),
  }
  const unpaid: ForecastRisk = {
    ...{ kind: 'feeBalanceTooLow', certainty: 'likely', at: '2027-03-01T12:13:00Z', run: 11, address: flow.feeAddress },
    ...{ held: uinto(20_000), needed: uinto(50_000), missing: uinto(30_000) },
  }
  const wordsWith = (...risks: ForecastRisk[]) => {
    const stop = { time: unpaid.at, number: 11, outcome: 'failed' } as const
    const expected = { ...(forecast ?? expect.fail()), flow, nextRun: 'atRisk', risks, stop } as const
    return wordsOf(flowVerdict(flow, facts.histories?.[flow.id], expected, time))
  }

  test('are both named, and the payment comes first', () => {
    const { name, row, title, help } = wordsWith(payment, unpaid)
    expect(name).toBe('Likely to fail, then likely to stop')
    expect(row).toBe('Likely to fail: 0.4 INTO short, then likely to stop')
    expect(title).toBe('Likely to fail in 1 min: 0.4 INTO short, then likely to stop in 13 min')
    expect(help).toBe(
      'The next run is likely to fail: the owner’s wallet holds 0.6 INTO and the run sends 1 INTO. Add at least 0.4 INTO to … before ….' +
        ' Run 11 is likely to fail: the fee account will hold 0.02 INTO and a run needs 0.05 INTO. Send at least 0.03 INTO to … before …, or the flow stops for good.',
    )
  })

  test('name only one amount if both need money in the same account', () => {
    const { help } = wordsWith(payment, { ...unpaid, address: flow.owner })
    expect(help).toMatch(
      /Add at least 0\.4 INTO to … before …\. Run 11 is likely to fail: .* a run needs 0\.05 INTO\.$/,
    )
  })

  test('say how certain each one is', () => {
    const certain = { certainty: 'certain' } as const
    expect(wordsWith({ ...payment, ...certain }, unpaid).name).toBe('Will fail, then likely to stop')
    expect(wordsWith(payment, { ...unpaid, ...certain }).name).toBe('Likely to fail, then will stop')
  })
})

describe('a flow on another chain that stops after a failure', () => {
  const known = flows.find(({ selfHostedIca }) => selfHostedIca) ?? expect.fail()
  const flow = { ...known, configuration: { ...known.configuration, stopOnFailure: true } }
  const errors = ['ABCI code: 5: error handling packet: see events for details']
  const failed = historyEntry({ executed: false, errors, packetSequences: ['1'] }, lcd.now())
  const late = (at: string, certainty: 'certain' | 'likely'): ForecastRisk => ({
    ...{ kind: 'stopsAfterFailure', certainty, at, run: 4 },
  })
  const forecastWith = (risks: ForecastRisk[], stopAt: string): FlowForecast => ({
    ...{ flow, nextRun: 'atRisk', risks, funds: null, runs: [], stranded: [], assumptions: [] },
    stop: { number: 4, time: stopAt, outcome: 'succeeded' },
  })

  test('stops at its next run if the newest one failed', () => {
    const forecast = forecastWith([late(flow.execTime, 'certain')], flow.execTime)
    const { title, help } = wordsOf(flowVerdict(flow, [failed], forecast, time))
    expect(title).toMatch(/^Will stop in .+: it stops after a failure$/)
    expect(help).toMatch(
      /^The flow will stop for good at the next run, because the run before it failed on the other chain, and the flow stops after a failure\. To keep the flow running, turn off “stop after a failure” before …\. /,
    )
    expect(describeNextRuns(flow, time, { newest: failed, forecast })).toMatch(
      /, for the last time, because the newest run failed on the other chain and the flow stops on failure$/,
    )
    expect(describeForecast(forecast)).toBe('Next run: will be the last one (it stops after a failure)')
  })

  test('stops one run later if the next one fails', () => {
    const after = new Date(Date.parse(flow.execTime) + 60_000).toISOString()
    const short: ForecastRisk = { kind: 'grantMissing', certainty: 'likely', at: flow.execTime, run: 3 }
    const forecast = forecastWith([short, late(after, 'likely')], after)
    const { title, help } = wordsOf(flowVerdict(flow, [], forecast, time))
    expect(title).toMatch(/^Likely to fail in .+: a permission is missing, then likely to stop in .+$/)
    expect(help).toMatch(
      / The flow is likely to stop for good at run 4, because the run before it is likely to fail on the other chain, and the flow stops after a failure\.$/,
    )
  })
})

test('the title names no amount for a permission that is used up', () => {
  const { title } = wordsOf(verdictOf('School lunches, within the harbour’s allowance'))
  expect(title).toBe('Likely to fail in 5 h 50 min: a permission is used up')
})

test('a flow that will be skipped for the second time stops', () => {
  expect(wordsOf(verdictOf('Claim rewards above 0.2 INTO'))).toMatchObject({
    title: 'Likely to stop in 4 h 50 min: its conditions are not met',
    help: 'The flow is likely to stop for good at run 18, because a second skipped run in a row stops it. The next run is likely to be skipped, because its conditions are not met now.',
  })
})

test('a failed dry run changes the verdict and shows the chain’s message', () => {
  const label = 'Restake above 1 INTO, without saved rewards'
  expect(wordsOf(verdictOf(label)).name).not.toMatch(/fail/)
  const message = 'no delegation for (address, validator) tuple'
  const dryRun: FlowDryRun = { result: 'failed', messageIndex: 0, problem: 'other', message }
  expect(wordsOf(verdictOf(label, dryRun))).toMatchObject({
    name: 'Likely to fail',
    title: expect.stringMatching(/^Likely to fail in .*: nothing is delegated to this validator$/),
    chainSaid: message,
  })
})

describe('without an expected failure', () => {
  const healthy = verdictOf('Newspaper subscription')

  test('the health is the title', () => {
    const { flow } = healthy
    const verdict = flowVerdict(flow, facts.histories?.[flow.id], null, time)
    expect(wordsOf(verdict)).toEqual({
      name: 'Healthy so far',
      row: 'Healthy so far',
      title: 'Healthy so far',
      second: 'Its next runs were not forecast',
      help: null,
      chainSaid: null,
    })
  })

  test('a failing flow whose cause is gone gets no advice about it', () => {
    const flow = { ...healthy.flow, execTime: '2027-03-01T12:25:00Z' }
    const errors = ['spendable balance 1uinto is smaller than 5uinto: insufficient funds']
    const history = [historyEntry({ executed: false, errors }, lcd.now())]
    const forecast: FlowForecast = {
      flow,
      nextRun: 'likely',
      risks: [],
      funds: null,
      runs: [],
      stop: null,
      stranded: [],
      assumptions: [],
    }
    const without = wordsOf(flowVerdict(flow, history, null, time))
    expect(without.help).toContain('Fund this account')
    expect(wordsOf(flowVerdict(flow, history, forecast, time))).toMatchObject({
      title: 'Failing: insufficient balance',
      second: 'Next run: likely to succeed',
      help: null,
    })
  })
})

test('the same fix is not described twice', () => {
  for (const { flow } of forecasts) {
    const { help, otherRisks } = explainVerdict(verdictOf(flow.label))
    const remedies = otherRisks.flatMap(({ remedy }) => remedy ?? [])
    for (const remedy of remedies) expect(help ?? '', flow.label).not.toContain(remedy)
  }
})

test('the runs after an expected stop are not counted', () => {
  const { flow, forecast } = verdictOf('Newspaper subscription')
  expect(describeNextRuns(flow, time, { forecast })).toBe(
    'Runs in 25 min, and the flow is expected to stop at this run',
  )
  const later =
    forecasts.find(({ stop, flow }) => stop && stop.time !== flow.execTime) ?? expect.fail('No flow stops later')
  expect(describeNextRuns(later.flow, time, { forecast: later })).toMatch(
    /^Runs in .+, then \d+ more times? until .+, when the flow is expected to stop$/,
  )
})

test('failures with the same cause are one group', () => {
  const groups = groupFailures(nextFailures(forecasts)).map(describeFailureGroup)
  expect(groups).toContain('The connection has expired or is frozen (connection-2): 1 flow')
  const failures = nextFailures(forecasts).slice(0, 3)
  expect(describeFailureGroup({ kind: 'noOpenChannel', shared: 'connection-7', failures, owners: 2 })).toBe(
    'No open channel to connection-7: 3 flows of 2 owners',
  )
})
