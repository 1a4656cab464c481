import { expect, test } from 'vitest'
import { continueLog, noIncidents } from './incident-log.js'

const day = 86_400_000

test('forgets resolved incidents after a week, and all but the newest ten thousand', () => {
  const resolved = Object.fromEntries(
    Array.from({ length: 300_000 }, (_, index) => [`incident ${index}`, { times: 1, at: index }]),
  )
  const after = continueLog({ ...noIncidents, resolved }, 'test-1', 299_999).resolved
  expect(Object.keys(after)).toHaveLength(10_000)
  expect(after).toHaveProperty('incident 299999')
  expect(Object.keys(continueLog({ ...noIncidents, resolved: after }, 'test-1', 299_999 + 7 * day).resolved)).toEqual([
    'incident 299999',
  ])
})
