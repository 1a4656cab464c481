import type { Endpoint } from '../node/endpoint'
import { isOwnerAddress, paths } from '../paths'

/** An owner or a flow that the user has named on this device. */
export interface Bookmark {
  kind: 'owner' | 'flow'
  /** The address of the owner, or the ID of the flow. */
  id: string
  name: string
  /** The LCD of a flow, because other chains have other flows with the same ID. Null for the demo chain and for owners. */
  lcd: string | null
}

export type BookmarkTarget = Pick<Bookmark, 'kind' | 'id' | 'lcd'>

/**
 * - `saved`: the bookmark is stored.
 * - `notStored`: the browser blocks the storage, or it is full. The bookmark lasts until the page is closed.
 * - `full`: there are already {@link maxBookmarks} bookmarks. Nothing has changed.
 */
type BookmarkResult = 'saved' | 'notStored' | 'full'

/** All tabs of the browser share the bookmarks. */
export interface Bookmarks {
  /** Returns all bookmarks, newest first. Returns the same array until they change. */
  all(): readonly Bookmark[]
  /** Returns the names of bookmarked owners, by address. Returns the same map until the bookmarks change. */
  ownerNames(): ReadonlyMap<string, string>
  /** Adds a bookmark, or renames it. */
  save(bookmark: Bookmark): BookmarkResult
  remove(target: BookmarkTarget): void
  /** Calls `listener` after a change in this tab or another one. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Returns the bookmarks that the endpoint can show: all owners, and the flows that were bookmarked on this endpoint. */
export function reachableBookmarks(all: readonly Bookmark[], { lcd }: Endpoint): Bookmark[] {
  return all.filter(bookmark => bookmark.kind === 'owner' || bookmark.lcd === lcd)
}

export function bookmarkPath({ kind, id }: BookmarkTarget): string {
  return kind === 'owner' ? paths.owner(id) : paths.flow(id)
}

export const maxBookmarks = 100
/** The maximum length of a name, in characters. */
export const maxBookmarkName = 60

const storageKey = 'flow-explorer:bookmarks'

/** The environment of bookmarks. Tests replace it. */
export interface BookmarkSurroundings {
  /** Null if the browser blocks the storage. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Dispatches a `storage` event when another tab changes the storage. */
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

export function createBookmarks({ storage, events }: BookmarkSurroundings): Bookmarks {
  const listeners = new Set<() => void>()
  let current = read() ?? []
  /** Whether the storage contains the current bookmarks. */
  let isStored = true
  let names = ownerNames(current)

  /** Returns the stored bookmarks, or null if the storage can't be read. */
  function read(): Bookmark[] | null {
    try {
      return storage ? parseBookmarks(storage.getItem(storageKey)) : null
    } catch {
      return null
    }
  }

  function change(bookmarks: Bookmark[]): void {
    current = bookmarks
    names = ownerNames(current)
    for (const listener of listeners) listener()
  }

  function store(bookmarks: Bookmark[]): BookmarkResult {
    change(bookmarks)
    try {
      storage?.setItem(storageKey, JSON.stringify(bookmarks))
      return storage ? 'saved' : 'notStored'
    } catch {
      return 'notStored'
    }
  }

  function onStorage(event: Event): void {
    const { key } = event as StorageEvent
    // The key is null if another tab has cleared the storage.
    if (key === storageKey || key === null) change(read() ?? current)
  }

  /** Another tab may have changed the stored bookmarks just before this one. */
  const newest = () => (isStored ? (read() ?? current) : current)

  return {
    all: () => current,
    ownerNames: () => names,
    save(bookmark) {
      const before = newest()
      const known = before.findIndex(other => isSame(other, bookmark))
      if (known < 0 && before.length >= maxBookmarks) return 'full'
      const named = { ...bookmark, name: bookmark.name.trim().slice(0, maxBookmarkName) }
      const result = store(known < 0 ? [named, ...before] : before.with(known, named))
      isStored = result === 'saved'
      return result
    },
    remove(target) {
      isStored = store(newest().filter(bookmark => !isSame(bookmark, target))) === 'saved'
    },
    subscribe(listener) {
      if (!listeners.size) events.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) events.removeEventListener('storage', onStorage)
      }
    },
  }
}

export function findBookmark(all: readonly Bookmark[], target: BookmarkTarget): Bookmark | undefined {
  return all.find(bookmark => isSame(bookmark, target))
}

function isSame(bookmark: Bookmark, { kind, id, lcd }: BookmarkTarget): boolean {
  return bookmark.kind === kind && bookmark.id === id && (kind === 'owner' || bookmark.lcd === lcd)
}

function ownerNames(bookmarks: readonly Bookmark[]): ReadonlyMap<string, string> {
  return new Map(bookmarks.filter(({ kind }) => kind === 'owner').map(({ id, name }) => [id, name]))
}

/** Reads stored bookmarks. Omits invalid ones, because other versions of the explorer or users may have changed the storage. */
function parseBookmarks(text: string | null): Bookmark[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(stored)) return []
  const bookmarks: Bookmark[] = []
  for (const value of stored) {
    const bookmark = checkedBookmark(value)
    if (bookmark && !bookmarks.some(other => isSame(other, bookmark))) bookmarks.push(bookmark)
    if (bookmarks.length === maxBookmarks) break
  }
  return bookmarks
}

function checkedBookmark(value: unknown): Bookmark | null {
  const { kind, id, name, lcd = null } = (value ?? {}) as Partial<Record<keyof Bookmark, unknown>>
  if (typeof id !== 'string' || typeof name !== 'string' || !name.trim()) return null
  if (lcd !== null && typeof lcd !== 'string') return null
  const checked = { id, name: name.trim().slice(0, maxBookmarkName), lcd }
  if (kind === 'owner') return isOwnerAddress(id) ? { kind, ...checked } : null
  if (kind === 'flow') return /^\d{1,20}$/.test(id) ? { kind, ...checked } : null
  return null
}
