import type { PageArgs, PageInfo } from '@flow-query/core'
import { CommandError } from '../settings.js'
import type { Output } from '../terminal/output.js'
import { type HowFar, withProgress } from '../terminal/progress.js'

export interface Page<Item> extends PageInfo {
  items: Item[]
}

interface Wanted<Item> {
  /** In the plural: `flows`. */
  what: string
  /** How many of those that are wanted. */
  limit: number
  /** Where to begin. */
  key?: string | undefined
  /** All are without. */
  isWanted?: ((item: Item) => boolean) | undefined
}

export interface Found<Item> {
  /** Each with its place in the list, from 0. */
  found: { item: Item; place: number }[]
  /** How many were looked at. */
  read: number
  /** After the last one that was found. */
  nextKey: string | null
  total: number | null
}

const pageSize = 100

/** The first items of a list that are wanted, however many pages have to be read for them. */
export async function find<Item>(
  output: Output,
  readPage: (page: PageArgs) => Promise<Page<Item>>,
  { what, limit, key, isWanted }: Wanted<Item>,
): Promise<Found<Item>> {
  if (!isWanted) {
    const { items, nextKey, total } = await readPage({ key, limit })
    return { found: items.map((item, place) => ({ item, place })), read: items.length, nextKey, total }
  }
  return withProgress(output, what, async progress => {
    const found: Found<Item>['found'] = []
    const asked = new Set<string | undefined>()
    let read = 0
    let total: number | null = null
    // A node that sends somebody round in circles has told all that it will.
    for (let next = key; !asked.has(next); ) {
      asked.add(next)
      const page = await readPage({ key: next, limit: pageSize })
      total ??= page.total
      for (const [index, item] of page.items.entries()) {
        if (isWanted(item)) found.push({ item, place: read + index })
        if (found.length < limit) continue
        const { nextKey } = index + 1 < page.items.length ? await readPage({ key: next, limit: index + 1 }) : page
        return { found, read: read + index + 1, nextKey, total }
      }
      read += page.items.length
      progress.update({ done: read, of: total })
      if (page.nextKey === null || !page.items.length) break
      next = page.nextKey
    }
    return { found, read, nextKey: null, total }
  })
}

/** Every item of a list whose cursors cannot be known beforehand, page after page. */
export async function* readAll<Item>(
  readPage: (page: PageArgs) => Promise<Page<Item>>,
  onProgress: (howFar: HowFar) => void,
): AsyncGenerator<Item> {
  const asked = new Set<string>()
  let done = 0
  let total: number | null = null
  for (let key: string | null = null; ; ) {
    const page: Page<Item> = await readPage({ key, limit: pageSize, countTotal: key === null })
    total ??= page.total
    yield* page.items
    done += page.items.length
    onProgress({ done, of: total })
    key = page.nextKey
    if (key === null) return
    if (asked.has(key)) throw new CommandError('The node’s list goes round in circles.', 'Read from another one: --lcd')
    asked.add(key)
  }
}
