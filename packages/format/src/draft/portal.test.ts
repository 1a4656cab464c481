import type { FlowDraft } from '@flow-query/insights/draft'
import { expect, test } from 'vitest'
import { describePortalLink } from '../index.js'

const draft = {
  duration: '3600s',
  interval: '60s',
  startAt: '1795495196',
  feeFunds: [{ denom: 'uinto', amount: '5000000' }],
} as FlowDraft

test('has no note if the portal signs the same flow', () => {
  expect(describePortalLink({ changed: [], entered: [] }, draft)).toBeNull()
})

test('says what the owner enters in the portal', () => {
  const entered: (keyof FlowDraft)[] = ['label', 'duration', 'interval', 'startAt', 'feeFunds']
  expect(describePortalLink({ changed: entered, entered }, draft)).toEqual({
    isUsable: true,
    sentence: 'The portal doesn’t take all values from the link.',
    remedy:
      'Enter an empty label, the duration 1 hour, the interval 1 minute, the start 24 Nov 2026, 04:39:56 UTC and fee funds of 5 INTO in the portal.',
  })
})

test('says why a link can’t be used', () => {
  const changed: (keyof FlowDraft)[] = ['msgs', 'duration', 'connectionId']
  expect(describePortalLink({ changed, entered: ['duration'] }, draft)).toEqual({
    isUsable: false,
    sentence: 'The portal would change msgs and connectionId.',
    remedy: 'Sign the JSON with another tool instead.',
  })
})
