import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecast } from '../../../test/forecasts'
import { at, now, sampleFlow, sampleRun } from '../../../test/samples'
import { executions } from '../../runs/executions'
import { runsPicture } from './runs-picture'

const time = chainTimeAt(now)

test('shows past runs, newest first, and counts their outcomes', () => {
  const history = [
    sampleRun(-60),
    sampleRun(-120, { executed: false, errors: ['out of gas'], execFee: [{ denom: 'uinto', amount: '500000' }] }),
    sampleRun(-180, { execFee: [], executed: false }),
    sampleRun(-240),
  ]
  const runs = executions([{ history, nextKey: null, total: 4 }])
  const { past, counts } = runsPicture(sampleFlow(), runs, undefined, time)
  expect(past.map(({ number, outcome }) => [number, outcome])).toEqual([
    [4, 'succeeded'],
    [3, 'failed'],
    [2, 'skipped'],
    [1, 'succeeded'],
  ])
  expect(past[1]?.sentence).toMatch(/^Run 3, .*: failed, fee 0.5 INTO$/)
  expect(past[2]?.sentence).toMatch(/: skipped, no fee$/)
  expect(counts).toEqual([
    { outcome: 'succeeded', runs: 2 },
    { outcome: 'failed', runs: 1 },
    { outcome: 'skipped', runs: 1 },
  ])
})

test('shows the next scheduled runs until the end of the flow', () => {
  const next = (changes: object) => runsPicture(sampleFlow(changes), [], undefined, time).next
  expect(next({}).map(({ time }) => time - now)).toEqual([30_000, 90_000, 150_000, 210_000])
  expect(next({ endTime: at(95) })).toHaveLength(2)
  expect(next({ interval: '0s' })).toHaveLength(1)
  expect(next({})[0]).toMatchObject({ expected: 'unknown', sentence: expect.stringMatching(/: outcome unknown$/) })
})

test('a flow that is over has no next runs', () => {
  const over = sampleFlow({ execTime: at(-600), endTime: at(-600) })
  expect(runsPicture(over, [], undefined, time).next).toEqual([])
})

test('shows no run after the one that stops the flow', async () => {
  const failing = await forecast(0)
  const { next } = runsPicture(failing.flow, [], failing, time)
  expect(next.map(({ expected }) => expected)).toEqual(['failed'])
})

test('ignores a forecast from before the newest run', async () => {
  const failing = await forecast(0)
  const hasRun = { ...failing.flow, execTime: at(3_660) }
  expect(runsPicture(hasRun, [], failing, time).next[0]?.expected).toBe('unknown')
})
