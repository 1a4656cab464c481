import { expect, test } from 'vitest'
import { describeNextRun, describeSchedule } from './schedule.js'

const now = Date.parse('2026-11-20T21:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const flow = { interval: '120s', startTime: at(-600), execTime: at(30), endTime: at(7_200) }

test('a schedule from its start to its end', () => {
  expect(describeSchedule(flow)).toEqual([
    'every 2 minutes, from 20 Nov 2026, 20:50:00 UTC',
    'to 20 Nov 2026, 23:00:00 UTC',
  ])
  expect(describeSchedule(flow, { now, timeZone: 'Asia/Tokyo' })).toEqual([
    expect.stringMatching(/^every 2 minutes, from 21 Nov 2026, 05:50:00 \S+ \(10 min ago\)$/),
    expect.stringMatching(/^to 21 Nov 2026, 08:00:00 \S+ \(in 2 h\)$/),
  ])
})

test('a single execution has a time of its own', () => {
  expect(describeSchedule({ ...flow, interval: '0s' }, { now })).toEqual([
    'once, on 20 Nov 2026, 21:00:30 UTC (in 30 s)',
  ])
})

test('times that are not set', () => {
  const unset = '0001-01-01T00:00:00Z'
  expect(describeSchedule({ ...flow, startTime: unset }, { now })[0]).toBe('every 2 minutes, from never')
  expect(describeNextRun({ ...flow, execTime: unset }, now)).toBe('never')
})

test('when a flow runs next, or ran last', () => {
  const run = (exec: number, start = -600) =>
    describeNextRun({ ...flow, startTime: at(start), execTime: at(exec) }, now)
  expect([run(12), run(-3), run(-7_200), run(7_200, 3_600)]).toEqual(['in 12 s', 'due now', 'ran 2 h ago', 'in 2 h'])
})
