import type { PageArgs, PageInfo } from '@flow-query/core'
import { CommandError } from '../settings.js'
import type { Output } from '../terminal/output.js'
import { type ProgressUpdate, withProgress } from '../terminal/progress.js'

export interface Page<Item> extends PageInfo {
  items: Item[]
}

interface FindOptions<Item> {
  /** The name of the items in the plural, for the progress bar: `flows`. */
  noun: string
  /** The number of items to find. */
  limit: number
  /** The page key to start at. */
  key?: string | undefined
  /** Selects items. Without it, all items match. */
  filter?: ((item: Item) => boolean) | undefined
}

export interface Found<Item> {
  /** The matching items with their positions in the list, from 0. */
  found: { item: Item; place: number }[]
  /** The number of items that were read. */
  read: number
  /** The key of the item after the last match. */
  nextKey: string | null
  total: number | null
}

const pageSize = 100

/** Reads pages until it has found `limit` matching items. */
export async function find<Item>(
  output: Output,
  readPage: (page: PageArgs) => Promise<Page<Item>>,
  { noun, limit, key, filter }: FindOptions<Item>,
): Promise<Found<Item>> {
  if (!filter) {
    const { items, nextKey, total } = await readPage({ key, limit })
    return { found: items.map((item, place) => ({ item, place })), read: items.length, nextKey, total }
  }
  return withProgress(output, noun, async progress => {
    const found: Found<Item>['found'] = []
    const usedKeys = new Set<string | undefined>()
    let read = 0
    let total: number | null = null
    // Stops if a node returns a key twice, because the pages would repeat.
    for (let next = key; !usedKeys.has(next); ) {
      usedKeys.add(next)
      const page = await readPage({ key: next, limit: pageSize })
      total ??= page.total
      for (const [index, item] of page.items.entries()) {
        if (filter(item)) found.push({ item, place: read + index })
        if (found.length < limit) continue
        const { nextKey } = index + 1 < page.items.length ? await readPage({ key: next, limit: index + 1 }) : page
        return { found, read: read + index + 1, nextKey, total }
      }
      read += page.items.length
      progress.update({ loaded: read, total })
      if (page.nextKey === null || !page.items.length) break
      next = page.nextKey
    }
    return { found, read, nextKey: null, total }
  })
}

/** Reads all items of a list, one page at a time, because the page keys can't be calculated. */
export async function* readAll<Item>(
  readPage: (page: PageArgs) => Promise<Page<Item>>,
  onProgress: (progress: ProgressUpdate) => void,
): AsyncGenerator<Item> {
  const usedKeys = new Set<string>()
  let loaded = 0
  let total: number | null = null
  for (let key: string | null = null; ; ) {
    const page: Page<Item> = await readPage({ key, limit: pageSize, countTotal: key === null })
    total ??= page.total
    yield* page.items
    loaded += page.items.length
    onProgress({ loaded, total })
    key = page.nextKey
    if (key === null) return
    if (usedKeys.has(key))
      throw new CommandError('The node returned the same page twice.', 'Use another node with --lcd.')
    usedKeys.add(key)
  }
}
