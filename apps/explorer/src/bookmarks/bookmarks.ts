import type { Endpoint } from '../node/endpoint'
import { isOwnerAddress, paths } from '../router/paths'

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

/** Adds a bookmark as the first one, or renames it. Returns null if there are already {@link maxBookmarks} bookmarks. */
export function withBookmark(all: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] | null {
  const named = { ...bookmark, name: bookmark.name.trim().slice(0, maxBookmarkName) }
  const known = all.findIndex(other => isSame(other, bookmark))
  if (known >= 0) return all.with(known, named)
  return all.length < maxBookmarks ? [named, ...all] : null
}

export function withoutBookmark(all: readonly Bookmark[], target: BookmarkTarget): readonly Bookmark[] {
  return all.filter(bookmark => !isSame(bookmark, target))
}

export function findBookmark(all: readonly Bookmark[], target: BookmarkTarget): Bookmark | undefined {
  return all.find(bookmark => isSame(bookmark, target))
}

function isSame(bookmark: Bookmark, { kind, id, lcd }: BookmarkTarget): boolean {
  return bookmark.kind === kind && bookmark.id === id && (kind === 'owner' || bookmark.lcd === lcd)
}

/** Returns the names of bookmarked owners, by address. */
export function namesOfOwners(all: readonly Bookmark[]): ReadonlyMap<string, string> {
  return new Map(all.filter(({ kind }) => kind === 'owner').map(({ id, name }) => [id, name]))
}

/** Reads stored bookmarks. Omits invalid ones, because other versions of the explorer or users may have changed the storage. */
export function parseBookmarks(text: string | null): Bookmark[] {
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
    if (bookmark && !findBookmark(bookmarks, bookmark)) bookmarks.push(bookmark)
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
