import type { PageArgs } from '@flow-query/core'
import { followPages, type ListPage } from '@flow-query/core/scan'
import type { Output } from '../terminal/output.js'
import { type ProgressUpdate, withProgress } from '../terminal/progress.js'

interface FindOptions<Item> {
  limit: number
  key?: string | undefined
  filter?: ((item: Item) => boolean) | undefined
  /** Ends the search at the first item for which it returns true. */
  isPast?: ((item: Item) => boolean) | undefined
}

export interface Found<Item> {
  found: { item: Item; place: number }[]
  read: number
  /** The key of the item after the last match. */
  nextKey: string | null
  total: number | null
}

export async function find<Item>(
  output: Output,
  readPage: (page: PageArgs) => Promise<ListPage<Item>>,
  { noun, filter, ...options }: FindOptions<Item> & { noun: string },
): Promise<Found<Item>> {
  if (filter) return withProgress(output, noun, ({ update }) => search(readPage, { ...options, filter }, update))
  const { limit, key } = options
  const { items, nextKey, total } = await readPage({ key, limit })
  return { found: items.map((item, place) => ({ item, place })), read: items.length, nextKey, total }
}

/** Reads pages until it has found enough items. */
export async function search<Item>(
  readPage: (page: PageArgs) => Promise<ListPage<Item>>,
  { limit, key, filter = () => true, isPast = () => false }: FindOptions<Item>,
  onProgress: (progress: ProgressUpdate) => void = () => {},
): Promise<Found<Item>> {
  const found: Found<Item>['found'] = []
  let read = 0
  let total: number | null = null
  let pageKey = key
  for await (const page of followPages(readPage, { key })) {
    total ??= page.total
    for (const [index, item] of page.items.entries()) {
      if (isPast(item)) return { found, read: read + index, nextKey: null, total }
      if (filter(item)) found.push({ item, place: read + index })
      if (found.length < limit) continue
      const { nextKey } = index + 1 < page.items.length ? await readPage({ key: pageKey, limit: index + 1 }) : page
      return { found, read: read + index + 1, nextKey, total }
    }
    read += page.items.length
    onProgress({ loaded: read, total })
    pageKey = page.nextKey ?? undefined
  }
  return { found, read, nextKey: null, total }
}

/** Reads all items of a list, one page at a time, because the page keys can't be calculated. */
export async function* readAll<Item>(
  readPage: (page: PageArgs) => Promise<ListPage<Item>>,
  onProgress: (progress: ProgressUpdate) => void,
): AsyncGenerator<Item> {
  let loaded = 0
  let total: number | null = null
  for await (const page of followPages(readPage, { countTotal: true })) {
    total ??= page.total
    yield* page.items
    loaded += page.items.length
    onProgress({ loaded, total })
  }
}
