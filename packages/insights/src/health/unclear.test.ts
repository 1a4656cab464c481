import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { flowOf, interchain, minutes, now, runsOf } from '../../../core/test/flows.js'
import { clientAt } from '../../../core/test/truth.js'
import { flowHealth, type NewestEntries, unclearRuns } from '../index.js'

const there = flowOf({ ...interchain, execTime: minutes(-120) })
const unclear = (...newestFirst: Parameters<typeof runsOf>[1][]) =>
  unclearRuns(there, { history: runsOf(there, ...newestFirst), nextKey: null }, chainTimeAt(now)).map(
    ({ number }) => number,
  )

test('a result may belong to an earlier run that is unacknowledged', () => {
  expect(unclear('timedOut', 'sent', 'succeeded')).toEqual([2, 3])
  expect(unclear('succeeded', 'sent', 'succeeded')).toEqual([2, 3])
  expect(unclear('failedThere', 'sent')).toEqual([1, 2])
  expect(unclear('sent', 'sent', 'succeeded', 'sent')).toEqual([3, 4])
  expect(unclear('sent', 'succeeded')).toEqual([2])
})

test('a run is clear if all earlier runs are acknowledged, or if it sent no packet', () => {
  expect(unclear('timedOut', 'succeeded')).toEqual([])
  expect(unclear('timedOut')).toEqual([])
  expect(unclear('succeeded', 'timedOut', 'sent')).toEqual([])
  expect(unclear('failed', 'sent')).toEqual([1])
  expect(unclear()).toEqual([])
})

test('a pending run becomes unclear when its time is over', () => {
  const active = flowOf({ ...interchain, execTime: minutes(30) })
  const before = { ...active, execTime: minutes(-1) }
  expect(unclearRuns(active, runsOf(before, 'sent', 'succeeded'), chainTimeAt(now))).toEqual([])
  expect(unclearRuns(active, runsOf(before, 'sent', 'succeeded'), chainTimeAt(now + 3_600_000))).toHaveLength(1)
})

// Run 1 of flows 77 and 89 timed out, which is recorded in run 2. Run 2 was delivered: it succeeded for 77 and failed for 89.
test.each([
  ['77', 'succeeded', null],
  ['89', 'timedOut', 'timedOut'],
])('a recorded timeout of an earlier run is not the result of the last run: flow %s', async (id, outcome, cause) => {
  const client = clientAt('end')
  const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 20, reverse: true })])
  const newest: NewestEntries = page
  const health = flowHealth(flow, newest, chainTimeAt(Date.parse('2026-11-24T03:24:52Z')))
  expect(health).toMatchObject({
    state: 'ended',
    outcome,
    cause,
    stopped: { rule: 'unacknowledgedRun', run: { number: 1 } },
    unclear: [{ number: 1 }, { number: 2 }],
  })
})
