import { chainTime, executionOutcome, type Flow, type FlowClient, type FlowHistoryEntry } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { recordedClient } from '../../core/test/truth.js'
import { type FlowForecast, type ForecastOutcome, forecastFlows, readForecastFacts } from '../src/forecast/index.js'
import { type FlowVerdict, flowVerdict } from '../src/index.js'
import { readTruths, type Truth } from './truth.js'

/** A chain that was recorded at some heights while flows were running, and after their last runs. */
export interface Recording {
  name: RecordingName
  heights: readonly number[]
  truths: readonly Truth[]
}

export type RecordingName = 'v1-truth' | 'v1-truth-2'

/** The recordings that show what happened after a forecast. */
export const recordings: readonly Recording[] = [
  { name: 'v1-truth', heights: [900, 1100, 1400, 2150, 2850, 3700, 5600], truths: readTruths('v1-truth') },
  { name: 'v1-truth-2', heights: [530, 773, 1877, 2791, 3274], truths: readTruths('v1-truth-2') },
]

/** Returns the milliseconds since 1970 of the newest block. */
export async function timeOf(client: FlowClient): Promise<number> {
  return Date.parse((await chainTime(client)).block)
}

export async function readFlows(client: FlowClient): Promise<Flow[]> {
  return (await client.flows({ limit: 1_000 })).flows
}

/** A forecast of a flow at a recorded height, and what happened later. */
export interface RecordedForecast {
  forecast: FlowForecast
  verdict: FlowVerdict
  height: number
  /** The runs after the forecast, oldest first, until the first one that a later change influenced. */
  later: FlowHistoryEntry[]
  /** Whether an owner or the relayer changed something after the forecast. */
  isChanged: boolean
  /** When the first run of the recorded history was due, in RFC 3339 format, or an empty string if the history is complete. */
  firstRecorded: string
}

/** Makes the forecasts of all flows at all heights of a recording. */
export async function forecastRecording(recording: Recording): Promise<RecordedForecast[]> {
  return (await Promise.all(recording.heights.map(height => forecastAt(recording, height)))).flat()
}

async function forecastAt({ name, truths }: Recording, height: number): Promise<RecordedForecast[]> {
  const client = recordedClient(`${name}/${height}`)
  const end = recordedClient(`${name}/end`)
  const now = await timeOf(client)
  const flows = await readFlows(client)
  const forecasts = forecastFlows(await readForecastFacts(client, { flows, time: chainTimeAt(now) }), chainTimeAt(now))
  return Promise.all(
    forecasts.map(async forecast => {
      const { flow } = forecast
      const page = await client.flowHistory({ id: flow.id, limit: 300, reverse: true })
      const verdict = flowVerdict(flow, page, forecast, chainTimeAt(now))
      const { history, nextKey } = await end.flowHistory({ id: flow.id, limit: 1_000, reverse: true })
      const all = history.toReversed()
      const { changed } = truths.find(({ id }) => id === flow.id) ?? {}
      const isChanged = changed !== undefined && changed.after >= height
      const newest = page.history[0]?.scheduledExecTime ?? ''
      const later = all
        .slice(0, isChanged ? changed.run - 1 : undefined)
        .filter(({ scheduledExecTime }) => scheduledExecTime > newest)
      const firstRecorded = nextKey === null ? '' : `${all[0]?.scheduledExecTime}`
      return { forecast, verdict, height, later, isChanged, firstRecorded }
    }),
  )
}

/** The expected and the actual outcome of a run before the end of the recording. */
export interface RecordedRun {
  flow: string
  number: number | null | undefined
  height: number
  expected: ForecastOutcome | 'no run'
  actual: string
}

/**
 * Compares the expected runs with the runs until the end of the recording.
 *
 * @param endTime milliseconds since 1970
 */
export function comparedRuns(recorded: RecordedForecast, endTime: number): RecordedRun[] {
  const { forecast, height, later, isChanged, firstRecorded } = recorded
  const { flow, runs } = forecast
  const isLimited = isChanged || runs.length === 100
  const expected = runs.filter(({ time }) => time >= firstRecorded && Date.parse(time) <= endTime)
  const length = isLimited ? Math.min(expected.length, later.length) : Math.max(expected.length, later.length)
  return Array.from({ length }, (_, index) => {
    const entry = later[index]
    return {
      flow: flow.id,
      number: expected[index]?.number,
      height,
      expected: expected[index]?.outcome ?? 'no run',
      actual: entry ? finalOutcome(entry, flow, endTime) : 'no run',
    }
  })
}

/** Returns the outcome of a run when all runs of the recording are over and their results are final. */
export function finalOutcome(entry: FlowHistoryEntry, flow: Flow, endTime: number): string {
  return executionOutcome(entry, flow, chainTimeAt(endTime + 3_600_000))
}
