import { address, createClock, createLcd, type Flow, flow, type Lcd } from '@flow-query/testing'
import { expect } from 'vitest'
import { type Database, type Row, sync } from '../src/index.js'
import { openTables } from '../src/tables.js'
import { chainOf, resultOf, rowsOf } from './truth.js'

const hour = 3_600_000
const uinto = (amount: number) => [{ denom: 'uinto', amount: `${amount}` }]

/** Creates a chain with three flows that run every ten minutes: one with enough money, one without money for fees, and one that sends too much. */
function createPredictedLcd() {
  // A sync reads the flows again that are due by the clock of its process, so the chain is behind this clock.
  const started = Date.now() - hour
  const at = (seconds: number) => new Date(started + 1_000 * seconds).toISOString()
  const clock = createClock(at(0))
  const lcd = createLcd({ flows: [1, 2, 3].map(id => predictedFlow(id, at)), clock: clock.now })
  for (const id of [1, 2, 3]) lcd.accounts.balances[address(`owner ${id}`)] = uinto(1_000)
  for (const id of [1, 2, 3]) lcd.accounts.balances[address(`fees ${id}`)] = uinto(id === 2 ? 1_000 : 900_000)
  return { lcd, clock, at }
}

function predictedFlow(id: number, at: (seconds: number) => string): Partial<Flow> {
  const owner = address(`owner ${id}`)
  const { configuration } = flow()
  const amount = uinto(id === 3 ? 2_000 : 1)
  return {
    owner,
    label: `Flow ${id}`,
    feeAddress: address(`fees ${id}`),
    ...(configuration && { configuration: { ...configuration, walletFallback: false } }),
    ...{ interval: '600s', startTime: at(0), execTime: at(600), endTime: at(6_000) },
    msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: address('friend'), amount }],
  }
}

/** Syncs before and after each of two runs, and checks what the views say about the forecasts. */
export async function expectCorrectPredictions(database: Database): Promise<void> {
  const { lcd, clock, at } = createPredictedLcd()
  await syncTo(database, lcd)
  const first = await predictionsIn(database)
  expect(first.map(({ flow_id, sequence, prediction }) => [flow_id, sequence, prediction])).toEqual([
    ['1', '1', 'likely'],
    ['2', '1', 'willFail'],
    ['3', '1', 'likelyToFail'],
  ])
  expect(first[1]).toMatchObject({
    ...{ success_percent: '0', expected_outcome: 'failed', risk: 'feeBalanceTooLow' },
    ...{ release: expect.stringMatching(/^\d+\.\d+\.\d+/), exec_time: `${Date.parse(at(600))}000000` },
  })
  expect(await resultOf(database, 'SELECT * FROM prediction_results')).toEqual([])

  clock.advance(11 * 60_000)
  await syncTo(database, lcd)
  expect(await resultsIn(database)).toEqual([
    '1/1 likely: succeeded, correct',
    '2/1 willFail: failed, correct',
    '3/1 likelyToFail: failed, correct',
  ])

  // The second run of flow 3 succeeds, because its owner gets more money after the forecast.
  lcd.accounts.balances[address('owner 3')] = uinto(5_000)
  clock.advance(11 * 60_000)
  await syncTo(database, lcd)
  await addUnknownRun(database, at(1_200))
  expect(await resultsIn(database)).toEqual([
    '1/1 likely: succeeded, correct',
    '1/2 likely: succeeded, correct',
    '2/1 willFail: failed, correct',
    '2/2 unknown: noRun',
    '3/1 likelyToFail: failed, correct',
    '3/2 likelyToFail: succeeded, wrong',
  ])
  const query = 'SELECT prediction, success_percent, runs, came_true FROM prediction_accuracy'
  expect((await rowsFrom(database, query)).toSorted()).toEqual([
    ['likely', '95', '2', '2'],
    ['likelyToFail', '5', '2', '1'],
    ['unknown', 'null', '1', 'null'],
    ['willFail', '0', '1', '1'],
  ])
  const [scores, ...others] = await resultOf(
    database,
    'SELECT runs, unknown_runs, wrong_will_fail, brier_score FROM brier_scores',
  )
  expect(others).toEqual([])
  expect([scores?.runs, scores?.unknown_runs, scores?.wrong_will_fail].map(Number)).toEqual([6, 1, 0])
  // Three errors of 5 points, one of 95 and one of 0.
  expect(Number(scores?.brier_score)).toBeCloseTo((3 * 0.05 ** 2 + 0.95 ** 2) / 5, 6)
}

/** Checks that only the newest forecast before a run counts, so that a warning that helped isn't wrong. */
export async function expectNewestPrediction(database: Database): Promise<void> {
  const { lcd, clock, at } = createPredictedLcd()
  await syncTo(database, lcd)
  lcd.accounts.balances[address('fees 2')] = uinto(900_000)
  clock.advance(2 * 60_000)
  await syncTo(database, lcd)
  const [, second] = await predictionsIn(database)
  expect(second).toMatchObject({ flow_id: '2', sequence: '1', prediction: 'likely', risk: null })
  expect(Number(second?.made_at)).toBeGreaterThan(1_000_000 * Date.parse(at(60)))
  clock.advance(10 * 60_000)
  await syncTo(database, lcd)
  expect(await resultsIn(database)).toContain('2/1 likely: succeeded, correct')
}

function syncTo(to: Database, lcd: Lcd) {
  return sync({ ...chainOf(lcd), retries: 0 }, { to, forecastWithin: hour })
}

async function predictionsIn(database: Database): Promise<Row[]> {
  const rows = await rowsOf(database, 'predictions')
  return rows.sort((a, b) => Number(a.flow_id) - Number(b.flow_id) || Number(a.sequence) - Number(b.sequence))
}

/** Flow 2 stopped at its first run, because no account paid its fee. */
async function addUnknownRun(database: Database, time: string): Promise<void> {
  const [row] = await rowsOf(database, 'predictions', 'flow_id = 2')
  const run = { sequence: '2', exec_time: `${Date.parse(time)}000000` }
  const unknown = { prediction: 'unknown', success_percent: null, expected_outcome: 'unknown', risk: null }
  const tables = await openTables(await database.open())
  await tables.write({ predictions: [{ ...row, ...run, ...unknown }] })
  await tables.close()
}

async function resultsIn(database: Database): Promise<string[]> {
  const query = `SELECT flow_id, sequence, prediction, outcome,
      CASE WHEN correct THEN ', correct' WHEN NOT correct THEN ', wrong' ELSE '' END AS verdict
    FROM prediction_results ORDER BY flow_id, sequence`
  const rows = await rowsFrom(database, query)
  return rows.map(([id, run, prediction, outcome, verdict]) => `${id}/${run} ${prediction}: ${outcome}${verdict}`)
}

async function rowsFrom(database: Database, query: string): Promise<string[][]> {
  return (await resultOf(database, query)).map(row => Object.values(row).map(String))
}
