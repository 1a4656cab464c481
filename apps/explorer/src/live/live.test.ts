import { FlowQueryError, type FlowQueryErrorKind } from '@flow-query/core'
import { expect, test } from 'vitest'
import { idle, liveState, liveText } from './live'

const state = { data: undefined as unknown, error: null as unknown, dataUpdatedAt: 0, errorUpdatedAt: 0 }
const problem = (kind: FlowQueryErrorKind) => new FlowQueryError(kind, 'x')

const chain = 'https://lcd.test'
const query = (changes: Partial<typeof state>, name = 'flows') => ({
  queryKey: ['flow-query', chain, name, {}],
  state: { ...state, ...changes },
})

test('liveState: is idle, then waiting, then ok with the time of the newest response', () => {
  expect(liveState([], idle, chain)).toBe(idle)
  expect(liveState([query({})], idle, chain)).toMatchObject({ state: 'waiting' })
  const answered = [query({ data: 1, dataUpdatedAt: 5 }), query({ data: 1, dataUpdatedAt: 9 }), query({})]
  expect(liveState(answered, idle, chain)).toEqual({ state: 'ok', answeredAt: 9, staleSince: 0, error: null })
})

test('liveState: treats "not found" as a response', () => {
  expect(liveState([query({ error: problem('notFound'), errorUpdatedAt: 7 })], idle, chain)).toMatchObject({
    state: 'ok',
    answeredAt: 7,
  })
})

test('liveState: fails if the node does not report its newest block, because no status is known without it', () => {
  const blocked = query({ error: problem('network'), errorUpdatedAt: 9 }, 'chainTime')
  expect(liveState([blocked, query({ data: 1, dataUpdatedAt: 5 })], idle, chain)).toMatchObject({ state: 'failing' })
})

test('liveState: reports the age of the oldest data that failed to refetch', () => {
  const error = problem('network')
  const queries = [
    query({ data: 1, dataUpdatedAt: 9 }),
    query({ data: 1, dataUpdatedAt: 6, error, errorUpdatedAt: 10 }),
    query({ data: 1, dataUpdatedAt: 5, error, errorUpdatedAt: 10 }),
  ]
  expect(liveState(queries, idle, chain)).toEqual({ state: 'failing', answeredAt: 9, staleSince: 5, error })
})

test('liveState: a collection without any loaded page is not stale', () => {
  const error = problem('network')
  const unread = { data: { flows: [], loaded: 0, total: null, complete: false }, dataUpdatedAt: 9 }
  expect(liveState([query({ ...unread, error, errorUpdatedAt: 9 })], idle, chain)).toEqual({
    state: 'failing',
    answeredAt: 0,
    staleSince: 0,
    error,
  })
  expect(liveState([query(unread)], idle, chain)).toMatchObject({ state: 'waiting', answeredAt: 0 })
  const partlyRead = { ...unread.data, flows: [{ id: '1' }] }
  expect(liveState([query({ ...unread, data: partlyRead, error })], idle, chain)).toMatchObject({ staleSince: 9 })
})

test('liveState: a query without data keeps failing during a retry', () => {
  const failing = liveState([query({ error: problem('network'), errorUpdatedAt: 10 })], idle, chain)
  const retrying = liveState([query({ errorUpdatedAt: 10 })], failing, chain)
  expect(retrying).toBe(failing)
  expect(liveState([query({ data: 1, dataUpdatedAt: 12, errorUpdatedAt: 10 })], retrying, chain)).toMatchObject({
    state: 'ok',
    error: null,
  })
})

test('liveText: problems with the node take precedence over the connection state', () => {
  const text = (state: typeof idle.state, connection: Parameters<typeof liveText>[1]['state']) =>
    liveText({ ...idle, state }, { state: connection, error: null }, false, '3 s ago')
  expect(text('idle', 'connected')).toBe('')
  expect(text('failing', 'connected')).toBe('No response')
  const garbage = { ...idle, state: 'failing', error: problem('decode') } as const
  expect(liveText(garbage, { state: 'connected', error: null }, false, '')).toBe('Not an Intento node')
  expect(text('waiting', 'connected')).toBe('Waiting for the node')
  expect(text('ok', 'connected')).toBe('Live')
  expect(text('ok', 'reconnecting')).toBe('Reconnecting')
  expect(liveText({ ...idle, state: 'ok' }, { state: 'connected', error: null }, true, '')).toBe('No new blocks')
  for (const connection of ['polling', 'connecting', 'silent', 'stopped'] as const)
    expect(text('ok', connection)).toBe('Updated 3 s ago')
  const full = { state: 'reconnecting', error: problem('rateLimited') } as const
  expect(liveText({ ...idle, state: 'ok' }, full, false, '3 s ago')).toBe('Updated 3 s ago (connection limit reached)')
})

test('liveState: ignores simulations and other chains, because the node can still answer the queries of the page', () => {
  const failed = { error: problem('network'), errorUpdatedAt: 9 }
  const elsewhere = { ...query(failed), queryKey: ['flow-query', `${chain}/connection-0`, 'balances', {}] }
  const answered = query({ data: 1, dataUpdatedAt: 5 })
  expect(liveState([query(failed, 'flowDryRun'), elsewhere, answered], idle, chain)).toMatchObject({ state: 'ok' })
})
