import { address } from '@flow-query/testing'
import { expect, test, vi } from 'vitest'
import { embedded } from '../node/endpoint'
import {
  type Bookmark,
  bookmarkPath,
  createBookmarks,
  findBookmark,
  maxBookmarkName,
  maxBookmarks,
  reachableBookmarks,
} from './bookmarks'

const owner = address('alice')
const mia: Bookmark = { kind: 'owner', id: owner, name: 'Mia', lcd: null }
const rent: Bookmark = { kind: 'flow', id: '14', name: 'Rent', lcd: 'https://lcd.example.org' }

/** A storage that all tabs share, like `localStorage`: the other tabs get an event when one tab changes it. */
function device(stored?: string) {
  let text = stored ?? null
  const tabs = new Set<EventTarget>()
  function open() {
    const events = new EventTarget()
    tabs.add(events)
    const storage = {
      getItem: () => text,
      setItem(key: string, value: string) {
        text = value
        for (const tab of tabs) if (tab !== events) tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
      },
    }
    return createBookmarks({ storage, events })
  }
  return { open, text: () => text }
}

test('saves, renames and removes bookmarks, newest first', () => {
  const { open } = device()
  const bookmarks = open()
  expect(bookmarks.save(mia)).toBe('saved')
  expect(bookmarks.save(rent)).toBe('saved')
  expect(bookmarks.all()).toEqual([rent, mia])
  bookmarks.save({ ...mia, name: '  Mia Miller ' })
  expect(bookmarks.ownerNames().get(owner)).toBe('Mia Miller')
  expect(
    open()
      .all()
      .map(({ name }) => name),
  ).toEqual(['Rent', 'Mia Miller'])
  bookmarks.remove(rent)
  expect(open().all()).toHaveLength(1)
})

test('flows of other chains have other bookmarks, but an owner has one bookmark', () => {
  const bookmarks = device().open()
  bookmarks.save(rent)
  bookmarks.save(mia)
  expect(findBookmark(bookmarks.all(), { kind: 'flow', id: '14', lcd: null })).toBeUndefined()
  expect(findBookmark(bookmarks.all(), { kind: 'owner', id: owner, lcd: 'https://lcd.example.org' })).toEqual(mia)
})

test('lists all owners, and the flows of the endpoint', () => {
  const { lcd } = rent
  expect(reachableBookmarks([rent, mia], { lcd, rpc: null }).map(bookmarkPath)).toEqual([
    '/flows/14',
    `/owners/${owner}`,
  ])
  expect(reachableBookmarks([rent, mia], embedded)).toEqual([mia])
})

test('a change in one tab reaches the other tabs', () => {
  const { open } = device()
  const [first, second] = [open(), open()]
  const listener = vi.fn()
  const unsubscribe = second.subscribe(listener)
  first.save(mia)
  expect(listener).toHaveBeenCalledOnce()
  expect(second.all()).toEqual([mia])
  unsubscribe()
  first.remove(mia)
  expect(listener).toHaveBeenCalledOnce()
})

test('a tab without listeners keeps the bookmarks that another tab has saved', () => {
  const { open } = device()
  const [first, second] = [open(), open()]
  first.save(mia)
  second.save(rent)
  expect(open().all()).toEqual([rent, mia])
})

test('returns the same array and the same names until the bookmarks change', () => {
  const bookmarks = device().open()
  bookmarks.save(mia)
  expect(bookmarks.all()).toBe(bookmarks.all())
  expect(bookmarks.ownerNames()).toBe(bookmarks.ownerNames())
})

test.each([
  ['no JSON', '{'],
  ['an object', '{"kind":"owner"}'],
  ['null', 'null'],
])('ignores a storage that contains %s', (_, stored) => {
  expect(device(stored).open().all()).toEqual([])
})

test('omits invalid and repeated bookmarks', () => {
  const invalid = [
    null,
    7,
    { ...mia, kind: 'agent' },
    { ...mia, id: 'javascript:alert(1)' },
    { ...mia, name: ' ' },
    { ...rent, id: '../params' },
    { ...rent, lcd: 5 },
    { ...mia, name: 'Again' },
  ]
  const { open } = device(JSON.stringify([mia, ...invalid, rent]))
  expect(open().all()).toEqual([mia, rent])
})

test('limits the number of bookmarks and the length of names', () => {
  const flows = Array.from({ length: maxBookmarks + 20 }, (_, id) => ({ ...rent, id: `${id}`, name: 'x'.repeat(500) }))
  const bookmarks = device(JSON.stringify(flows)).open()
  expect(bookmarks.all()).toHaveLength(maxBookmarks)
  expect(bookmarks.all()[0]?.name).toHaveLength(maxBookmarkName)
  expect(bookmarks.save(mia)).toBe('full')
  expect(findBookmark(bookmarks.all(), mia)).toBeUndefined()
  expect(bookmarks.save({ ...rent, id: '3', name: 'Known' })).toBe('saved')
  bookmarks.remove({ ...rent, id: '3' })
  expect(bookmarks.save(mia)).toBe('saved')
})

test.each([
  ['is blocked', null],
  [
    'is full',
    {
      getItem: () => null,
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
    },
  ],
  [
    'cannot be read',
    {
      getItem() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
      setItem() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    },
  ],
])('keeps bookmarks until the page closes if the storage %s', (_, storage) => {
  const bookmarks = createBookmarks({ storage, events: new EventTarget() })
  expect(bookmarks.save(mia)).toBe('notStored')
  expect(bookmarks.save(rent)).toBe('notStored')
  expect(bookmarks.all()).toEqual([rent, mia])
  bookmarks.remove(mia)
  expect(bookmarks.all()).toEqual([rent])
})
