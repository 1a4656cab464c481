import { parseDraft } from '@flow-query/insights/draft'
import { expect, test } from 'vitest'
import { localTime, startOf } from './start-time'

test.for(['2027-01-02T03:04:05', '1970-01-02T00:00:00'])('%s stays the same', local => {
  expect(localTime(startOf(local))).toBe(local)
})

test('an empty field means that the flow starts when it is submitted', () => {
  expect(startOf('')).toBe('0')
  expect(localTime('0')).toBe('')
})

test.for(['0002-01-02T03:04', '1969-12-31T23:59:59', '999999-01-01T00:00', 'x'])(
  '%s is a start that can be read',
  local => {
    const duration = '1h'
    const startAt = startOf(local)
    expect(startAt).not.toBe('0')
    expect(parseDraft({ msgs: [], duration, startAt }).startAt).toBe(startAt)
  },
)

test.for(['18446744073709551615', '9'.repeat(400), '-1e20', 'NaN'])('%s is shown as an empty field', startAt => {
  expect(localTime(startAt)).toBe('')
})
