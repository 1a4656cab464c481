import type { FlowClient } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/react/collection'
import type { QueryClient } from '@tanstack/react-query'
import { openRecords, type Records } from '../storage/records'
import { restoreAll, restoreNewest } from '../storage/restore'
import { isRestoring } from '../storage/restoring'
import { saveFlows } from '../storage/save'
import { type Save, type StoredChain, within } from '../storage/stored'
import { chainIdQueryOptions } from './chain-id'
import type { Endpoint } from './endpoint'

/** Milliseconds between saves while live updates change the flows. A page also saves when it is hidden. */
const saveInterval = 300_000
/** How long to wait for the chain ID, in milliseconds. */
const chainIdTimeout = 5_000

export interface PersistenceOptions {
  /** Where collections are stored. Default: IndexedDB. */
  records?: Records
  /** Calls the listener when the page is hidden, because it may be closed next. */
  onHidden?: (listener: () => void) => void
}

/**
 * Stores the flows of an endpoint's chain on this device, and restores them after a reload. The newest flows are restored first.
 *
 * The flows of the embedded chain aren't stored. If storage is blocked, full or corrupt, the page loads from the node.
 *
 * The promise resolves when the newest flows are restored, or when there is nothing to restore. A page that waits for it opens with flows
 * at once. The promise never rejects, and takes at most a second.
 */
export async function persistFlows(
  queryClient: QueryClient,
  client: FlowClient,
  endpoint: Endpoint,
  { records = openRecords(), onHidden = onPageHidden }: PersistenceOptions = {},
): Promise<void> {
  const { queryKey } = flowCollectionQueryOptions(client)
  const { queryHash } = queryClient.defaultQueryOptions({ queryKey })
  if (endpoint.lcd === null || queryClient.getQueryDefaults(queryKey).persister) return
  const chain: StoredChain = {
    queryClient,
    queryKey,
    records,
    key: `flows-${queryHash}`,
    readChainId: () =>
      within(chainIdTimeout, queryClient.query(chainIdQueryOptions(endpoint, { data: undefined }))).catch(() => null),
  }
  const newest = restoreNewest(chain)
  let save: Save | undefined

  let restoring: Promise<void> | undefined
  async function restore(): Promise<void> {
    await newest
    const shown = queryClient.getQueryData<FlowCollection>(queryKey)
    if (!shown || isRestoring(shown)) save = await restoreAll(chain)
    restoring = undefined
  }
  queryClient.setQueryDefaults(queryKey, {
    async persister(queryFn, context, query) {
      // The key of the chain also matches the collections of owners, which aren't stored.
      if (query.queryHash !== queryHash) return queryFn(context)
      restoring ??= restore()
      await restoring
      return queryFn(context)
    },
  })

  let saving = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  function saveNow(): void {
    clearTimeout(timer)
    timer = undefined
    saving = saving.then(async () => {
      const result = await saveFlows(chain, save)
      save = result === 'conflict' ? undefined : result
      if (result === 'conflict') saveLater()
    })
  }
  function saveLater(): void {
    timer ??= setTimeout(saveNow, saveInterval)
  }
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== queryHash) return
    if (event.action.manual) saveLater()
    else saveNow()
  })
  onHidden(() => timer && saveNow())
  return newest
}

function onPageHidden(listener: () => void): void {
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener()
  })
}
