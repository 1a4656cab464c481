import { expect, test } from 'vitest'
import { describeNextRun, describeNextRuns, describeSchedule } from './schedule.js'

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

test.each([
  [{}, 'Runs in 30 s, then 59 more times until 20 Nov 2026, 23:00:00 UTC'],
  [{ endTime: at(150) }, 'Runs in 30 s, then 1 more time until 20 Nov 2026, 21:02:30 UTC'],
  [{ endTime: at(149) }, 'Runs in 30 s, for the last time'],
  [{ execTime: at(-3), endTime: at(100) }, 'Is due now, for the last time'],
  [{ interval: '0s' }, 'Runs in 30 s, once'],
  [
    { startTime: at(60), execTime: at(60) },
    'Runs for the first time in 1 min, then 59 more times until 20 Nov 2026, 23:00:00 UTC',
  ],
  [{ execTime: at(-600), endTime: at(-600) }, 'It will not run again'],
  [{ execTime: at(-600) }, 'It will not run again'],
])('what comes next: %j', (changes, words) => {
  expect(describeNextRuns({ ...flow, ...changes }, now)).toBe(words)
})
