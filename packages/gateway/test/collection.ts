import { createFlowClient, type FlowClientOptions, v1, v1beta1 } from '@flow-query/core'
import type { FlowCollection, FlowCollectionArgs } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { until } from '../../../tests/setup/until.js'

/** Loads a collection like TanStack Query does. Later calls pass the data of the previous call. */
export function createPage(options: FlowClientOptions) {
  const client = createFlowClient({ versions: [v1, v1beta1], ...options })
  const stored = new Map<string, FlowCollection>()
  const query = {
    queryKey: [] as readonly unknown[],
    state: { fetchStatus: 'fetching', fetchMeta: null, dataUpdatedAt: 0 },
    setState() {},
    getObserversCount: () => 0,
    cancel() {},
  }
  const cache = {
    getQueryData: (key: readonly unknown[]) => stored.get(JSON.stringify(key)),
    setQueryData: (key: readonly unknown[], data: FlowCollection) => stored.set(JSON.stringify(key), data),
    getQueryCache: () => ({ find: () => query, getAll: () => [query], subscribe: () => () => {} }),
  }
  return {
    client,
    async load(args: FlowCollectionArgs = {}): Promise<FlowCollection> {
      const { queryKey, queryFn } = flowCollectionQueryOptions(client, args)
      query.queryKey = queryKey
      const data = await until(queryFn({ queryKey, client: cache }))
      cache.setQueryData(queryKey, data)
      return data
    },
  }
}
