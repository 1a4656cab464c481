import { get, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval'

const databaseName = 'flow-explorer'
const storeName = 'collections'

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

/** Opens the IndexedDB database of this site. If the browser blocks it, all operations reject. */
export function openRecords(): Records {
  const store = createStore()
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

/**
 * Like `createStore` of idb-keyval, but a browser that throws an error when the database is opened causes a rejection. The connection is
 * closed when another tab wants to delete or upgrade the database, because that tab would have to wait for it.
 */
function createStore(): UseStore {
  let opening: Promise<IDBDatabase> | undefined
  function forget(): void {
    opening = undefined
  }
  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    const database = await promisifyRequest(request)
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  }
  return async (mode, use) => {
    if (!opening) {
      opening = open()
      opening.catch(forget)
    }
    const database = await opening
    return use(database.transaction(storeName, mode).objectStore(storeName))
  }
}

/** Writes one record after another, because the browser copies each one before it can handle input. */
function putInTurn(objects: IDBObjectStore, [next, ...others]: RecordChanges['put']): void {
  if (!next) return
  const [key, value] = next
  objects.put(value, key).onsuccess = () => putInTurn(objects, others)
}
