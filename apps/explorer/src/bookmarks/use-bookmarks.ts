import { useSyncExternalStore } from 'react'
import { allowedStorage } from '../storage/allowed-storage'
import { type Bookmark, createBookmarks } from './bookmarks'

/** The bookmarks of this device. */
export const bookmarks = createBookmarks({ storage: allowedStorage('localStorage'), events: globalThis })

/** Returns all bookmarks, newest first. */
export function useBookmarks(): readonly Bookmark[] {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.all)
}

/** Returns the names of bookmarked owners, by address. */
export function useOwnerNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.ownerNames)
}
