import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecast } from '../../../test/forecasts'
import { at, now, sampleFlow, sampleRun } from '../../../test/samples'
import { executions } from '../../runs/executions'
import { nowPlace, runsPicture } from './runs-picture'

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

test('marks the first run of each series that did not succeed', () => {
  const failed = { executed: false, errors: ['out of gas'] }
  const history = [sampleRun(-60, failed), sampleRun(-120, failed), sampleRun(-180), sampleRun(-240, failed)]
  const { past } = runsPicture(sampleFlow(), executions([{ history, nextKey: null, total: 4 }]), undefined, time)
  expect(past.map(({ number, isMarked }) => (isMarked ? number : 0))).toEqual([0, 3, 0, 1])
})

test('the height of a bar is the fee, or the delay if a run was late', () => {
  const picture = (changes: object) => {
    const history = [sampleRun(-60, changes), sampleRun(-120), sampleRun(-180, { execFee: [] })]
    const runs = executions([{ history, nextKey: null, total: 3 }])
    const { height, past } = runsPicture(sampleFlow(), runs, undefined, time)
    return [height, ...past.map(({ height }) => height)]
  }
  expect(picture({ execFee: [{ denom: 'uinto', amount: '400' }] })).toEqual(['fee', 1, 0.4, 0.2])
  expect(picture({ scheduledExecTime: at(-300) })).toEqual(['delay', 1, 0.2, 0.2])
})

test('places the next runs to the right of the past ones', () => {
  const history = [sampleRun(-30), sampleRun(-90)]
  const { past, next, scale } = runsPicture(
    sampleFlow(),
    executions([{ history, nextKey: null, total: 2 }]),
    undefined,
    time,
  )
  const places = [...past, ...next].map(({ at }) => at).sort()
  expect(places).toEqual([1, 3, 5, 7, 9, 11].map(one => expect.closeTo(one / 12)))
  expect(scale.place(now)).toBeCloseTo(4 / 12)
})

test('now has a distance to the last run and to a run that is due', () => {
  const runs = executions([{ history: [sampleRun(-30), sampleRun(-90)], nextKey: null, total: 2 }])
  const picture = runsPicture(sampleFlow(), runs, undefined, time)
  const placeAfter = (seconds: number) => nowPlace(picture, now + seconds * 1_000)
  // The last run is at 3/12, the next one at 5/12, and both keep a third of the slot between them.
  expect(placeAfter(0)).toBeCloseTo(4 / 12)
  expect(placeAfter(-29)).toBeCloseTo(3 / 12 + 1 / 18)
  expect(placeAfter(29)).toBeCloseTo(5 / 12 - 1 / 18)
  expect(placeAfter(50)).toBeCloseTo(5 / 12 - 1 / 18)
})

test('shows the next scheduled runs until the end of the flow', () => {
  const next = (changes: object) => runsPicture(sampleFlow(changes), [], undefined, time).next
  expect(next({}).map(({ time }) => time - now)).toEqual([30_000, 90_000, 150_000, 210_000])
  expect(next({ endTime: at(95) })).toHaveLength(2)
  expect(next({ interval: '0s' })).toHaveLength(1)
  expect(next({})[0]).toMatchObject({ expected: 'unknown', sentence: 'Next run: outcome unknown' })
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
