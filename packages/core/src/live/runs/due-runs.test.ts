import { expect, test } from 'vitest'
import { flowStatus } from '../../status.js'
import type { FlowHistoryEntry } from '../../types.js'
import { createDueRuns, type DueRuns, dueRun, readAgainAt } from './due-runs.js'

/** A run of flow 1 that is due this many seconds after 1970. */
function runAt(seconds: number, id = '1', hasQuery = false) {
  const conditions = { comparisons: hasQuery ? [{ icqConfig: { timeoutDuration: '30s' } }] : [], feedbackLoops: [] }
  return dueRun({ id, execTime: new Date(seconds * 1_000).toISOString(), conditions })
}

function entryAt(seconds: number, executed = true) {
  return { scheduledExecTime: new Date(seconds * 1_000).toISOString(), executed, packetSequences: [] as string[] }
}

const seconds = (milliseconds: number) => milliseconds / 1_000

test.each<[string, number, boolean, number]>([
  ['before it is due', 90, false, 105],
  ['in the first five seconds', 104, false, 105],
  ['after five seconds', 105, false, 110],
  ['after ten seconds', 110, false, 120],
  ['in the last second', 159, false, 218],
  ['after a minute', 160, false, Number.POSITIVE_INFINITY],
  ['after a minute, while it queries another chain', 160, true, 220],
  ['after an hour, although it queries another chain', 3_700, true, Number.POSITIVE_INFINITY],
])('a flow that is due at 100 and was read %s (%i) is read again at %i', (_, readAt, hasQuery, expected) => {
  expect(seconds(readAgainAt(runAt(100, '1', hasQuery), readAt * 1_000))).toBe(expected)
})

