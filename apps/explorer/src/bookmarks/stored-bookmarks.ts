import { type Bookmark, parseBookmarks } from './bookmarks'

export const storageKey = 'flow-explorer:bookmarks'

/** Null if the browser blocks the storage. */
export type BookmarkStorage = Pick<Storage, 'getItem' | 'setItem'> | null

/** Returns the stored bookmarks, or `otherwise` if the storage can't be read. */
export function readBookmarks(storage: BookmarkStorage, otherwise: readonly Bookmark[]): readonly Bookmark[] {
  try {
    return storage ? parseBookmarks(storage.getItem(storageKey)) : otherwise
  } catch {
    return otherwise
  }
}

/** Stores bookmarks. Returns false if the browser blocks the storage, or if it is full. */
export function storeBookmarks(storage: BookmarkStorage, bookmarks: readonly Bookmark[]): boolean {
  try {
    storage?.setItem(storageKey, JSON.stringify(bookmarks))
    return storage !== null
  } catch {
    return false
  }
}
