import { address } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { embedded } from '../node/endpoint'
import {
  type Bookmark,
  bookmarkPath,
  findBookmark,
  maxBookmarkName,
  maxBookmarks,
  namesOfOwners,
  parseBookmarks,
  reachableBookmarks,
  withBookmark,
  withoutBookmark,
} from './bookmarks'

const owner = address('alice')
const mia: Bookmark = { kind: 'owner', id: owner, name: 'Mia', lcd: null }
const rent: Bookmark = { kind: 'flow', id: '14', name: 'Rent', lcd: 'https://lcd.example.org' }

test('adds, renames and removes bookmarks, newest first', () => {
  const both = withBookmark(withBookmark([], mia) ?? [], rent) ?? []
  expect(both).toEqual([rent, mia])
  const renamed = withBookmark(both, { ...mia, name: '  Mia Miller ' }) ?? []
  expect(renamed.map(({ name }) => name)).toEqual(['Rent', 'Mia Miller'])
  expect(namesOfOwners(renamed)).toEqual(new Map([[owner, 'Mia Miller']]))
  expect(withoutBookmark(renamed, rent)).toEqual([{ ...mia, name: 'Mia Miller' }])
})

test('flows of other chains have other bookmarks, but an owner has one bookmark', () => {
  expect(findBookmark([rent, mia], { kind: 'flow', id: '14', lcd: null })).toBeUndefined()
  expect(findBookmark([rent, mia], { kind: 'owner', id: owner, lcd: 'https://lcd.example.org' })).toEqual(mia)
})

test('lists all owners, and the flows of the endpoint', () => {
  const { lcd } = rent
  expect(reachableBookmarks([rent, mia], { lcd, rpc: null }).map(bookmarkPath)).toEqual([
    '/flows/14',
    `/owners/${owner}`,
  ])
  expect(reachableBookmarks([rent, mia], embedded)).toEqual([mia])
})

test.each([
  ['no JSON', '{'],
  ['an object', '{"kind":"owner"}'],
  ['null', 'null'],
  ['nothing', null],
])('ignores a storage that contains %s', (_, stored) => {
  expect(parseBookmarks(stored)).toEqual([])
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
  expect(parseBookmarks(JSON.stringify([mia, ...invalid, rent]))).toEqual([mia, rent])
})

test('limits the number of bookmarks and the length of names', () => {
  const flows = Array.from({ length: maxBookmarks + 20 }, (_, id) => ({ ...rent, id: `${id}`, name: 'x'.repeat(500) }))
  const all = parseBookmarks(JSON.stringify(flows))
  expect(all).toHaveLength(maxBookmarks)
  expect(all[0]?.name).toHaveLength(maxBookmarkName)
  expect(withBookmark(all, mia)).toBeNull()
  expect(withBookmark(all, { ...rent, id: '3', name: 'Known' })).toHaveLength(maxBookmarks)
  expect(withBookmark(withoutBookmark(all, { ...rent, id: '3' }), mia)?.[0]).toEqual(mia)
})
