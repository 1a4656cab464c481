import type { FlowHealth } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { healthMarks, healthTone, statusMark, statusMarks } from './marks.js'

const failed: FlowHealth = {
  state: 'over',
  since: null,
  outcome: 'failed',
  cause: 'noGrant',
  message: null,
  allFailed: true,
  stopped: null,
}

test('a flow that ended with a failure has no tick, and looks like what fails', () => {
  expect(statusMark('completed', failed)).toBe(healthMarks.over)
  expect(statusMark('completed', { ...failed, outcome: 'succeeded', cause: null })).toBe(statusMarks.completed)
  expect(statusMark('completed', undefined)).toBe(statusMarks.completed)
  expect(healthTone(failed)).toBe('failing')
})
