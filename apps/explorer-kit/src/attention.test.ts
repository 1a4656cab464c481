import type { FlowHealth } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { at, madeFlow } from '../test/made.js'
import { failingFirst, failuresInARow, runToLookAt } from './attention.js'

const failingSince = (seconds: number): FlowHealth => ({
  state: 'failing',
  since: { number: 1, time: at(seconds) },
  orEarlier: false,
  cause: 'other',
  message: null,
})
const stopped: FlowHealth = {
  state: 'over',
  since: null,
  outcome: 'failed',
  cause: 'other',
  message: null,
  allFailed: true,
  stopped: null,
}
const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }

test('failures in a row, by the schedule', () => {
  expect(failuresInARow(madeFlow(), failingSince(-30))).toBe(1)
  expect(failuresInARow(madeFlow(), failingSince(-570))).toBe(10)
  expect(failuresInARow(madeFlow({ interval: '0s' }), failingSince(-570))).toBe(1)
  expect(failuresInARow(madeFlow(), healthy)).toBe(0)
})

test('what fails most comes first, then what is over; what is well does not come', () => {
  const flows = [
    { flow: madeFlow({ id: '1' }), health: stopped },
    { flow: madeFlow({ id: '2' }), health: failingSince(-90) },
    { flow: madeFlow({ id: '3' }), health: healthy },
    { flow: madeFlow({ id: '4' }), health: failingSince(-3_570) },
  ]
  expect(failingFirst(flows).map(({ flow }) => flow.id)).toEqual(['4', '2', '1'])
})

test('the run to look at is the one that the verdict names', () => {
  expect(runToLookAt(['Stopped: ', { run: 17 }, ' had no answer'], failingSince(-90))).toBe(17)
  expect(runToLookAt(['Failing, as ', { flow: '2' }, ' does'], failingSince(-90))).toBe(1)
  expect(runToLookAt(['Nothing is known'], { state: 'unknown' })).toBeNull()
})
