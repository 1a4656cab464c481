import { FlowQueryError, isFlowQueryError } from '../errors.js'
import type { PageArgs, PageInfo } from '../types.js'

export interface ListPage<Item> extends PageInfo {
  items: Item[]
}

export type ReadPage<Item> = (page: PageArgs) => Promise<ListPage<Item>>

/**
 * Reads the pages of a list from a start position to its end, one after the other. {@link scanFlows} is faster for whole lists.
 *
 * @example
 * const readPage = async (page: PageArgs) => {
 *   const { history: items, ...info } = await client.flowHistory({ id: 14, ...page })
 *   return { items, ...info }
 * }
 * for await (const { items } of followPages(readPage, { offset: 100 })) console.log(items.length)
 *
 * @param start the first page. Only the first request has its `offset` and `countTotal`. Default: the beginning, with 100 items per page
 * @param identity returns a unique text for an item. Default: its JSON
 * @throws {FlowQueryError} with kind `node` if the list never ends, because pages repeat. The loop doesn't receive repeated pages.
 * Other errors are the same as for `readPage`
 */
export function followPages<Item>(
  readPage: ReadPage<Item>,
  start: PageArgs = {},
  identity?: (item: Item) => string,
): AsyncGenerator<ListPage<Item>, void, undefined> {
  return pagesFrom(createPageReader(readPage, start.limit ?? 100).read, start, identity)
}

export async function* pagesFrom<Item>(
  readPage: ReadPage<Item>,
  start: PageArgs,
  identity?: (item: Item) => string,
): AsyncGenerator<ListPage<Item>, void, undefined> {
  const checkRepetition = createRepetitionCheck(identity)
  let page = await readPage(start)
  for (;;) {
    checkRepetition(page)
    yield page
    if (page.nextKey === null) return
    page = await readPage({ key: page.nextKey, reverse: start.reverse })
  }
}

export function createPageReader<Item>(readPage: ReadPage<Item>, size: number) {
  async function read(at: PageArgs, wanted = size): Promise<ListPage<Item>> {
    const limit = Math.min(wanted, size)
    try {
      return await readPage({ ...at, limit })
    } catch (error) {
      if (limit === 1 || !isFlowQueryError(error, 'tooLarge')) throw error
      size = Math.min(size, Math.floor(limit / 2))
      return read(at, wanted)
    }
  }
  return {
    get size() {
      return size
    },
    read,
  }
}

export function createRepetitionCheck<Item>(
  identity: (item: Item) => string = JSON.stringify,
): (page: ListPage<Item>) => void {
  const seen = new Set<string>()
  return ({ items, nextKey }) => {
    const newest = items.at(-1)
    if (nextKey === null) return
    const last = newest && `item ${identity(newest)}`
    if (last === undefined || seen.has(last) || seen.has(nextKey)) throw repeats(nextKey)
    seen.add(last).add(nextKey)
  }
}

export function repeats(nextKey: string): FlowQueryError {
  return new FlowQueryError('node', `The page at cursor ${nextKey} has no new items`)
}
