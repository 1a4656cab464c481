import { expect, test } from 'vitest'
import { failedHealth } from '../../test/samples'
import { needsChainMessage } from './chain-message'

test.each([
  ['other', 'panic: out of gas in location: WriteFlat', true],
  ['other', 'validator does not exist', false],
  ['other', null, true],
  ['conditionsNotMet', 'conditions to execute not met: ', true],
  ['noGrant', 'authorization not found', false],
] as const)(
  'a failure with the cause %s and the message %s needs the message from the chain: %s',
  (cause, message, needed) => {
    expect(needsChainMessage({ ...failedHealth, cause, message })).toBe(needed)
  },
)

test('a flow that has not failed needs no message from the chain', () => {
  expect(needsChainMessage({ ...failedHealth, outcome: 'succeeded', cause: null })).toBe(false)
  expect(needsChainMessage({ state: 'unknown' })).toBe(false)
})
