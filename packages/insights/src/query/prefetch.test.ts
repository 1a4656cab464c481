import { chainTimeQueryOptions, flowHistoryQueryOptions } from '@flow-query/core/query'
import { loadAllFlows } from '@flow-query/core/query/collection'
import { prefetchFlowsHealth } from '@flow-query/insights/query'
import { createLcd } from '@flow-query/testing'
import { QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'

test.each([
  ['the methods that version 6 removes', { fetchQuery: undefined, prefetchQuery: undefined }],
  ['the methods that version 5.102 adds', { query: undefined, infiniteQuery: undefined }],
])('prefetching works without %s', async (_, missing) => {
  const client = clientOf(createLcd({ flows: [{}, {}], history: { 1: [{}] } }))
  const queryClient = Object.assign(new QueryClient(), missing as object)

  const { flows } = await loadAllFlows(queryClient, client)
  expect(flows.map(({ id }) => id)).toEqual(['1', '2'])
  await prefetchFlowsHealth(queryClient, client, { flows })
  const { queryKey } = flowHistoryQueryOptions(client, { id: 1, limit: 20, reverse: true })
  expect(queryClient.getQueryData(queryKey)?.history).toHaveLength(1)
  expect(queryClient.getQueryData(chainTimeQueryOptions(client).queryKey)?.height).toMatch(/^\d+$/)
})
