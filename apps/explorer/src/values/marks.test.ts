import type { FlowHealth, StopReason } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { endedBadly, healthMarks, healthTone, needsChainMessage, statusMark, statusMarks } from './marks'

const failed: FlowHealth = {
  state: 'ended',
  since: null,
  outcome: 'failed',
  failedRun: null,
  cause: 'noGrant',
  message: null,
  failingSince: null,
  orEarlier: false,
  allFailed: true,
  stopped: null,
  unclear: [],
}

test('a flow that ended with a failure has no check mark and looks like a failing flow', () => {
  expect(statusMark('completed', failed)).toBe(healthMarks.ended)
  expect(statusMark('completed', { ...failed, outcome: 'succeeded', cause: null })).toBe(statusMarks.completed)
  expect(statusMark('completed', undefined)).toBe(statusMarks.completed)
  expect(healthTone(failed)).toBe('failing')
})

test('a stopped flow is marked red only if it needs attention', () => {
  const stopped: StopReason = { rule: 'stopOnSuccess', run: null, flowIds: [] }
  expect(endedBadly('stopped', { ...failed, outcome: 'succeeded', cause: null, stopped })).toBe(false)
  expect(endedBadly('stopped', { ...failed, stopped: { ...stopped, rule: 'stopOnFailure' } })).toBe(true)
  expect(endedBadly('stopped', undefined)).toBe(false)
})

test.each([
  ['other', 'panic: out of gas in location: WriteFlat', true],
  ['other', 'validator does not exist', false],
  ['other', null, true],
  ['conditionsNotMet', 'conditions to execute not met: ', true],
  ['noGrant', 'authorization not found', false],
] as const)(
  'a failure with the cause %s and the message %s needs the message from the chain: %s',
  (cause, message, needed) => {
    expect(needsChainMessage({ ...failed, cause, message })).toBe(needed)
  },
)

test('a flow that has not failed needs no message from the chain', () => {
  expect(needsChainMessage({ ...failed, outcome: 'succeeded', cause: null })).toBe(false)
  expect(needsChainMessage({ state: 'unknown' })).toBe(false)
})
