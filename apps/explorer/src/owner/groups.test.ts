import { type FlowVerdict, flowVerdict } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { now, sampleFlow } from '../../test/samples'
import { countGroups, groupOf, ownerHeading, readGroup } from './groups'

const base = flowVerdict(sampleFlow(), undefined, null, chainTimeAt(now))
const verdict = (state: FlowVerdict['state'], needsAttention = false): FlowVerdict => ({
  ...base,
  state,
  needsAttention,
})
const bad = verdict('willStop', true)
const healthy = verdict('healthy')
const ended = verdict('ended')

test('each flow belongs to one group', () => {
  expect([bad, verdict('ended', true), healthy, ended, verdict('waiting'), base].map(groupOf)).toEqual([
    'attention',
    'attention',
    'healthy',
    'ended',
    'waiting',
    'unknown',
  ])
  expect(countGroups([ended, bad, bad])).toEqual([
    { group: 'attention', count: 2 },
    { group: 'ended', count: 1 },
  ])
  expect(['ended', 'all', ''].map(show => readGroup(new URLSearchParams({ show })))).toEqual(['ended', null, null])
})

test('the heading says how many flows need attention, and how many were checked', () => {
  const heading = (verdicts: FlowVerdict[], total: number | null = verdicts.length, isSorted = true) =>
    ownerHeading({ verdicts, isSorted, checked: verdicts.length, total })
  expect(heading([bad, bad, ended])).toBe('2 of 3 flows need attention')
  expect(heading([bad, healthy])).toBe('1 of 2 flows needs attention')
  expect(heading([bad, bad])).toBe('All 2 flows need attention')
  expect(heading([bad])).toBe('This flow needs attention')
  expect(heading([healthy, ended, healthy])).toBe('All 3 flows are healthy')
  expect(heading([ended, ended])).toBe('All 2 flows have ended')
  expect(heading([healthy, base])).toBe('No problems found')
  expect(heading([healthy, bad], 18, false)).toBe('1 flow needs attention so far')
  expect(heading([bad, bad], 18, false)).toBe('2 flows need attention so far')
  expect(heading([healthy], 18, false)).toBe('No problems found so far')
  expect(heading([healthy, bad], 18)).toBe('1 of 2 checked flows needs attention')
  expect(heading([healthy], null)).toBe('1 checked so far, no problems found')
  expect(heading([], null, false)).toBe('Checking flows…')
})
