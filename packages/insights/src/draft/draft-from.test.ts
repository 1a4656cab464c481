import { describe, expect, test } from 'vitest'
import { recordedFlows } from '../../../core/test/recordings.js'
import { draftFrom, draftMessage, parseDraft, parseDuration } from './index.js'

const { flows } = recordedFlows('v1-interchain')

describe.each(flows.map(({ flow }) => [flow.id, flow] as const))('a draft from the recorded flow %s', (_, flow) => {
  const draft = draftFrom(flow)

  test('has the content of the flow', () => {
    const { owner, label, msgs, interval, configuration, conditions, trustlessAgent } = flow
    expect(draft).toMatchObject({ owner, label, msgs, interval, configuration, conditions, trustlessAgent })
    expect(draft.connectionId).toBe(flow.selfHostedIca?.connectionId ?? '')
  })

  test('starts immediately and has the duration of the flow', () => {
    expect([draft.startAt, draft.feeFunds]).toEqual(['0', []])
    const milliseconds = Date.parse(flow.endTime) - Date.parse(flow.startTime)
    expect(parseDuration(draft.duration) / 1e6).toBeCloseTo(milliseconds, -1)
  })

  test('can be written as a message', () => {
    expect(parseDraft(draftMessage(draft))).toEqual(draft)
  })
})

test.each([
  ['2026-11-24T03:00:00.900000001Z', '2026-11-24T04:00:00.900000001Z', '3600s'],
  ['2026-11-24T03:00:00.9Z', '2029-11-24T03:00:01.1Z', '94694400.200000000s'],
  ['2026-11-24T03:00:00Z', '2026-11-24T03:01:30.5Z', '90.500000000s'],
])('a flow from %s to %s takes %s', (startTime, endTime, duration) => {
  const [recorded] = flows
  if (!recorded) throw new Error('There is a recorded flow')
  expect(draftFrom({ ...recorded.flow, startTime, endTime }).duration).toBe(duration)
})

test('changes replace values of the flow', () => {
  const [recorded] = flows
  if (!recorded) throw new Error('There is a recorded flow')
  const feeFunds = [{ denom: 'uinto', amount: '5' }]
  expect(draftFrom(recorded.flow, { label: 'Again', feeFunds })).toMatchObject({ label: 'Again', feeFunds })
})
