import type { FlowHistoryEntry } from '@flow-query/core'
import { expect, test } from 'vitest'
import { executions, failures, stripMarks } from './history.js'
import { scheduleBar } from './schedule.js'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000).toISOString()
const ms = (seconds: number) => 1_800_000_000_000 + seconds * 1_000
const run = (seconds: number, changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry => ({
  scheduledExecTime: at(seconds),
  actualExecTime: at(seconds),
  execFee: [{ denom: 'uinto', amount: '100' }],
  executed: true,
  timedOut: false,
  errors: [],
  msgResponses: [],
  queryResponses: [],
  packetSequences: [],
  ...changes,
})
const flow = { interval: '60s', selfHostedIca: null, trustlessAgent: null }

test('executions are numbered from 1, however many pages of them were read', () => {
  const pages = [
    { history: [run(240), run(180)], nextKey: 'x', total: 4 },
    { history: [run(120), run(60)], nextKey: null, total: null },
  ]
  expect(executions(pages).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(executions([])).toEqual([])
})

test('marks: newest first, as high as their fee, with a sentence each', () => {
  const fee = (denom: string, amount: string) => ({ execFee: [{ denom, amount }] })
  const history = [
    run(240, fee('uinto', '900000000000000000')),
    run(180, { ...fee('uinto', '450000000000000000'), executed: false, errors: ['out of gas'] }),
    run(120, { execFee: [], executed: false }),
    run(60, fee('stake', '5')),
  ]
  const marks = stripMarks(executions([{ history, nextKey: null, total: 4 }]), flow, ms(300))
  expect(marks.map(({ number, outcome, height }) => [number, outcome, height])).toEqual([
    [4, 'succeeded', 1],
    [3, 'failed', 0.5],
    [2, 'skipped', 0],
    [1, 'succeeded', 0],
  ])
  expect(failures(executions([{ history, nextKey: null, total: 4 }]), flow, ms(300))).toBe('1 of the last 4 failed')
  expect(marks[1]?.sentence).toMatch(/^Execution 3, .*: failed, fee 450,000,000,000 INTO$/)
  expect(marks[2]?.sentence).toMatch(/: skipped, no fee$/)
})

test('what was never answered has not failed', () => {
  const said = (...history: FlowHistoryEntry[]) =>
    failures(executions([{ history, nextKey: null, total: null }]), flow, ms(9_000))
  const unanswered = run(0, { executed: false, packetSequences: ['1'] })
  const timedOut = run(0, { executed: false, timedOut: true })
  expect(said(unanswered)).toBe('It was never answered')
  expect(said(timedOut)).toBe('It failed')
  expect(said(run(0))).toBe('It has not failed')
  expect(said(unanswered, unanswered, unanswered)).toBe('None failed, 3 unanswered of 3')
  expect(said(unanswered, timedOut, run(0))).toBe('1 failed, 1 unanswered of 3')
})

test('marks: no more than there is room for, and none without executions', () => {
  const history = Array.from({ length: 100 }, (_, i) => run(6_000 - i * 60))
  expect(stripMarks(executions([{ history, nextKey: null, total: 100 }]), flow, ms(6_000), 40)).toHaveLength(40)
  expect(stripMarks([], flow, ms(0))).toEqual([])
})

test('what is pending goes unanswered as time goes by', () => {
  const sent = executions([{ history: [run(0, { executed: false, packetSequences: ['1'] })], nextKey: null, total: 1 }])
  expect([stripMarks(sent, flow, ms(30))[0]?.outcome, stripMarks(sent, flow, ms(90))[0]?.outcome]).toEqual([
    'pending',
    'unanswered',
  ])
})

const scheduled = { startTime: at(0), endTime: at(1_000), execTime: at(600), interval: '100s' }

test('schedule: places are parts of the time from start to end', () => {
  expect(scheduleBar(scheduled, [run(500), run(100)], ms(550))).toMatchObject({
    runs: [0.1, 0.5],
    now: 0.55,
    next: 0.6,
  })
})

test('schedule: before the start, after the end, without a length', () => {
  expect(scheduleBar(scheduled, [], ms(-500))).toMatchObject({ now: 0, next: 0.6 })
  expect(scheduleBar(scheduled, [], ms(5_000))).toMatchObject({ now: 1, next: null })
  const once = { startTime: at(0), endTime: at(0), execTime: at(0), interval: '0s' }
  expect(scheduleBar(once, [run(0)], ms(5_000))).toMatchObject({ runs: [0], now: 1, next: null })
  const unset = { ...scheduled, startTime: '0001-01-01T00:00:00Z', endTime: 'never' }
  expect(scheduleBar(unset, [], ms(0))).toMatchObject({ start: null, end: null })
})

test('schedule: executions that would lie on one another are one', () => {
  const { runs } = scheduleBar(
    scheduled,
    Array.from({ length: 10_000 }, (_, i) => run(i / 10)),
    ms(999),
  )
  expect(runs.length).toBeLessThanOrEqual(400)
})
