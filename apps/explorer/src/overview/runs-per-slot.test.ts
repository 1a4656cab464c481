import { upcomingRuns } from '@flow-query/core/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { runsPerSlot, upcomingChart } from './runs-per-slot'

const minute = 60_000

test('counts runs per minute until the end of each flow', () => {
  const flows = [
    sampleFlow(),
    sampleFlow({ interval: '20s', execTime: at(10), endTime: at(50) }),
    sampleFlow({ interval: '0s', startTime: at(-30), execTime: at(70), endTime: at(70) }),
    sampleFlow({ execTime: at(-600), endTime: at(-600) }),
  ]
  expect(finish(runsPerSlot(flows, now, minute, 3))).toEqual([4, 2, 1])
})

test.each([5, 7.5, 61, 3_600])('with an interval of %d s, counts the same runs as upcomingRuns lists', interval => {
  const flow = sampleFlow({ interval: `${interval}s`, execTime: at(3), endTime: at(5_000) })
  const listed = new Array<number>(60).fill(0)
  for (const { time } of upcomingRuns([flow], chainTimeAt(now), { until: now + 60 * minute, limit: 1_000 })) {
    const slot = Math.floor((time - now) / minute)
    listed[slot] = (listed[slot] ?? 0) + 1
  }
  expect(finish(runsPerSlot([flow], now, minute, 60))).toEqual(listed)
})

test('scales the bars to the highest one', () => {
  const { bars, sum } = finish(upcomingChart([sampleFlow()], now, 60 * minute, 60))
  expect(sum).toBe('60 runs, at most 1 in 1 minute')
  expect(bars[0]).toMatchObject({ place: 0, height: 1 })
  expect(bars[0]?.sentence).toMatch(/^\d\d:\d\d: 1 run$/)
  expect(finish(upcomingChart([], now, minute, 2))).toMatchObject({
    sum: '0 runs, at most 0 in 30 seconds',
    bars: [{ height: 0 }, { height: 0 }],
  })
})
