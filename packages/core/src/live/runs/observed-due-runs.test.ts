import { expect, test, vi } from 'vitest'
import { page } from '../../../test/live.js'
import type { Flow } from '../../index.js'
import { flowHistoryQueryOptions, flowQueryOptions } from '../../query.js'

test.each([
  ['is late', 2_000],
  ['is known to be due, because the newest block that is known is older', 150],
])('a run without an event is noticed, although an update follows before it %s', async (_, wait) => {
  const execTime = '2026-01-01T00:00:10Z'
  const { lcd, client, connect, data } = page({}, { flows: [{ execTime }], clock: Date.now, behave: () => skipped })
  const history = flowHistoryQueryOptions(client, { id: 1 })
  await connect(flowQueryOptions(client, { id: 1 }), history)
  await vi.advanceTimersByTimeAsync(10_000 + wait)
  expect(data(history)).toMatchObject({ history: [] })

  lcd.updateFlow(1, { execTime: '2026-01-02T00:00:00Z' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(data(history)).toMatchObject({ history: [{ executed: false }] })
})

const minute = 60_000

/** A page with a flow that is due at `execTime` and then every hour. Its first run emits no event. */
async function pageWithoutEvent(execTime: string, clock: () => number) {
  const flow = { execTime, interval: '3600s', endTime: new Date(Date.parse(execTime) + 1_440 * minute).toISOString() }
  const { lcd, client, connect, data } = page({}, { flows: [flow], clock })
  const options = flowQueryOptions(client, { id: 1 })
  await connect(options)
  lcd.disturb({ drop: 1 })
  return () => (data(options) as Flow).execTime
}

test.each([
  ['five minutes ahead', 5 * minute],
  ['five minutes behind', -5 * minute],
  ['a day behind', -1_440 * minute],
])('a run without an event is noticed if the clock of the device is %s', async (_, ahead) => {
  const execTime = new Date(Date.now() - ahead + 30_000).toISOString()
  const shown = await pageWithoutEvent(execTime, () => Date.now() - ahead)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(Date.parse(shown())).toBe(Date.parse(execTime) + 60 * minute)
})

test.each([
  ['ahead', 5 * minute],
  ['back', -5 * minute],
])('a run without an event is noticed after the clock of the device was set %s', async (_, change) => {
  let ahead = 0
  const execTime = new Date(Date.now() + minute).toISOString()
  const shown = await pageWithoutEvent(execTime, () => Date.now() - ahead)
  await vi.advanceTimersByTimeAsync(20_000)
  vi.setSystemTime(Date.now() + change)
  ahead = change
  await vi.advanceTimersByTimeAsync(minute)
  expect(Date.parse(shown())).toBe(Date.parse(execTime) + 60 * minute)
})

const skipped = { outcome: 'skipped' } as const
