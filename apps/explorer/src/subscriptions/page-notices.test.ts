import { type FlowHealth, type FlowVerdict, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, failedHealth, now, sampleFlow } from '../../test/samples'
import { newProblems, noticeOf } from './page-notices'

const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
const [good, bad] = [healthy, failedHealth].map(health => verdictOf(sampleFlow(), health, null, chainTimeAt(now))) as [
  FlowVerdict,
  FlowVerdict,
]

test('reports a flow once when it starts to need attention, and not when its page opens', () => {
  const before = new Map<string, boolean>()
  expect(newProblems(before, null, [bad])).toEqual([])
  expect(newProblems(before, null, [good])).toEqual([])
  // The flow with the same ID on another chain.
  expect(newProblems(before, 'https://lcd.example.org', [bad])).toEqual([])
  // While a flow is checked again, it has no verdict.
  expect(newProblems(before, null, [])).toEqual([])
  expect(newProblems(before, null, [bad])).toEqual([bad])
  expect(newProblems(before, null, [bad])).toEqual([])
})

test('the same flow on another chain is another one', () => {
  const lcds = [null, 'https://lcd.example.org']
  const notices = lcds.flatMap(lcd => [noticeOf(lcd, { flow: '14' }), noticeOf(lcd, { owner: '14' })])
  expect(new Set(notices).size).toBe(4)
})
