import { expect, test, vi } from 'vitest'
import { page } from '../../../test/live.js'
import { flowHistoryQueryOptions, flowQueryOptions } from '../../query.js'

test('a run without an event is noticed, although an update follows before it is late', async () => {
  const execTime = '2026-01-01T00:00:10Z'
  const { lcd, client, connect, data } = page({}, { flows: [{ execTime }], clock: Date.now, behave: () => skipped })
  const history = flowHistoryQueryOptions(client, { id: 1 })
  await connect(flowQueryOptions(client, { id: 1 }), history)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(data(history)).toMatchObject({ history: [] })

  lcd.updateFlow(1, { execTime: '2026-01-02T00:00:00Z' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(data(history)).toMatchObject({ history: [{ executed: false }] })
})

const skipped = { outcome: 'skipped' } as const
