import { expect, test } from 'vitest'
import type { Bookmark } from './bookmarks'
import { type BookmarkStorage, readBookmarks, storeBookmarks } from './stored-bookmarks'

const rent: Bookmark = { kind: 'flow', id: '14', name: 'Rent', lcd: 'https://lcd.example.org' }

test('reads what was stored, and nothing from a new storage', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  }
  expect(readBookmarks(storage, [rent])).toEqual([])
  expect(storeBookmarks(storage, [rent])).toBe(true)
  expect(readBookmarks(storage, [])).toEqual([rent])
})

const fails = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each<[string, BookmarkStorage]>([
  ['is blocked', null],
  ['cannot be read', { getItem: fails, setItem: fails }],
])('keeps the known bookmarks if the storage %s', (_, storage) => {
  expect(readBookmarks(storage, [rent])).toEqual([rent])
  expect(storeBookmarks(storage, [rent])).toBe(false)
})

test('reports a full storage', () => {
  expect(storeBookmarks({ getItem: () => null, setItem: fails }, [rent])).toBe(false)
})
