import { createFlowClient } from '@flow-query/core'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { QueryClient } from '@tanstack/query-core'
import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import { createStore, del, entries, get, set } from 'idb-keyval'

const database = createStore('my-app', 'flows')

const persister = createQueryPersister<PersistedQuery>({
  storage: {
    getItem: key => ifAllowed(() => get(key, database)),
    setItem: (key, query) => ifAllowed(() => set(key, query, database)),
    removeItem: key => ifAllowed(() => del(key, database)),
    entries: async () => (await ifAllowed(() => entries<string, PersistedQuery>(database))) ?? [],
  },
  // IndexedDB stores objects, so they don't have to be converted to JSON.
  serialize: query => query,
  deserialize: query => query,
  buster: '1', // Change this when you update flow-query. Data of other versions is discarded.
  maxAge: 7 * 24 * 60 * 60 * 1_000,
  refetchOnRestore: 'always',
})

/** Storage can be full or blocked. The flows are then loaded from the node. */
async function ifAllowed<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access()
  } catch {
    return undefined
  }
}

/** Opens a page with all flows of the chain. After a reload, they come from IndexedDB, and are then brought up to date. */
export async function open(): Promise<void> {
  let requests = 0
  const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1', onResponse: () => requests++ })
  const collection = flowCollectionQueryOptions(client, { autoLoadLimit: 5_000 })
  const queryClient = new QueryClient()
  queryClient.setQueryDefaults(collection.queryKey, { persister: persister.persisterFn })
  await persister.persisterGc() // Removes data that is too old.

  const { flows } = await queryClient.query(collection)
  console.log(`${flows.length} flows after ${requests} requests`)
}
