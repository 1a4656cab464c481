import type { FlowHistoryPage } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { recordedClient } from '../../../core/test/truth.js'
import { finalOutcome, forecastRecording, recordings, timeOf } from '../../../insights/test/recorded-forecasts.js'
import { evaluateFlows } from '../evaluate.js'
import { problemsOf } from './problems.js'

// Compares the alerts at the heights of a recording with what happened until the end.

const day = 86_400_000
const [, recording = expect.fail()] = recordings
const endTime = await timeOf(recordedClient(`${recording.name}/end`))

const evaluated = await Promise.all(
  (await forecastRecording(recording)).map(async ({ forecast, later, height, isChanged }) => {
    const { flow } = forecast
    const client = recordedClient(`${recording.name}/${height}`)
    const [now, page] = [await timeOf(client), await client.flowHistory({ id: flow.id, limit: 300, reverse: true })]
    const histories = new Map<string, FlowHistoryPage>([[flow.id, page]])
    const forecasts = new Map([[flow.id, forecast]])
    const [one = expect.fail()] = evaluateFlows({ flows: [flow], histories, forecasts }, chainTimeAt(now))
    const outcomes = new Map(later.map(run => [run.scheduledExecTime, finalOutcome(run, flow, endTime)]))
    const problems = problemsOf(one, now, { minRuns: 3, minTime: day, within: day })
    return { name: `flow ${flow.id} at ${height}`, one, problems, outcomes, isChanged }
  }),
)

test('a run that fails for lack of money raises an alert before, unless the flow is already failing', () => {
  const money = /^(messageFunds|feeBalanceTooLow|feeNotCollected)$/
  const expected = evaluated.filter(({ one: { flow, health, forecast }, outcomes }) => {
    const next = outcomes.get(flow.execTime)
    const isExpected = forecast?.risks.some(
      ({ kind, certainty, at }) => at === flow.execTime && certainty !== 'unknown' && money.test(kind),
    )
    return health.state !== 'failing' && isExpected && next !== undefined && next !== 'succeeded'
  })
  expect(expected.length).toBeGreaterThan(5)
  for (const { name, one, problems } of expected)
    expect(problems['flow.will_fail'], name).toMatchObject({ anchor: one.flow.execTime })
})

test('a run that raises an alert does not succeed', () => {
  const alerted = evaluated.flatMap(({ name, problems, outcomes, isChanged }) => {
    const outcome = outcomes.get(problems['flow.will_fail']?.anchor ?? '')
    return outcome === undefined || isChanged ? [] : { name, outcome }
  })
  expect(alerted.length).toBeGreaterThan(10)
  // The locked coins of this owner unlock before the run.
  const wrong = alerted.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name)
  expect(['flow 9 at 530', 'flow 9 at 773']).toEqual(expect.arrayContaining(wrong))
})

test('an alert about money agrees with the forecast', () => {
  for (const { name, one, problems } of evaluated) {
    if (!problems['flow.low_funds']) continue
    const kinds = one.forecast?.risks.map(({ kind }) => kind) ?? []
    expect(
      kinds.some(kind => kind === 'feeBalanceTooLow' || kind === 'feeNotCollected'),
      name,
    ).toBe(true)
  }
})
