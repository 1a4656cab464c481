import { FlowQueryError, type FlowQueryErrorKind } from '@flow-query/core'
import { expect, test } from 'vitest'
import { idle, liveState, liveText } from './live.js'

const state = { data: undefined as unknown, error: null as unknown, dataUpdatedAt: 0, errorUpdatedAt: 0 }
const problem = (kind: FlowQueryErrorKind) => new FlowQueryError(kind, 'x')

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

test('live, in words: how it stands with the node comes before how the connection stands', () => {
  const text = (state: typeof idle.state, connection: Parameters<typeof liveText>[1]['state']) =>
    liveText({ ...idle, state }, { state: connection, error: null }, '3 s ago')
  expect(text('idle', 'connected')).toBe('')
  expect(text('failing', 'connected')).toBe('No answer')
  expect(text('waiting', 'connected')).toBe('Waiting for an answer')
  expect(text('ok', 'connected')).toBe('Live')
  expect(text('ok', 'reconnecting')).toBe('Reconnecting')
  for (const connection of ['polling', 'connecting', 'silent', 'stopped'] as const)
    expect(text('ok', connection)).toBe('Updated 3 s ago')
})
