import type { FlowClient } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowCollectionQueryOptions } from '@flow-query/react'
import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import type { Endpoint } from '../node/endpoint'
import { chainIdQueryOptions } from '../node/node'
import { decodeParts, encodeParts, newId, type Part, partPrefix } from './parts'
import { openRecords, type Records } from './records'
import type { RestoringCollection } from './restoring'
import { decodeRows, encodeRows } from './rows'

/** Change this when the format of stored collections or of flows changes. Collections in another format are discarded. */
const format = '1'
const maxAge = 7 * 24 * 3_600_000
/** The maximum number of chains that are stored. The chain that was saved first is removed first. */
const maxChains = 3
/** A larger collection is not stored. */
const maxFlows = 200_000
/** The number of the newest flows that are stored separately, for the first screen. */
const firstFlows = 100
/** Milliseconds between saves while live updates change the flows. A page also saves when it is hidden. */
const saveInterval = 300_000
/** How long the page waits for the storage before it loads from the node, in milliseconds. */
const storageTimeout = 1_000
/** How long the storage may take for some thousand flows before the page loads them from the node, in milliseconds. */
const partsTimeout = 3_000
/** How long to wait for the chain ID before the stored flows are updated, in milliseconds. */
const chainIdTimeout = 5_000

/** The record that a chain's other records belong to. It is replaced as a whole. */
interface StoredHead {
  /** Different for each save, so that a tab notices when another tab has saved. */
  saveId: string
  chainId: string | null
  /** The query, whose collection contains no flows. */
  query: PersistedQuery
  /** The newest flows, encoded. */
  newest: string
  newestId: number
  /** Whether all flows were loaded, and how many in order. */
  loaded: number
  complete: boolean
  /** The keys of the records with all flows. A record never changes, so a page never mixes flows of two saves. */
  parts: string[]
}

export interface PersistenceOptions {
  /** Where collections are stored. Default: IndexedDB. */
  records?: Records | null
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
  { records: storage = openRecords(), onHidden = onPageHidden }: PersistenceOptions = {},
): Promise<void> {
  const { queryKey } = flowCollectionQueryOptions(client)
  const { queryHash } = queryClient.defaultQueryOptions({ queryKey })
  if (endpoint.lcd === null || !storage || queryClient.getQueryDefaults(queryKey).persister) return
  const records = storage
  /** Returns null if the node doesn't report its chain. */
  const currentChainId = () =>
    within(chainIdTimeout, queryClient.query(chainIdQueryOptions(endpoint, { data: undefined }))).catch(() => null)

  /** The last save that this tab has written or restored. */
  let saved: { saveId: string; parts: Part[] } | undefined
  /** The head of a collection whose other flows are not restored yet. */
  let restored: StoredHead | undefined
  /** Whether the stored flows are corrupt or from another chain, so that the next save replaces them. */
  let isCorrupt = false
  let writing = Promise.resolve()

  const persister = createQueryPersister<PersistedQuery>({
    storage: {
      async getItem(key) {
        const head = await answered(records.get(key))
        restored = isHead(head) ? head : undefined
        return restored && firstScreen(restored)
      },
      setItem(key, query) {
        writing = writing.then(() => write(key, query))
        return writing
      },
      // Restoring waits for this, although its result doesn't matter.
      removeItem: key => within(storageTimeout, remove(records, key)).catch(() => {}),
      entries: async () => (await headsOf(records)).map(([key, { query }]) => [key, query]),
    },
    serialize: query => query,
    deserialize: query => query,
    buster: format,
    maxAge,
    prefix,
    refetchOnRestore: 'always',
  })

  const restoring = persister.retrieveQuery<FlowCollection>(queryHash).then(newest => {
    if (!newest || !restored || queryClient.getQueryData(queryKey)) return
    queryClient.setQueryData(queryKey, newest, { updatedAt: restored.query.state.dataUpdatedAt })
  })

  // The key of the chain also matches the collections of owners, which aren't stored.
  queryClient.setQueryDefaults(queryKey, {
    async persister(queryFn, context, query) {
      if (query.queryHash !== queryHash) return queryFn(context)
      await restoring
      const restoreAndLoad = () => restoreRest().then(() => queryFn(context))
      return persister.persisterFn(restoreAndLoad as never, context as QueryFunctionContext, query as unknown as Query)
    },
  })

  /** Restores the flows that the first screen doesn't need, unless they are from another chain. */
  async function restoreRest(): Promise<void> {
    const first = restored
    restored = undefined
    // Without this flag, the stored collection was too old, so TanStack Query has discarded it.
    if (!first || !queryClient.getQueryData<RestoringCollection>(queryKey)?.isRestoring) return
    const [chainId, { head, parts }] = await Promise.all([currentChainId(), readParts(first)])
    const updatedAt = head.query.state.dataUpdatedAt
    const show = (collection: FlowCollection) => queryClient.setQueryData(queryKey, collection, { updatedAt })
    const { isRestoring: _, ...newest } = head.query.state.data as RestoringCollection
    if (chainId !== null && head.chainId !== null && chainId !== head.chainId) {
      isCorrupt = true
      show({ flows: [], loaded: 0, total: null, complete: false })
    } else if (!parts) {
      isCorrupt = true
      show({ ...newest, flows: decodeRows(head.newest, new Map()) })
    } else {
      saved = { saveId: head.saveId, parts }
      const { loaded, complete } = head
      // Flows that were only partly loaded have no common age, so they get one here.
      const asOf = newest.asOf ?? (complete || loaded === 0 ? undefined : updatedAt)
      const flows = parts.flatMap(({ flows }) => flows)
      show({ ...newest, flows, loaded, complete, ...(asOf !== undefined && { asOf }) })
    }
  }

  /** Reads the flows of a save. If another tab has replaced it, reads the newer save. Returns null if the storage is corrupt. */
  async function readParts(first: StoredHead): Promise<{ head: StoredHead; parts: Part[] | null }> {
    let head = first
    for (;;) {
      try {
        return { head, parts: await decodeParts(head.parts, keys => within(partsTimeout, records.getMany(keys))) }
      } catch {
        const newer = await answered(records.get(`${prefix}-${head.query.queryHash}`))
        if (!isHead(newer) || newer.saveId === head.saveId) return { head, parts: null }
        head = newer
      }
    }
  }

  /** Writes the flows that have changed since the last save of this tab. */
  async function write(key: string, query: PersistedQuery): Promise<void> {
    const { flows, ...collection } = query.state.data as FlowCollection
    if (flows.length === 0 || flows.length > maxFlows) return
    const previous = saved
    saved = undefined
    let isConflict = false
    try {
      const { parts, newParts } = await encodeParts(flows, previous?.parts ?? [])
      const data: RestoringCollection = { ...collection, flows: [], loaded: 0, complete: false, isRestoring: true }
      const head: StoredHead = {
        saveId: newId(),
        chainId: await currentChainId(),
        query: { ...query, state: { ...query.state, data, fetchStatus: 'idle', fetchMeta: null, error: null } },
        newest: encodeRows(flows.slice(-firstFlows)),
        newestId: Number(flows.at(-1)?.id ?? 0),
        loaded: collection.loaded,
        complete: collection.complete,
        parts: parts.map(({ key }) => key),
      }
      await records.update(key, current => {
        const before = isHead(current) ? current : undefined
        // Another tab has saved, so the records that this save would reuse may be gone. The next save writes all flows.
        isConflict = newParts.length < parts.length && before?.saveId !== previous?.saveId
        // This tab has only the newest flows, but another one has stored more of the same chain.
        if (before && !isCorrupt && storesMore(before, head)) isConflict = true
        if (isConflict) return null
        const kept = new Set(head.parts)
        return { put: [...newParts, [key, head]], remove: before?.parts.filter(part => !kept.has(part)) ?? [] }
      })
      if (!isConflict) saved = { saveId: head.saveId, parts }
      await persister.persisterGc()
      await removeOldest(records)
    } catch {
      // The storage is full or blocked, or a message is nested too deeply for JSON. The page works without a save.
    }
    if (isConflict) saveLater()
  }

  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const data = queryClient.getQueryData<RestoringCollection>(queryKey)
    if (data && !data.isRestoring) await persister.persistQueryByKey(queryKey, queryClient)
  }

  function saveLater(): void {
    timer ??= setTimeout(save, saveInterval)
  }

  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === queryHash) saveLater()
  })
  onHidden(() => timer && void save())
  return restoring
}

