import { type FlowHealth, type StopReason, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecast } from '../../test/forecasts'
import { at, failedHealth, now, sampleFlow } from '../../test/samples'
import { endedBadly, statusMark, statusMarks, verdictMarks, verdictTone } from './marks'

const verdictWith = (health: FlowHealth) => verdictOf(sampleFlow(), health, null, chainTimeAt(now))

test('a flow that ended with a failure has no check mark and looks like a failing flow', () => {
  expect(statusMark('completed', verdictWith(failedHealth))).toBe(verdictMarks.ended)
  expect(statusMark('completed', verdictWith({ ...failedHealth, outcome: 'succeeded', cause: null }))).toBe(
    statusMarks.completed,
  )
  expect(statusMark('completed', undefined)).toBe(statusMarks.completed)
  expect(verdictTone(verdictWith(failedHealth))).toBe('failing')
})

test('a stopped flow is marked red only if it needs attention', () => {
  const stopped: StopReason = { rule: 'stopOnSuccess', run: null, flowIds: [] }
  expect(endedBadly('stopped', verdictWith({ ...failedHealth, outcome: 'succeeded', cause: null, stopped }))).toBe(
    false,
  )
  expect(endedBadly('stopped', verdictWith({ ...failedHealth, stopped: { ...stopped, rule: 'stopOnFailure' } }))).toBe(
    true,
  )
  expect(endedBadly('stopped', undefined)).toBe(false)
})

test('a flow whose next run will fail is not green', async () => {
  const failing = await forecast(0)
  const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
  const toneWith = (known: typeof failing | null) =>
    verdictTone(verdictOf(failing.flow, healthy, known, chainTimeAt(now)))
  expect([toneWith(null), toneWith(failing)]).toEqual(['healthy', 'willFail'])
})

test('on old data, only a flow that has ended has a verdict', async () => {
  const failing = await forecast(0)
  const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
  const running = verdictOf(failing.flow, healthy, failing, chainTimeAt(now))
  expect([running, verdictWith(failedHealth)].map(verdict => verdictTone(verdict, true))).toEqual([
    'unknown',
    'failing',
  ])
})

test('a flow that will certainly stop is red although its next failure is only likely', async () => {
  const { flow, ...known } = await forecast(0)
  const risk = { kind: 'messageFunds', certainty: 'likely', at: at(60), run: 2 } as const
  const stop = { ...risk, kind: 'grantExpires', certainty: 'certain', at: at(120), run: 3 } as const
  const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
  const toneOf = (...risks: (typeof risk | typeof stop)[]) => {
    const end = { number: 3, time: stop.at, outcome: 'failed' } as const
    return verdictTone(verdictOf(flow, healthy, { ...known, flow, risks, stop: end }, chainTimeAt(now)))
  }
  expect([toneOf(risk), toneOf(risk, stop)]).toEqual(['atRisk', 'willFail'])
})