test('a flow without a valid time is never read again', () => {
  expect(readAgainAt(dueRun({ id: '1', execTime: '' }), 0)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  ['no query', [null], [], 60],
  ['a query in a comparison', [null, '30s'], [], 3_600],
  ['a query in a feedback loop', [], ['30s'], 3_600],
  ['a query that may take longer', ['30s'], ['7200s'], 7_200],
])('a flow with %s is over when its status says so', (_, comparisons, feedbackLoops, expected) => {
  const sources = (timeouts: readonly (string | null)[]) =>
    timeouts.map(timeout => ({ icqConfig: timeout === null ? null : { timeoutDuration: timeout } }))
  const conditions = { comparisons: sources(comparisons), feedbackLoops: sources(feedbackLoops) }
  const execTime = '1970-01-01T00:00:00Z'
  const { overAt } = dueRun({ id: '1', execTime, conditions })
  expect(seconds(overAt)).toBe(expected)
  const flow = { startTime: execTime, execTime, endTime: execTime, interval: '0s', conditions }
  const statuses = [overAt - 1, overAt].map(now => flowStatus(flow, { block: new Date(now).toISOString() }))
  expect(statuses).toEqual(['active', 'completed'])
})

/**
 * Returns the result of a read at this time, for a flow that was due at 100. `newest` is the scheduled time of its newest execution.
 */
test.each<[string, number, number, number | null | undefined, ReturnType<DueRuns['flowRead']>]>([
  ['the next run is due later', 110, 200, undefined, 'ran'],
  ['the next run is due later, and the execution is there', 110, 200, 100, 'ran'],
  ['the execution is there, and the flow keeps its time', 110, 100, 100, 'ran'],
  ['the next run is due later, but there is no execution', 110, 200, null, 'notYet'],
  ['the next run is due later, but only an earlier execution is there', 110, 200, 50, 'notYet'],
  ['nothing has changed', 110, 100, undefined, 'notYet'],
  ['nothing has changed for a minute', 160, 100, undefined, 'over'],
  ['nothing has changed for a minute, and only an earlier execution is there', 160, 100, 50, 'over'],
  ['the next run is due earlier', 110, 90, undefined, 'notYet'],
])('a read means: %s', (_, readAt, dueAt, newest, expected) => {
  const runs = createDueRuns()
  runs.flowRead(runAt(100), 90_000)
  const entry = typeof newest === 'number' ? entryAt(newest) : newest
  expect(runs.flowRead(runAt(dueAt), readAt * 1_000, entry)).toBe(expected)
})

test('a due flow is taken five seconds after its time, and again after 10, 20, 40 and 80', () => {
  const runs = createDueRuns()
  runs.flowRead(runAt(100), 0)
  const taken: number[] = []
  for (let now = 100; now < 1_000; now++) if (runs.takeDue(now * 1_000).length > 0) taken.push(now)
  expect(taken).toEqual([105, 110, 120, 140, 180])
})

test('a flow is not taken after an event has announced its run, until its next run is due', () => {
  const runs = createDueRuns()
  runs.flowRead(runAt(100), 0)
  runs.eventsArrived(['1', 'unknown'], 106_000)
  expect(runs.takeDue(110_000)).toEqual([])
  expect(runs.expected('1')).toBeUndefined()
  expect(runs.flowRead(runAt(200), 110_000)).toBe('ran')
  expect(runs.expected('1')).toEqual(runAt(200))
  expect(runs.takeDue(205_000)).toEqual([runAt(200)])
})

test('an event that arrives after its run was read does not announce the next run', () => {
  const runs = createDueRuns()
  runs.flowRead(runAt(100), 0)
  runs.flowRead(runAt(200), 106_000)
  runs.eventsArrived(['1'], 107_000)
  expect(runs.takeDue(205_000)).toEqual([runAt(200)])
  runs.eventsArrived(['1'], 206_000)
  expect(runs.takeDue(300_000)).toEqual([])
})

test('a forgotten flow is not taken', () => {
  const runs = createDueRuns()
  runs.flowRead(runAt(100), 0)
  runs.forget('1')
  expect([[...runs.ids], runs.takeDue(105_000)]).toEqual([[], []])
})

/** Runs without an event at 100, 200 and so on. Each is noticed ten seconds later. */
function withoutEvents(runs: DueRuns, count: number): void {
  for (let run = 1; run <= count + 1; run++) runs.flowRead(runAt(run * 100), run * 100_000 - 90_000)
}

/** Returns whether the node is silent. */
function readHistories(runs: DueRuns, executed: boolean): boolean {
  const missing = runs
    .suspects()
    .map(run => runs.isEventMissing(run, [entryAt(seconds(run.dueAt), executed) as unknown as FlowHistoryEntry]))
  return missing.length > 0 && missing.every(Boolean)
}

test.each<[string, number, (runs: DueRuns) => void, boolean]>([
  ['after three runs that must have emitted events', 3, () => {}, true],
  ['after two such runs', 2, () => {}, false],
  ['after runs that may emit no event', 3, runs => readHistories(runs, false), false],
  ['after an event', 3, runs => runs.eventsArrived([], 0), false],
  ['after a new connection', 3, runs => runs.setEventsSince(0), false],
])('whether a node is silent %s', (_, count, then, expected) => {
  const runs = createDueRuns()
  runs.setEventsSince(0)
  withoutEvents(runs, count)
  then(runs)
  expect(readHistories(runs, true)).toBe(expected)
})

test('an event only counts as missing if its run was after the connection, and if it had time to arrive', () => {
  const early = createDueRuns()
  early.setEventsSince(1_000_000)
  withoutEvents(early, 3)
  expect(early.suspects()).toEqual([])

  const fast = createDueRuns()
  fast.setEventsSince(0)
  for (let run = 1; run <= 4; run++) fast.flowRead(runAt(run * 100), run * 100_000 - 96_000)
  expect(fast.suspects()).toEqual([])
})

test('an event that arrives while histories are read is not ignored', () => {
  const runs = createDueRuns()
  runs.setEventsSince(0)
  withoutEvents(runs, 3)
  const [run] = runs.suspects()
  runs.eventsArrived([], 0)
  expect(run && runs.isEventMissing(run, [entryAt(seconds(run.dueAt)) as unknown as FlowHistoryEntry])).toBe(false)
})
