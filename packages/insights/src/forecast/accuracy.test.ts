import { readFileSync } from 'node:fs'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { recordedClient } from '../../../core/test/truth.js'
import { recordedFacts, whatHappened } from '../../test/recorded-forecast.js'
import {
  finalOutcome,
  forecastRecording,
  type RecordedForecast,
  recordings,
  timeOf,
} from '../../test/recorded-forecasts.js'
import { forecastFlows, type PredictionName, predictions } from './index.js'

// Computes the figures of the documentation from all recorded runs. `npx vitest run --project='insights unit' accuracy -u` updates them.

interface Result {
  name: PredictionName
  successProbability: number | null
  isNextRun: boolean
  succeeded: boolean
}

type Recorded = Pick<RecordedForecast, 'forecast' | 'later' | 'isChanged' | 'firstRecorded'>

/** Runs that were expected and did not happen count as runs without success. */
function resultsOf({ forecast, later, isChanged, firstRecorded }: Recorded, endTime: number): Result[] {
  const { flow } = forecast
  return predictions(forecast)
    .filter(({ run: { time } }) => time >= firstRecorded && Date.parse(time) <= endTime)
    .slice(0, isChanged ? later.length : undefined)
    .map(({ run, name, successProbability }, index) => {
      const entry = later[index]
      const succeeded = entry !== undefined && finalOutcome(entry, flow, endTime) === 'succeeded'
      return { name, successProbability, isNextRun: run.time === flow.execTime, succeeded }
    })
}

async function resultsOfRecordings(): Promise<Result[]> {
  const results: Result[] = []
  for (const recording of recordings) {
    const endTime = await timeOf(recordedClient(`${recording.name}/end`))
    for (const recorded of await forecastRecording(recording)) results.push(...resultsOf(recorded, endTime))
  }
  return results
}

/** In this recording, an agent raises its fee after three runs of flow 98, and all later runs of the flow fail. */
function resultsOfOldestRecording(): Result[] {
  const { facts, now } = recordedFacts()
  const { histories } = whatHappened()
  const flows = facts.flows.filter(({ id }) => Number(id) >= 94)
  return forecastFlows({ ...facts, flows }, chainTimeAt(now)).flatMap(forecast => {
    const { id, execTime } = forecast.flow
    const isChanged = id === '98'
    const later = (histories[id] ?? []).filter(({ scheduledExecTime }) => scheduledExecTime >= execTime)
    const recorded = { forecast, later: later.slice(0, isChanged ? 3 : undefined), isChanged, firstRecorded: '' }
    return resultsOf(recorded, Date.parse('2026-11-22T19:33:20Z'))
  })
}

function isTrue({ name, succeeded }: Result): boolean {
  return name === 'likely' ? succeeded : !succeeded
}

function brierScoreOf(results: readonly Result[]): number {
  const errors = results.flatMap(({ successProbability, succeeded }) =>
    successProbability === null ? [] : (successProbability - (succeeded ? 1 : 0)) ** 2,
  )
  return errors.reduce((sum, error) => sum + error, 0) / errors.length
}

function unknownShareOf(results: readonly Result[]): number {
  return results.filter(({ name }) => name === 'unknown').length / results.length
}

const all = [...(await resultsOfRecordings()), ...resultsOfOldestRecording()]
const next = all.filter(({ isNextRun }) => isNextRun)
const wrongWillFail = (results: readonly Result[]) => results.filter(one => one.name === 'willFail' && !isTrue(one))

test('“will fail” was never wrong', () => {
  expect(next.filter(({ name }) => name === 'willFail').length).toBeGreaterThan(10)
  expect(wrongWillFail(all)).toEqual([])
})

// The goal is a score of at most 0.02 with at most 5 % unknown runs.
test('the Brier score and the share of unknown runs are not worse than before', () => {
  expect(brierScoreOf(next)).toBeLessThan(0.0167)
  expect(brierScoreOf(all)).toBeLessThan(0.0243)
  expect(unknownShareOf(next)).toBeLessThan(0.068)
  expect(unknownShareOf(all)).toBeLessThan(0.094)
})

const parts = '../../../../apps/docs/pages/guides/parts'

const shownNames: readonly (readonly [PredictionName, string, string])[] = [
  ['willFail', 'Will fail', '0 %'],
  ['likelyToFail', 'Likely to fail', '5 %'],
  ['atRisk', 'At risk', '50 %'],
  ['likely', 'Likely to succeed', '95 %'],
]

test('the documentation has the current figures of each word', async () => {
  const lines = shownNames.map(([name, shown, probability]) => {
    const cells = [next, all].flatMap(results => {
      const own = results.filter(one => one.name === name)
      return [number(own.length), shareOf(own.filter(isTrue).length, own.length)]
    })
    return rowOf([shown, probability, ...cells])
  })
  const head = ['forecast', 'probability of success', 'next runs', 'came true', 'all runs', 'came true']
  await expect(tableOf(head, lines)).toMatchFileSnapshot(`${parts}/accuracy.md`)
})

test('the documentation has the current figures of this release', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const lines = [
    { results: next, runs: 'next runs' },
    { results: all, runs: 'all runs' },
  ].map(({ results, runs }) =>
    rowOf([
      version,
      runs,
      number(results.length),
      shareOf(results.filter(({ name }) => name === 'unknown').length, results.length),
      `${wrongWillFail(results).length}`,
      brierScoreOf(results).toFixed(4),
    ]),
  )
  const head = ['release', 'runs', 'forecasts', 'unknown', 'wrong “Will fail”', 'Brier score']
  const file = `${parts}/accuracy-by-release.md`
  // The rows of earlier releases stay.
  const earlier = readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => /^\| \d/.test(line) && !line.startsWith(`| ${version} `))
  await expect(tableOf(head, [...earlier, ...lines])).toMatchFileSnapshot(file)
})

function tableOf(head: readonly string[], lines: readonly string[]): string {
  return `${[rowOf(head), rowOf(head.map(() => '---')), ...lines].join('\n')}\n`
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
