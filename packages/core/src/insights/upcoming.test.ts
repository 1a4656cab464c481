import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flowOf, minutes, now } from '../../test/flows.js'
import { recordedFlows } from '../../test/recordings.js'
import type { Flow } from '../index.js'
import { upcomingRuns } from '../insights.js'

/** As `3@5`: flow 3 in five minutes. */
const told = (flows: Flow[], options: Partial<Parameters<typeof upcomingRuns>[1]> = {}) =>
  upcomingRuns(flows, { from: now, ...options }).map(({ flow, time }) => `${flow.id}@${(time - now) / 60_000}`)

const flow = (id: string, interval: number, next: number, end: number, changes: Partial<Flow> = {}) =>
  flowOf({ id, interval: `${interval * 60}s`, execTime: minutes(next), endTime: minutes(end), ...changes })

describe('upcomingRuns', () => {
  test('merges the schedules of many flows', () => {
    const flows = [flow('1', 60, 30, 1_000), flow('2', 5, 3, 1_000), flow('3', 0, 9, 9)]
    expect(told(flows, { limit: 9 })).toEqual(['2@3', '2@8', '3@9', '2@13', '2@18', '2@23', '2@28', '1@30', '2@33'])
  })

  test('until, but not at; and no more than the limit, 100 by default', () => {
    const flows = [flow('1', 10, 10, 10_000)]
    expect(told(flows, { until: now + 30 * 60_000 })).toEqual(['1@10', '1@20'])
    expect(told(flows, { limit: 1 })).toEqual(['1@10'])
    expect(told(flows, { limit: 0 })).toEqual([])
    expect(told(flows)).toHaveLength(100)
    expect(told(flows, { from: new Date(now), until: new Date(now + 600_001) })).toEqual(['1@10'])
  })

  test('the last is at the end time, not after it', () => {
    expect(told([flow('1', 10, 10, 30)])).toEqual(['1@10', '1@20', '1@30'])
    expect(told([flow('1', 10, 10, 29.9)])).toEqual(['1@10', '1@20'])
  })

  test('flows that are over run no more; what is late has been due, and what follows is to come', () => {
    expect(told([flow('1', 10, -1, 1_000)])).toEqual([])
    expect(told([flow('1', 10, -0.5, 15)])).toEqual(['1@9.5'])
    expect(told([flow('1', 0, -0.5, 15)])).toEqual([])
    expect(told([flow('1', 10, -0.5, 9)])).toEqual([])
    expect(told([flow('1', 0.1, -0.5, 0.2)])).toEqual(['1@0', '1@0.1', '1@0.2'])
  })

  test('scheduled flows come when they start', () => {
    expect(told([flow('1', 10, 60, 70, { startTime: minutes(60) })])).toEqual(['1@60', '1@70'])
  })

  test('at the same time, in the order of the flows', () => {
    const flows = [flow('1', 5, 10, 20), flow('2', 10, 10, 20), flow('3', 5, 5, 20)]
    expect(told(flows)).toEqual(['3@5', '1@10', '2@10', '3@10', '1@15', '3@15', '1@20', '2@20', '3@20'])
  })

  test('no flows, or times that are none; an interval of nothing does not go on for ever', () => {
    expect(told([])).toEqual([])
    expect(told([flowOf({ execTime: '' }), flowOf({ endTime: 'never' })])).toEqual([])
    const flows = [flowOf({ id: '1', interval: '0.000000001s' }), flowOf({ id: '2', interval: 'x' })]
    expect(told(flows, { limit: Number.POSITIVE_INFINITY })).toEqual(['1@30', '2@30'])
  })

  test('recorded: what is next on a chain', () => {
    const { flows, time } = recordedFlows('v1')
    const upcoming = upcomingRuns(
      flows.map(({ flow }) => flow),
      { from: time, limit: 8 },
    )
    expect(upcoming.map(({ flow, time }) => `${flow.id} at ${new Date(time).toISOString().slice(11, 23)}`)).toEqual([
      '14 at 21:13:11.317',
      '14 at 21:13:16.317',
      '14 at 21:13:21.317',
      '14 at 21:13:26.317',
      '4 at 21:13:28.234',
      '14 at 21:13:31.317',
      '14 at 21:13:36.317',
      '14 at 21:13:41.317',
    ])
  })
})

test('is all runs of all flows, sorted and cut', () => {
  const schedule = fc.tuple(
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 60 }),
  )
  fc.assert(
    fc.property(
      fc.array(schedule),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 50 }),
      (all, until, limit) => {
        const flows = all.map(([interval, next, end], index) => flow(`${index}`, interval, next, end))
        const runs = all.flatMap(([interval, next, end], id) => {
          const times = []
          for (let time = next; time <= end; time += interval || end) times.push({ id, time })
          return times
        })
        const expected = runs
          .filter(({ time }) => time < until)
          .sort((a, b) => a.time - b.time || a.id - b.id)
          .slice(0, limit)
        expect(told(flows, { until: now + until * 60_000, limit })).toEqual(
          expected.map(({ id, time }) => `${id}@${time}`),
        )
      },
    ),
  )
})
