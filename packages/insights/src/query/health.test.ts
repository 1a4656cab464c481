import { flowHistoryQueryOptions } from '@flow-query/core/query'
import { flowHealthQueryOptions, newestRunsQueryOptions } from '@flow-query/insights/query'
import { chainTimeAt, createClock, createLcd } from '@flow-query/testing'
import { QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'

const clock = createClock('2026-01-01T00:00:00Z').now
const now = clock()

test('newestRunsQueryOptions shares its cache key with the first page of the history', async () => {
  const lcd = createLcd({ flows: [{}], clock })
  for (let run = 1; run <= 25; run++) lcd.execute(1)
  const client = clientOf(lcd)
  const queryClient = new QueryClient()
  const page = await queryClient.query(newestRunsQueryOptions(client, { id: 1 }))
  expect(page.history).toHaveLength(20)

  const { queryKey } = flowHistoryQueryOptions(client, { id: '1', limit: 20, reverse: true })
  expect(queryClient.getQueryData(queryKey)).toBe(page)
})

test('flowHealthQueryOptions computes the health from the newest runs', async () => {
  const lcd = createLcd({ flows: [{}], clock })
  lcd.execute(1)
  lcd.execute(1, { outcome: 'failed', error: 'insufficient funds' })
  const client = clientOf(lcd)
  const flow = await client.flow({ id: 1 })
  const { queryFn, select } = flowHealthQueryOptions(client, { flow, time: chainTimeAt(now) })
  const row = select(await queryFn({ signal: new AbortController().signal }))
  expect(row.flow).toBe(flow)
  expect(row.health).toMatchObject({ state: 'failing', since: { number: 2 }, cause: 'insufficientFunds' })
})
