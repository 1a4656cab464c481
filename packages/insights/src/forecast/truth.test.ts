import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { recordedClient } from '../../../core/test/truth.js'
import {
  comparedRuns,
  finalOutcome,
  forecastRecording,
  type RecordedRun,
  type RecordingName,
  readFlows,
  recordings,
  timeOf,
} from '../../test/recorded-forecasts.js'
import { flowHealth } from '../index.js'
import { forecastFlows, readForecastFacts } from './index.js'

// Compares all forecasts and explanations at the recorded heights with what happened until the end.

interface Limits {
  runs: number
  unknown: number
  /** The highest number of wrong runs, by flow and height. */
  wrong: { [flow: string]: number }
}

const limits: { [Name in RecordingName]: Limits } = {
  // The relayer was stopped just before run 1 of flow 77.
  'v1-truth': { runs: 2_000, unknown: 47, wrong: { 'flow 77 at 2150': 1 } },
  'v1-truth-2': {
    runs: 3_000,
    unknown: 136,
    wrong: {
      'flow 35 at 530': 5,
      // Only a dry run would show that the validator doesn't exist.
      'flow 51 at 530': 21,
      'flow 35 at 773': 5,
      'flow 41 at 773': 1,
      'flow 160 at 1877': 9,
      'flow 180 at 1877': 5,
      'flow 160 at 2791': 4,
      // The forecast ends with a run whose outcome is unknown.
      'flow 200 at 2791': 21,
      'flow 201 at 2791': 21,
      'flow 160 at 3274': 3,
    },
  },
}

function countByFlow(runs: readonly RecordedRun[]): { [flow: string]: number } {
  const counts: { [flow: string]: number } = {}
  for (const { flow, height } of runs) {
    const name = `flow ${flow} at ${height}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe.each(recordings)('forecasts at the heights of $name', async recording => {
  const endTime = await timeOf(recordedClient(`${recording.name}/end`))
  const forecasted = await forecastRecording(recording)
  const limit = limits[recording.name]

  test('no more predictions are wrong or unknown than before', () => {
    const runs = forecasted.flatMap(one => comparedRuns(one, endTime))
    const unknown = runs.filter(({ expected }) => expected === 'unknown')
    const wrong = runs.filter(({ expected, actual }) => expected !== 'unknown' && expected !== actual)
    console.info(`${runs.length} runs: ${unknown.length} unknown, ${wrong.length} wrong`)
    expect(runs.length).toBeGreaterThan(limit.runs)
    expect(unknown.length).toBeLessThanOrEqual(limit.unknown)
    for (const [flow, count] of Object.entries(countByFlow(wrong)))
      expect(count, flow).toBeLessThanOrEqual(limit.wrong[flow] ?? 0)
  })

  test('certain problems always occur', () => {
    const harmless = new Set(['conditionInput', 'stopped', 'stopsAfterFailure'])
    const certain = forecasted.flatMap(({ forecast: { flow, risks }, later }) =>
      risks
        .filter(({ kind, certainty }) => certainty === 'certain' && !harmless.has(kind))
        .flatMap(({ at, kind }) =>
          later.filter(entry => entry.scheduledExecTime === at).map(entry => ({ flow, kind, entry })),
        ),
    )
    expect(certain.length).toBeGreaterThan(0)
    for (const { flow, kind, entry } of certain) expect(entry.executed, `flow ${flow.id}: ${kind}`).toBe(false)
  })

  test('a flow whose next run fails as expected needs attention', () => {
    const failures = new Set(['failed', 'feeNotCollected'])
    const expected = forecasted.filter(({ forecast, later: [next] }) => {
      const outcome = next && finalOutcome(next, forecast.flow, endTime)
      return failures.has(`${outcome}`) && failures.has(`${forecast.runs[0]?.outcome}`)
    })
    expect(expected.length).toBeGreaterThan(50)
    for (const { verdict } of expected) {
      expect(verdict.needsAttention, `flow ${verdict.flow.id}`).toBe(true)
      expect(verdict.state, `flow ${verdict.flow.id}`).toMatch(/^(willStop|willFail|failing)$/)
    }
  })

  test('a flow that will stop has no later run', () => {
    const stopping = forecasted.filter(({ verdict, isChanged }) => verdict.state === 'willStop' && !isChanged)
    expect(stopping.length).toBeGreaterThan(10)
    for (const { verdict, later, height } of stopping) {
      if (limit.wrong[`flow ${verdict.flow.id} at ${height}`]) continue
      const after = later.filter(({ scheduledExecTime }) => scheduledExecTime > `${verdict.stop?.at}`)
      expect(after, `flow ${verdict.flow.id}`).toEqual([])
    }
  })

  test('the prediction for the next run is right', () => {
    const wrong = new Set<string>()
    const expected: { [nextRun: string]: string } = { willFail: 'failed', likely: 'succeeded' }
    for (const {
      forecast,
      later: [next],
      height,
    } of forecasted) {
      const outcome = next && finalOutcome(next, forecast.flow, endTime)
      const name = `flow ${forecast.flow.id} at ${height}`
      if (forecast.nextRun === 'none' && outcome) wrong.add(name)
      const right = expected[forecast.nextRun]
      if (right && outcome && outcome !== right) wrong.add(name)
    }
    expect(Array.from(wrong).filter(name => !limit.wrong[name])).toEqual([])
  })
})

test('the forecast of a flow reads the runs of another flow whose responses it compares', async () => {
  const client = recordedClient('v1-truth/1400')
  const now = await timeOf(client)
  const flow = await client.flow({ id: 45 })
  const [forecast] = forecastFlows(
    await readForecastFacts(client, { flows: [flow], time: chainTimeAt(now) }),
    chainTimeAt(now),
  )
  expect(forecast?.risks).toMatchObject([{ kind: 'conditionsFail', certainty: 'likely' }])
  expect(forecast?.nextRun).toBe('atRisk')
})

describe.each(recordings)('explanations of $name', async ({ name, heights, truths }) => {
  const end = recordedClient(`${name}/end`)
  const endTime = await timeOf(end)
  const flows = await readFlows(end)
  const readHistory = (client: typeof end, id: string) => client.flowHistory({ id, limit: 1_000, reverse: true })

  test.each(truths.map(truth => [truth.id, truth] as const))(
    'flow %s has its true cause and stop rule at the end of the recording',
    async (id, { cause, stop }) => {
      const flow = flows.find(flow => flow.id === id) ?? expect.fail()
      const health = flowHealth(flow, await readHistory(end, id), chainTimeAt(endTime))
      if (cause !== undefined) expect('cause' in health ? health.cause : null).toBe(cause)
      if (stop !== undefined) expect('stopped' in health ? (health.stopped?.rule ?? null) : null).toBe(stop)
    },
  )

  test.each(heights)('no flow is over at height %i if it runs again', async height => {
    const client = recordedClient(`${name}/${height}`)
    const now = await timeOf(client)
    for (const flow of await readFlows(client)) {
      const page = await readHistory(client, flow.id)
      const newest = page.history[0]?.scheduledExecTime ?? ''
      const [last] = (await readHistory(end, flow.id)).history
      if (last && last.scheduledExecTime > newest)
        expect(flowHealth(flow, page, chainTimeAt(now)).state, `flow ${flow.id}`).not.toBe('ended')
    }
  })
})
