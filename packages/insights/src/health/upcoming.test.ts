import type { Flow } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf, flowOf, minutes, now } from '../../../core/test/flows.js'
import { recordedFlows } from '../../../core/test/recordings.js'
import { type UpcomingRunsOptions, upcomingRuns } from '../index.js'

/** Formats each run, for example `3@5`: flow 3 in five minutes. */
const runsOf = (flows: Flow[], options?: UpcomingRunsOptions) =>
  upcomingRuns(flows, chainTimeAt(now), options).map(({ flow, time }) => `${flow.id}@${(time - now) / 60_000}`)

const flow = (id: string, interval: number, next: number, end: number, changes: Partial<Flow> = {}) =>
  flowOf({ id, interval: `${interval * 60}s`, execTime: minutes(next), endTime: minutes(end), ...changes })

describe('upcomingRuns', () => {
  test('merges the schedules of many flows', () => {
    const flows = [flow('1', 60, 30, 1_000), flow('2', 5, 3, 1_000), flow('3', 0, 9, 9)]
    expect(runsOf(flows, { limit: 9 })).toEqual(['2@3', '2@8', '3@9', '2@13', '2@18', '2@23', '2@28', '1@30', '2@33'])
  })

  test('respects the exclusive end of the period and the limit of 100 by default', () => {
    const flows = [flow('1', 10, 10, 10_000)]
    expect(runsOf(flows, { until: now + 30 * 60_000 })).toEqual(['1@10', '1@20'])
    expect(runsOf(flows, { limit: 1 })).toEqual(['1@10'])
    expect(runsOf(flows, { limit: 0 })).toEqual([])
    expect(runsOf(flows)).toHaveLength(100)
    expect(runsOf(flows, { until: new Date(now + 600_001) })).toEqual(['1@10'])
  })

  test('includes a run at the end time, but not after it', () => {
    expect(runsOf([flow('1', 10, 10, 30)])).toEqual(['1@10', '1@20', '1@30'])
    expect(runsOf([flow('1', 10, 10, 29.9)])).toEqual(['1@10', '1@20'])
  })

  test('includes the next run if the owner moved the end time before it, because it still happens', () => {
    expect(runsOf([flow('1', 10, 10, 5)])).toEqual(['1@10'])
  })

  test('excludes flows that are over and late runs, but includes the runs after a late run', () => {
    expect(runsOf([flow('1', 10, -1, 1_000)])).toEqual([])
    expect(runsOf([flow('1', 10, -0.5, 15)])).toEqual(['1@9.5'])
    expect(runsOf([flow('1', 0, -0.5, 15)])).toEqual([])
    expect(runsOf([flow('1', 10, -0.5, 9)])).toEqual([])
    expect(runsOf([flow('1', 0.1, -0.5, 0.2)])).toEqual(['1@0', '1@0.1', '1@0.2'])
  })

  test('excludes a flow as soon as its newest execution is its last', () => {
    const flows = [flow('1', 10, -0.5, 1_000), flow('2', 10, -0.5, 15)]
    const newest = ({ id, execTime }: Flow) =>
      id === '1' ? entryOf({ scheduledExecTime: execTime }) : entryOf({ scheduledExecTime: minutes(-10.5) })
    expect(runsOf(flows, { newest })).toEqual(['2@9.5'])
  })

  test('includes the first run of scheduled flows', () => {
    expect(runsOf([flow('1', 10, 60, 70, { startTime: minutes(60) })])).toEqual(['1@60', '1@70'])
  })

  test('keeps the order of flows for runs at the same time', () => {
    const flows = [flow('1', 5, 10, 20), flow('2', 10, 10, 20), flow('3', 5, 5, 20)]
    expect(runsOf(flows)).toEqual(['3@5', '1@10', '2@10', '3@10', '1@15', '3@15', '1@20', '2@20', '3@20'])
  })

  test('handles an empty list, invalid times and tiny intervals', () => {
    expect(runsOf([])).toEqual([])
    expect(runsOf([flowOf({ execTime: '' }), flowOf({ id: '1', endTime: 'never' })])).toEqual(['1@30'])
    const flows = [flowOf({ id: '1', interval: '0.000000001s' }), flowOf({ id: '2', interval: 'x' })]
    expect(runsOf(flows, { limit: Number.POSITIVE_INFINITY })).toEqual(['1@30', '2@30'])
  })

  test('returns the next runs of a recorded chain', () => {
    const { flows, time } = recordedFlows('v1')
    const upcoming = upcomingRuns(
      flows.map(({ flow }) => flow),
      chainTimeAt(time),
      { limit: 8 },
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

test('returns the same as sorting all runs of all flows', () => {
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
          const times = [{ id, time: next }]
          for (let time = next + (interval || end); time <= end; time += interval || end) times.push({ id, time })
          return times
        })
        const expected = runs
          .filter(({ time }) => time < until)
          .sort((a, b) => a.time - b.time || a.id - b.id)
          .slice(0, limit)
        expect(runsOf(flows, { until: now + until * 60_000, limit })).toEqual(
          expected.map(({ id, time }) => `${id}@${time}`),
        )
      },
    ),
  )
})
