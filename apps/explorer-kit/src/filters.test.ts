import type { FlowHealth } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { madeFlow } from '../test/made.js'
import {
  arrangement,
  connections,
  isUnfiltered,
  looksOn,
  matchesHealth,
  nextLook,
  readFilters,
  typeName,
  withFilter,
} from './filters.js'

const read = (search: string) => readFilters(new URLSearchParams(search))

test('an address holds filters and an order; what it does not know counts as not given', () => {
  expect(read('q=rent&status=active&health=failing&type=/x.MsgSend&connection=connection-0&sort=last')).toEqual({
    q: 'rent',
    status: 'active',
    health: 'failing',
    type: '/x.MsgSend',
    connection: 'connection-0',
    sort: 'last',
  })
  const nothing = { q: '', status: null, health: null, type: null, connection: null, sort: 'newest' }
  expect(read('status=constructor&health=__proto__&sort=owner')).toEqual(nothing)
})

test('another value goes into the address, an empty one out of it, and the rest stays', () => {
  const search = new URLSearchParams('q=rent&sort=label')
  expect(`${withFilter(search, 'status', 'active')}`).toBe('q=rent&sort=label&status=active')
  expect(`${withFilter(search, 'sort', '')}`).toBe('q=rent')
})

test('an order alone filters nothing', () => {
  expect(isUnfiltered(read('sort=label&q=+'))).toBe(true)
  expect(isUnfiltered(read('connection=connection-0'))).toBe(false)
})

test('newest first is by id, downwards; the last run comes first where it is asked for', () => {
  expect(arrangement(read(''))).toMatchObject({ sort: 'id', descending: true })
  expect(arrangement(read('sort=next'))).toMatchObject({ sort: 'nextRun' })
  expect(arrangement(read('sort=last'))).toMatchObject({ sort: 'lastRun', descending: true })
})

test('what ended with a failure needs attention, though it fails no more', () => {
  const over: FlowHealth = {
    state: 'over',
    since: null,
    outcome: 'failed',
    cause: 'noGrant',
    message: null,
    allFailed: true,
    stopped: null,
  }
  expect([matchesHealth(over, 'attention'), matchesHealth(over, 'failing')]).toEqual([true, false])
})

test('connections in order, each once', () => {
  const over = (connectionId: string) => madeFlow({ selfHostedIca: { portId: '', connectionId } })
  expect(connections([over('connection-10'), over('connection-2'), madeFlow(), over('connection-2')])).toEqual([
    'connection-2',
    'connection-10',
  ])
})

test('a type by its name', () => {
  expect([typeName('/cosmos.bank.v1beta1.MsgSend'), typeName('')]).toEqual(['MsgSend', ''])
})

test('flows are looked at some at a time, by themselves until a screen is full or a thousand were', () => {
  let [looked, found] = [0, 0]
  while (looksOn(looked, found)) looked += nextLook(looked)
  expect(looked).toBe(1_000)
  expect(nextLook(looked)).toBe(1_000)
  found = 20
  expect(looksOn(100, found)).toBe(false)
})
