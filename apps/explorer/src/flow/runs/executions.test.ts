import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, now, sampleFlow, sampleRun } from '../../../test/samples'
import { executions, noExecutions, withOutcome } from './executions'
import { runsPicture } from './runs-picture'

const flow = sampleFlow()
const failed = { executed: false, errors: ['out of gas'] }

test('numbers executions from 1, across pages', () => {
  const pages = [
    { history: [sampleRun(240), sampleRun(180)], nextKey: 'x', total: 4 },
    { history: [sampleRun(120), sampleRun(60)], nextKey: null, total: null },
  ]
  expect(executions(pages).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(executions([])).toEqual([])
})

test('keeps the numbers of runs that are filtered by outcome', () => {
  const runs = executions([{ history: [sampleRun(-60), sampleRun(-120, failed)], nextKey: null, total: 2 }])
  expect(withOutcome(runs, 'failed', flow, chainTimeAt(now)).map(({ number }) => number)).toEqual([1])
  expect(withOutcome(runs, null, flow, chainTimeAt(now))).toBe(runs)
})

test('charts the fees of runs, newest first, on an axis with round amounts', () => {
  const fee = (denom: string, amount: string) => ({ execFee: [{ denom, amount }] })
  const history = [
    sampleRun(-60, fee('uinto', '1000000')),
    sampleRun(-120, { ...fee('uinto', '500000'), ...failed }),
    sampleRun(-180, { execFee: [], executed: false }),
    sampleRun(-240, fee('stake', '5')),
  ]
  const { marks, ticks, legend } = runsPicture(
    executions([{ history, nextKey: null, total: 4 }]),
    flow,
    chainTimeAt(now),
  )
  expect(marks.map(({ number, outcome, height }) => [number, outcome, height])).toEqual([
    [4, 'succeeded', 1],
    [3, 'failed', 0.5],
    [2, 'skipped', 0],
    [1, 'succeeded', 0],
  ])
  expect(marks[1]?.sentence).toMatch(/^Run 3, .*: failed, fee 0.5 INTO$/)
  expect(marks[2]?.sentence).toMatch(/: skipped, no fee$/)
  expect(ticks).toEqual([
    { height: 0, label: '0 INTO' },
    { height: 0.5, label: '0.5 INTO' },
    { height: 1, label: '1 INTO' },
  ])
  expect(legend).toEqual([
    { outcome: 'succeeded', runs: 2 },
    { outcome: 'failed', runs: 1 },
    { outcome: 'skipped', runs: 1 },
  ])
})

test('shows no amounts on the axis if no run has a fee', () => {
  const runs = executions([{ history: [sampleRun(-60, { execFee: [] })], nextKey: null, total: 1 }])
  expect(runsPicture(runs, flow, chainTimeAt(now)).ticks).toEqual([])
})

test('explains why a flow has no runs', () => {
  expect(noExecutions(flow, chainTimeAt(now), now)).toBe('The first run is in 30 s. It will appear here automatically.')
  expect(noExecutions(sampleFlow({ execTime: at(-3_000), endTime: at(-3_000) }), chainTimeAt(now), now)).toBe(
    'This flow has ended and never ran.',
  )
})
