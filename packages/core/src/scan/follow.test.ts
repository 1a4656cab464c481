import { expect, test } from 'vitest'
import { FlowQueryError } from '../errors.js'
import type { PageArgs } from '../types.js'
import { followPages, type ListPage } from './follow.js'

/** Returns pages of a list with these items. The cursor after a page is the index of the next item. */
function pagesOf(items: readonly number[], requests: PageArgs[] = []) {
  return async (page: PageArgs): Promise<ListPage<number>> => {
    requests.push(page)
    const start = page.key ? Number(page.key) : Number(page.offset ?? 0)
    const end = start + (page.limit ?? 0)
    return { items: items.slice(start, end), nextKey: end < items.length ? String(end) : null, total: null }
  }
}

async function all(pages: AsyncIterable<ListPage<number>>): Promise<number[][]> {
  const found: number[][] = []
  for await (const { items } of pages) found.push(items)
  return found
}

test('reads the pages of a list from a position to the end', async () => {
  const requests: PageArgs[] = []
  const start = { offset: 1, limit: 2, reverse: true, countTotal: true }
  expect(await all(followPages(pagesOf([1, 2, 3, 4, 5, 6], requests), start))).toEqual([[2, 3], [4, 5], [6]])
  expect(requests).toEqual([start, { key: '3', limit: 2, reverse: true }, { key: '5', limit: 2, reverse: true }])
})

test('reads smaller pages after a response that is too large', async () => {
  const read = pagesOf([1, 2, 3, 4, 5])
  const limited = async (page: PageArgs) => {
    if (Number(page.limit) > 2) throw new FlowQueryError('tooLarge', 'too large')
    return read(page)
  }
  expect(await all(followPages(limited))).toEqual([[1], [2], [3], [4], [5]])
  await expect(all(followPages(async () => Promise.reject(new FlowQueryError('tooLarge', ''))))).rejects.toMatchObject({
    kind: 'tooLarge',
  })
})

test.each<[string, (page: PageArgs) => ListPage<number>]>([
  ['an empty page with a cursor', () => ({ items: [], nextKey: 'next', total: null })],
  ['a repeated cursor', ({ key }) => ({ items: key ? [2] : [1], nextKey: 'next', total: null })],
  ['repeated items with new cursors', ({ key }) => ({ items: [1, 2], nextKey: `${key}.`, total: null })],
])('rejects %s, and hides the repeated page', async (_, read) => {
  const found: number[] = []
  const reading = async () => {
    for await (const { items } of followPages(async page => read(page))) found.push(...items)
  }
  await expect(reading()).rejects.toMatchObject({ kind: 'node' })
  expect(found).toEqual([...new Set(found)])
})

test('compares items by the given identity', async () => {
  const read = pagesOf([1, -1, 2, -2])
  await expect(all(followPages(read, { limit: 1 }, item => `${Math.abs(item)}`))).rejects.toMatchObject({
    kind: 'node',
  })
})
