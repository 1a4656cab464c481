import { expect, test } from 'vitest'
import { readFilters } from './filters'
import { listSubject, monitorQuery } from './list-subject'

const queryOf = (search: string) => monitorQuery(readFilters(new URLSearchParams(search)))

test.each([
  ['q=+pay+rent+', { search: 'pay rent' }],
  ['type=/cosmos.bank.v1beta1.MsgSend&sort=label', { messageType: '/cosmos.bank.v1beta1.MsgSend' }],
  ['q=rent&connection=connection-0', { search: 'rent', connectionId: 'connection-0' }],
  ['', null],
  ['q=+', null],
  ['q=rent&status=active', null],
  ['q=rent&health=failing', null],
])('a monitor knows the filters %o as %o', (search, query) => {
  expect(queryOf(search)).toEqual(query)
})

test('names a list after its filters, and says which flows are covered', () => {
  const query = { search: 'rent', messageType: '/cosmos.bank.v1beta1.MsgSend', connectionId: 'connection-0' }
  expect(listSubject(query, { found: 3, watched: 3 })).toEqual({
    target: { query },
    name: '“rent” · MsgSend · connection-0',
    coverage: 'New flows that match are covered too.',
  })
  expect(listSubject({ search: 'rent' }, { found: 1_200, watched: 14 }).coverage).toBe(
    'A monitor only searches labels, IDs and owners, so it covers 14 of the 1,200 flows in this list. New flows that match are covered too.',
  )
})
