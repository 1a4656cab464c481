import type { FlowHealth, StopReason } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { endedBadly, healthMarks, healthTone, statusMark, statusMarks } from './marks'

const failed: FlowHealth = {
  state: 'ended',
  since: null,
  outcome: 'failed',
  failedRun: null,
  cause: 'noGrant',
  message: null,
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
