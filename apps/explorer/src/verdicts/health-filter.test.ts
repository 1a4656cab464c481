import { type FlowHealth, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { forecasts } from '../../test/forecasts'
import { at, failedHealth, now, sampleFlow } from '../../test/samples'
import { flowsOfHealth, worstOfHealth } from './health-filter'

test('a flow that ended with a failure needs attention but is not failing', () => {
  const verdict = verdictOf(sampleFlow(), failedHealth, null, chainTimeAt(now))
  expect(flowsOfHealth([verdict], 'attention')).toHaveLength(1)
  expect(flowsOfHealth([verdict], 'failing')).toEqual([])
})

test('sorts flows that need attention by how bad they are, and flows that will fail by time', async () => {
  const since = (seconds: number) => ({ number: 1, time: at(seconds) })
  const failing = (seconds: number): FlowHealth => ({
    state: 'failing',
    failedRun: since(0),
    cause: 'other',
    message: null,
    since: since(seconds),
    failures: 2,
    orEarlier: false,
    unclear: [],
  })
  const verdicts = (await forecasts(0, 0)).map((forecast, index) =>
    verdictOf(forecast.flow, failing(-60 * (index + 1)), index === 0 ? null : forecast, chainTimeAt(now)),
  )
  const ids = (health: 'attention' | 'willFail') => worstOfHealth(verdicts, health).map(({ flow }) => flow.id)
  expect(ids('attention')).toEqual(['2', '1'])
  expect(ids('willFail')).toEqual(['2'])
})
