import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { QueryClient } from '@tanstack/query-core'
import { persistQueryClient } from '@tanstack/query-persist-client-core'

const day = 24 * 60 * 60 * 1_000
export const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: day } } })

/** Returns null if the browser blocks storage. Nothing is persisted then. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

persistQueryClient({
  queryClient,
  persister: createAsyncStoragePersister({ storage: localStorageIfAllowed() }),
  maxAge: day,
  buster: '0.1.0', // The version of flow-query. Data of other versions is discarded.
})
