import { chainTime, executionOutcome, type Flow, type FlowHistoryEntry, type FlowHistoryPage } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientAt, recordedHeights } from '../../../core/test/truth.js'
import { truths } from '../../test/truth.js'
import { type FlowVerdict, flowHealth, flowVerdict } from '../index.js'
import { type FlowForecast, forecastFlows, readForecastFacts } from './index.js'

// Compares all forecasts and explanations at the recorded heights with what happened until the end.

const end = clientAt('end')
const endTime = await timeOf(end)
/** All runs at the end of the recording are over, and their results are final. */
const afterTheEnd = endTime + 3_600_000

async function timeOf(client: typeof end): Promise<number> {
  return Date.parse((await chainTime(client)).block)
}

async function readFlows(client: typeof end): Promise<Flow[]> {
  return (await client.flows({ limit: 1_000 })).flows
}

function readHistory(client: typeof end, { id }: Flow): Promise<FlowHistoryPage> {
  return client.flowHistory({ id, limit: 1_000, reverse: true })
}

interface RunAfterForecast {
  name: string
  expected: string
  actual: string
}

interface Forecasted {
  forecast: FlowForecast
  verdict: FlowVerdict
  /** The runs after the forecast, oldest first, until the first one that a later change influenced. */
  later: FlowHistoryEntry[]
  /** Whether an owner or the relayer changed something after the forecast. */
  isChanged: boolean
}

async function forecastAt(height: (typeof recordedHeights)[number]): Promise<Forecasted[]> {
  const client = clientAt(height)
  const now = await timeOf(client)
  const flows = await readFlows(client)
  const forecasts = forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(now) }), chainTimeAt(now))
  return Promise.all(
    forecasts.map(async forecast => {
      const { flow } = forecast
      const page = await readHistory(client, flow)
      const known = page.history.length
      const verdict = flowVerdict(flow, page, forecast, chainTimeAt(now))
      const all = (await readHistory(end, flow)).history.toReversed()
      const { changed } = truths.find(({ id }) => id === flow.id) ?? {}
      const isChanged = changed !== undefined && changed.after >= height
      return { forecast, verdict, later: all.slice(known, isChanged ? changed.run - 1 : undefined), isChanged }
    }),
  )
}

function comparedRuns({ forecast: { flow, runs }, later, isChanged }: Forecasted): RunAfterForecast[] {
  const isLimited = isChanged || runs.length === 100
  const expected = runs.filter(({ time }) => Date.parse(time) <= endTime)
  const length = isLimited ? Math.min(expected.length, later.length) : Math.max(expected.length, later.length)
  return Array.from({ length }, (_, index) => {
    const entry = later[index]
    return {
      name: `flow ${flow.id}, run ${expected[index]?.number}`,
      expected: expected[index]?.outcome ?? 'no run',
      actual: entry ? executionOutcome(entry, flow, chainTimeAt(afterTheEnd)) : 'no run',
    }
  })
}

describe('forecasts at recorded heights', async () => {
  const forecasted = (await Promise.all(recordedHeights.map(forecastAt))).flat()

  test('at most one prediction in a hundred is wrong', () => {
    const runs = forecasted.flatMap(comparedRuns)
    const unknown = runs.filter(({ expected }) => expected === 'unknown')
    const wrong = runs.filter(({ expected, actual }) => expected !== 'unknown' && expected !== actual)
    console.info(`${runs.length} runs: ${unknown.length} unknown, ${wrong.length} wrong`)
    expect(runs.length).toBeGreaterThan(2_000)
    expect(unknown.length).toBeLessThan(100)
    // The relayer was stopped just before this run.
    expect(wrong).toEqual([{ name: 'flow 77, run 1', expected: 'succeeded', actual: 'unacknowledged' }])
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
      const outcome = next && executionOutcome(next, forecast.flow, chainTimeAt(afterTheEnd))
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
    for (const { verdict, later } of stopping) {
      const after = later.filter(({ scheduledExecTime }) => scheduledExecTime > `${verdict.stop?.at}`)
      expect(after, `flow ${verdict.flow.id}`).toEqual([])
    }
  })

  test('the prediction for the next run is right', () => {
    for (const { forecast, later } of forecasted) {
      const [next] = later
      const outcome = next && executionOutcome(next, forecast.flow, chainTimeAt(afterTheEnd))
      const name = `flow ${forecast.flow.id}: ${forecast.nextRun}`
      if (forecast.nextRun === 'none') expect(outcome, name).toBeUndefined()
      if (forecast.nextRun === 'willFail' && outcome) expect(outcome, name).toBe('failed')
      if (forecast.nextRun === 'likely' && outcome && forecast.flow.id !== '77') expect(outcome, name).toBe('succeeded')
    }
  })
})

test('the forecast of a flow reads the runs of another flow whose responses it compares', async () => {
  const client = clientAt(1400)
  const now = await timeOf(client)
  const flow = await client.flow({ id: 45 })
  const [forecast] = forecastFlows(
    await readForecastFacts(client, { flows: [flow], time: chainTimeAt(now) }),
    chainTimeAt(now),
  )
  expect(forecast?.risks).toMatchObject([{ kind: 'conditionsFail', certainty: 'likely' }])
  expect(forecast?.nextRun).toBe('atRisk')
})

describe('explanations', async () => {
  const flows = await readFlows(end)

  test.each(truths.map(truth => [truth.id, truth] as const))(
    'flow %s has its true cause and stop rule at the end of the recording',
    async (id, { cause, stop }) => {
      const flow = flows.find(flow => flow.id === id) ?? expect.fail()
      const health = flowHealth(flow, await readHistory(end, flow), chainTimeAt(endTime))
      if (cause !== undefined) expect('cause' in health ? health.cause : null).toBe(cause)
      expect('stopped' in health ? (health.stopped?.rule ?? null) : null).toBe(stop)
    },
  )

  test.each(recordedHeights)('no flow is over at height %i if it runs again', async height => {
    const client = clientAt(height)
    const now = await timeOf(client)
    for (const flow of await readFlows(client)) {
      const page = await readHistory(client, flow)
      const later = (await readHistory(end, flow)).history.length - page.history.length
      if (later > 0) expect(flowHealth(flow, page, chainTimeAt(now)).state, `flow ${flow.id}`).not.toBe('ended')
    }
  })
})
