import { useSyncExternalStore } from 'react'
import { allowedStorage } from '../storage/allowed-storage'
import { type Bookmark, createBookmarks } from './bookmarks'

export const bookmarks = createBookmarks({ storage: allowedStorage('localStorage'), events: globalThis })

export function useBookmarks(): readonly Bookmark[] {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.all)
}

export function useOwnerNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(bookmarks.subscribe, bookmarks.ownerNames)
}
