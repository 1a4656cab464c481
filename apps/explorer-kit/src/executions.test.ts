import { expect, test } from 'vitest'
import { at, madeFlow, madeRun, now } from '../test/made.js'
import { executions, formatPercent, noExecutions, withOutcome } from './executions.js'
import { runsPicture } from './pictures/runs-picture.js'

const flow = madeFlow()
const failed = { executed: false, errors: ['out of gas'] }

test('executions are numbered from 1, however many pages of them were read', () => {
  const pages = [
    { history: [madeRun(240), madeRun(180)], nextKey: 'x', total: 4 },
    { history: [madeRun(120), madeRun(60)], nextKey: null, total: null },
  ]
  expect(executions(pages).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(executions([])).toEqual([])
})

test('runs by outcome keep their numbers', () => {
  const runs = executions([{ history: [madeRun(-60), madeRun(-120, failed)], nextKey: null, total: 2 }])
  expect(withOutcome(runs, 'failed', flow, now).map(({ number }) => number)).toEqual([1])
  expect(withOutcome(runs, null, flow, now)).toBe(runs)
})

test('the picture: newest first, as high as their fee on an axis of round amounts, with a sentence each', () => {
  const fee = (denom: string, amount: string) => ({ execFee: [{ denom, amount }] })
  const history = [
    madeRun(-60, fee('uinto', '1000000')),
    madeRun(-120, { ...fee('uinto', '500000'), ...failed }),
    madeRun(-180, { execFee: [], executed: false }),
    madeRun(-240, fee('stake', '5')),
  ]
  const { marks, ticks, legend } = runsPicture(executions([{ history, nextKey: null, total: 4 }]), flow, now)
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

test('runs without a fee have an axis without amounts', () => {
  const runs = executions([{ history: [madeRun(-60, { execFee: [] })], nextKey: null, total: 1 }])
  expect(runsPicture(runs, flow, now).ticks).toEqual([])
})

test('why there are none', () => {
  expect(noExecutions(flow, now)).toBe('The first run is in 30 s. It will show up here by itself.')
  expect(noExecutions(madeFlow({ execTime: at(-3_000), endTime: at(-3_000) }), now)).toBe(
    'This flow is over and never ran.',
  )
})

test('not all, where one is missing', () => {
  expect([formatPercent(0.999), formatPercent(1), formatPercent(0)]).toEqual(['99 %', '100 %', '0 %'])
})
