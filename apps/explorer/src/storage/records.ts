import { createStore, get, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval'

/** Changes that are written together or not at all. */
interface RecordChanges {
  put: readonly (readonly [key: string, value: unknown])[]
  remove: readonly string[]
}

/** A key-value store whose updates are atomic, also if several tabs use it. */
export interface Records {
  get: (key: string) => Promise<unknown>
  getMany: (keys: string[]) => Promise<unknown[]>
  keys: () => Promise<string[]>
  /** Reads a record and applies the changes that depend on it. `changes` must be synchronous. Null changes nothing. */
  update: (key: string, changes: (current: unknown) => RecordChanges | null) => Promise<void>
}

/** Opens the IndexedDB database of this site. Returns null if the browser has no IndexedDB. */
export function openRecords(): Records | null {
  try {
    if (!globalThis.indexedDB) return null
    return recordsIn(createStore('flow-explorer', 'collections'))
  } catch {
    // Some browsers throw if the user blocks storage.
    return null
  }
}

function recordsIn(store: UseStore): Records {
  return {
    get: key => get(key, store),
    getMany: keys => getMany(keys, store),
    keys: async () => (await keys(store)).map(String),
    update: (key, changes) =>
      store('readwrite', objects => {
        const request = objects.get(key)
        request.onsuccess = () => {
          try {
            const { put, remove } = changes(request.result) ?? { put: [], remove: [] }
            for (const key of remove) objects.delete(key)
            putInTurn(objects, put)
          } catch {
            // The promise below rejects.
            objects.transaction.abort()
          }
        }
        return promisifyRequest(objects.transaction)
      }),
  }
}

/** Writes one record after another, because the browser copies each one before it can handle input. */
function putInTurn(objects: IDBObjectStore, [next, ...others]: RecordChanges['put']): void {
  if (!next) return
  const [key, value] = next
  objects.put(value, key).onsuccess = () => putInTurn(objects, others)
}
