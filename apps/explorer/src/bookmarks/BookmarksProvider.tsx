import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import { type Bookmark, type BookmarkTarget, namesOfOwners, withBookmark, withoutBookmark } from './bookmarks'
import { readBookmarks, storageKey, storeBookmarks } from './stored-bookmarks'

/**
 * - `saved`: the bookmark is stored.
 * - `notStored`: the browser blocks the storage, or it is full. The bookmark lasts until the page is closed.
 * - `full`: there are too many bookmarks already. Nothing has changed.
 */
type SaveResult = 'saved' | 'notStored' | 'full'

interface BookmarksState {
  /** All bookmarks, newest first. */
  bookmarks: readonly Bookmark[]
  /** The names of bookmarked owners, by address. */
  ownerNames: ReadonlyMap<string, string>
  /** Adds a bookmark, or renames it. */
  save: (bookmark: Bookmark) => SaveResult
  remove: (target: BookmarkTarget) => void
}

const BookmarksContext = createContext<BookmarksState | null>(null)

/** All tabs of the browser share the bookmarks. */
export function BookmarksProvider({ children }: { children: ReactNode }) {
  const storage = allowedStorage('localStorage')
  const [bookmarks, setBookmarks] = useState(() => readBookmarks(storage, []))
  const [isStored, setStored] = useState(true)
  useEffect(() => {
    function onStorage({ key }: StorageEvent) {
      // The key is null if another tab has cleared the storage.
      if (key === storageKey || key === null) setBookmarks(known => readBookmarks(storage, known))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [storage])

  const state = useMemo<BookmarksState>(() => {
    // Another tab may have changed the stored bookmarks just before this one.
    const newest = () => (isStored ? readBookmarks(storage, bookmarks) : bookmarks)
    function change(changed: readonly Bookmark[]): SaveResult {
      const hasStored = storeBookmarks(storage, changed)
      setBookmarks(changed)
      setStored(hasStored)
      return hasStored ? 'saved' : 'notStored'
    }
    return {
      bookmarks,
      ownerNames: namesOfOwners(bookmarks),
      save(bookmark) {
        const changed = withBookmark(newest(), bookmark)
        return changed ? change(changed) : 'full'
      },
      remove(target) {
        change(withoutBookmark(newest(), target))
      },
    }
  }, [storage, bookmarks, isStored])
  return <BookmarksContext value={state}>{children}</BookmarksContext>
}

export function useBookmarks(): BookmarksState {
  const state = use(BookmarksContext)
  if (!state) throw new Error('useBookmarks must be used inside a BookmarksProvider.')
  return state
}