const prefix = 'flows'

function onPageHidden(listener: () => void): void {
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener()
  })
}

function isHead(value: unknown): value is StoredHead {
  const { saveId, query, parts } = (value ?? {}) as Partial<StoredHead>
  return (
    typeof saveId === 'string' && Array.isArray(parts) && Array.isArray((query?.state?.data as FlowCollection)?.flows)
  )
}

function storesMore(one: StoredHead, other: StoredHead): boolean {
  return one.chainId === other.chainId && !other.complete && one.loaded > other.loaded && one.newestId <= other.newestId
}

/** Returns the query with the newest flows. */
function firstScreen({ query, newest }: StoredHead): PersistedQuery {
  const data = { ...(query.state.data as FlowCollection), flows: decodeRows(newest, new Map()) }
  return { ...query, state: { ...query.state, data } }
}

async function headsOf(records: Records): Promise<[key: string, head: StoredHead][]> {
  const keys = (await records.keys()).filter(key => !key.startsWith(partPrefix))
  const heads = await Promise.all(keys.map(async key => [key, await records.get(key)] as const))
  return heads.flatMap(([key, head]) => (isHead(head) ? [[key, head]] : []))
}

/** Removes a chain with all its records. */
function remove(records: Records, key: string): Promise<void> {
  return records.update(key, head => ({ put: [], remove: [key, ...(isHead(head) ? head.parts : [])] }))
}

async function removeOldest(records: Records): Promise<void> {
  const heads = await headsOf(records)
  const newestFirst = heads.sort(
    ([, one], [, other]) => other.query.state.dataUpdatedAt - one.query.state.dataUpdatedAt,
  )
  for (const [key] of newestFirst.slice(maxChains)) await remove(records, key)
}

/** Returns undefined if the storage fails or doesn't answer in time. */
function answered(reading: Promise<unknown>): Promise<unknown> {
  return within(storageTimeout, reading).catch(() => undefined)
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
