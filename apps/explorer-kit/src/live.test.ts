import { type FlowHistoryEntry, FlowQueryError, type FlowQueryErrorKind } from '@flow-query/core'
import { expect, test } from 'vitest'
import { idle, liveState, pollInterval } from './live.js'

const now = 1_800_000_000_000
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const flow = (exec: number) => ({ execTime: at(exec) })
const state = { data: undefined as unknown, error: null as unknown, dataUpdatedAt: 0, errorUpdatedAt: 0 }
const wait = (data: unknown, error: unknown = null) => pollInterval({ state: { ...state, data, error } }, now)
const problem = (kind: FlowQueryErrorKind) => new FlowQueryError(kind, 'x')

test('a flow is asked again shortly after its next execution', () => {
  expect(wait(flow(3))).toBe(4_500)
  expect(wait(flow(600))).toBe(8_000)
})

test('an execution that is late is asked for often, one that will not come seldom', () => {
  expect(wait(flow(-5))).toBe(2_000)
  expect(wait(flow(-600))).toBe(20_000)
})

test('a list: the soonest of its flows counts, and a long list is asked less often', () => {
  const page = { flows: [flow(60), flow(2), flow(-900)] }
  expect(wait({ pages: [page] })).toBe(3_500)
  expect(wait({ pages: Array(12).fill(page) })).toBe(12_000)
})

test('a history: the next execution is expected after the same time again', () => {
  const entry = (seconds: number) => ({ scheduledExecTime: at(seconds) }) as FlowHistoryEntry
  expect(wait({ pages: [{ history: [entry(-25), entry(-55)] }] })).toBe(6_500)
  expect(wait({ pages: [{ history: [] }] })).toBe(8_000)
})

test('what hardly changes is asked seldom', () => {
  expect(wait({ minFlowInterval: '5s' })).toBe(20_000)
  expect(wait('into1x')).toBe(20_000)
})

test('a node that is away is asked every few seconds, one that said no seldom', () => {
  expect([
    wait(undefined, problem('network')),
    wait(flow(3), problem('timeout')),
    wait(undefined, problem('notFound')),
  ]).toEqual([4_000, 4_000, 20_000])
})

const query = (changes: Partial<typeof state>) => ({ state: { ...state, ...changes } })

test('live: idle, waiting, then as new as its newest answer', () => {
  expect(liveState([], idle)).toBe(idle)
  expect(liveState([query({})], idle)).toMatchObject({ state: 'waiting' })
  const answered = [query({ data: 1, dataUpdatedAt: 5 }), query({ data: 1, dataUpdatedAt: 9 }), query({})]
  expect(liveState(answered, idle)).toEqual({ state: 'ok', answeredAt: 9, staleSince: 0, error: null })
})

test('live: “not found” is an answer', () => {
  expect(liveState([query({ error: problem('notFound'), errorUpdatedAt: 7 })], idle)).toMatchObject({
    state: 'ok',
    answeredAt: 7,
  })
})

test('live: what is shown is as old as the oldest that could not be renewed', () => {
  const error = problem('network')
  const queries = [
    query({ data: 1, dataUpdatedAt: 9 }),
    query({ data: 1, dataUpdatedAt: 6, error, errorUpdatedAt: 10 }),
    query({ data: 1, dataUpdatedAt: 5, error, errorUpdatedAt: 10 }),
  ]
  expect(liveState(queries, idle)).toEqual({ state: 'failing', answeredAt: 9, staleSince: 5, error })
})

test('live: a query without data keeps failing while it tries again', () => {
  const failing = liveState([query({ error: problem('network'), errorUpdatedAt: 10 })], idle)
  const retrying = liveState([query({ errorUpdatedAt: 10 })], failing)
  expect(retrying).toBe(failing)
  expect(liveState([query({ data: 1, dataUpdatedAt: 12, errorUpdatedAt: 10 })], retrying)).toMatchObject({
    state: 'ok',
    error: null,
  })
})
