import { type FlowHealth, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, failedHealth, now, sampleFlow } from '../../test/samples'
import { describeAttention, nextRunOf } from './owner-summary'

const time = chainTimeAt(now)
const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
const [good, bad] = [healthy, failedHealth].map(health => verdictOf(sampleFlow(), health, null, time))

test('says how many flows need attention, and that not all of them were checked', () => {
  const verdicts = [bad, good, bad].flatMap(verdict => verdict ?? [])
  expect(describeAttention(verdicts, 3)).toBe('2 of 3 flows need attention')
  expect(describeAttention(verdicts.slice(0, 2), 2)).toBe('1 of 2 flows needs attention')
  expect(describeAttention(verdicts, 40)).toBe('2 of 3 checked flows need attention')
  expect(describeAttention(verdicts.slice(1, 2), 1)).toBe('No flows need attention')
  expect(describeAttention(verdicts.slice(1, 2), null)).toBe('No checked flows need attention')
  expect(describeAttention([], 0)).toBe('No flows')
})

test('the next run is the soonest run of a flow that is not over', () => {
  const { owner } = sampleFlow()
  const flows = [
    sampleFlow({ id: '1', execTime: at(90) }),
    sampleFlow({ id: '2', execTime: at(40) }),
    sampleFlow({ id: '3', execTime: at(-100), endTime: at(-50) }),
    sampleFlow({ id: '4', owner: 'into1other', execTime: at(10) }),
  ]
  expect(nextRunOf(flows, owner, time)).toBe(at(40))
  expect(nextRunOf(flows.slice(2, 3), owner, time)).toBeNull()
})
