import type { FlowHistoryEntry } from '@flow-query/core'
import type { FlowForecast } from '@flow-query/insights/forecast'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { recordedFlows } from '../test/recorded.js'
import { describeNextRun, describeNextRuns, describeSchedule } from './schedule.js'

const now = Date.parse('2026-11-20T21:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const { flows } = await recordedFlows('v1')
const [recorded] = flows
if (!recorded) throw new Error('The recording has no flow.')
const { configuration } = recorded.flow
const flow = {
  interval: '120s',
  startTime: at(-600),
  execTime: at(30),
  endTime: at(7_200),
  selfHostedIca: null,
  trustlessAgent: null,
  configuration,
}

test('describes a schedule from start to end', () => {
  expect(describeSchedule(flow)).toEqual([
    'every 2 minutes, from 20 Nov 2026, 20:50:00 UTC',
    'to 20 Nov 2026, 23:00:00 UTC',
  ])
  expect(describeSchedule(flow, { now, timeZone: 'Asia/Tokyo' })).toEqual([
    expect.stringMatching(/^every 2 minutes, from 21 Nov 2026, 05:50:00 \S+ \(10 min ago\)$/),
    expect.stringMatching(/^to 21 Nov 2026, 08:00:00 \S+ \(in 2 h\)$/),
  ])
})

test('describes the time of a single run', () => {
  expect(describeSchedule({ ...flow, interval: '0s' }, { now })).toEqual([
    'once, on 20 Nov 2026, 21:00:30 UTC (in 30 s)',
  ])
})

test('describes unset times as never', () => {
  const unset = '0001-01-01T00:00:00Z'
  expect(describeSchedule({ ...flow, startTime: unset }, { now })[0]).toBe('every 2 minutes, from never')
  expect(describeNextRun({ ...flow, execTime: unset }, chainTimeAt(now))).toBe('never')
})

test('describes the next run, or the last one of a flow that is over', () => {
  const run = (exec: number, start = -600) =>
    describeNextRun({ ...flow, startTime: at(start), execTime: at(exec) }, chainTimeAt(now))
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
  [{ execTime: at(-600), endTime: at(-600) }, 'It won’t run again'],
  [{ execTime: at(-600) }, 'It won’t run again'],
])('describes the remaining runs: %j', (changes, words) => {
  expect(describeNextRuns({ ...flow, ...changes }, chainTimeAt(now))).toBe(words)
})

const entry: FlowHistoryEntry = {
  scheduledExecTime: at(-90),
  actualExecTime: at(-89),
  execFee: [],
  executed: false,
  timedOut: false,
  errors: [],
  msgResponses: [],
  queryResponses: [],
  packetSequences: [],
}
const ica = { ...flow, selfHostedIca: { portId: 'icacontroller-into1', connectionId: 'connection-0' } }
const stopOnFailure = { ...configuration, stopOnFailure: true, stopOnSuccess: false }
const failed = { ...entry, packetSequences: ['7'], errors: ['error handling packet on host chain: ABCI code: 5'] }
const schedule = 'Runs in 30 s, then 59 more times until 20 Nov 2026, 23:00:00 UTC'

test.each([
  ['succeeded', flow, { ...entry, executed: true }, schedule],
  ['was the last', { ...flow, execTime: at(-3) }, { ...entry, scheduledExecTime: at(-3) }, 'It won’t run again'],
  [
    'was skipped',
    flow,
    entry,
    `${schedule}. If the next run is skipped too, the flow stops for good (since chain release 1.0.5)`,
  ],
  [
    'is not acknowledged',
    ica,
    { ...entry, packetSequences: ['7'] },
    `${schedule}. If the newest run is not acknowledged before the next run is due, the next run will be the last`,
  ],
  [
    'failed on the other chain, and the flow stops on failure',
    { ...ica, configuration: stopOnFailure },
    failed,
    'Runs in 30 s, for the last time, because the newest run failed on the other chain and the flow stops on failure',
  ],
  [
    'failed on the other chain, and the flow has both stop settings, so neither applies',
    { ...ica, configuration: { ...stopOnFailure, stopOnSuccess: true } },
    failed,
    schedule,
  ],
])('describes the remaining runs if the newest run %s', (_, flow, newest, words) => {
  expect(describeNextRuns(flow, chainTimeAt(now), { newest })).toBe(words)
})

test('does not say that a second skip stops a flow on a release before 1.0.7', () => {
  const risk = { kind: 'releaseNotSupported', certainty: 'unknown', at: flow.execTime, run: null } as const
  const forecast = { flow, nextRun: 'unknown', risks: [risk], stop: null } as unknown as FlowForecast
  expect(describeNextRuns(flow, chainTimeAt(now), { newest: entry, forecast })).toBe(schedule)
})

test('a flow is not due once its last run is recorded', () => {
  const ended = { ...flow, execTime: at(-3) }
  expect(describeNextRun(ended, chainTimeAt(now), { newest: { ...entry, scheduledExecTime: ended.execTime } })).toBe(
    'ran 3 s ago',
  )
})
