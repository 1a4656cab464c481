import type { RequestOptions } from '../client.js'
import { onAbort } from '../request/deadline.js'
import type { PageArgs } from '../types.js'
import { createPageReader, type ListPage, repeats } from './follow.js'

/** A list whose items have positions, starting with 1. */
export interface List<Item> {
  read: (page: PageArgs, options: RequestOptions) => Promise<ListPage<Item>>
  at: (position: bigint) => PageArgs
  last: (first: Promise<ListPage<Item>>, pages: Pages<Item>) => Promise<bigint | undefined>
  /** The position of the last item, if it is known. Then no page waits for the first one. */
  knownLast?: bigint
  place?: (item: Item) => bigint
  /** Increases with each item, for items without a position. Items that don't increase it are skipped. */
  order?: (item: Item) => bigint
  identity: (item: Item) => string
}

export interface Pages<Item> {
  readonly size: number
  read: (at: PageArgs, wanted?: number) => Promise<ListPage<Item>>
  readRange: (from: bigint, to: bigint) => Promise<ListPage<Item>>
  isDense: (page: ListPage<Item>, from: bigint) => boolean
  stop: () => void
}

export function createPages<Item>(list: List<Item>, pageSize: number, signal: AbortSignal | undefined): Pages<Item> {
  const controller = new AbortController()
  const stopListening = onAbort(signal, reason => controller.abort(reason))
  const reader = createPageReader<Item>(page => list.read(page, controller), pageSize)

  function isDense({ items, nextKey }: ListPage<Item>, from: bigint): boolean {
    const expected = list.at(from + BigInt(items.length)).key
    return nextKey === null || expected === undefined || expected === nextKey
  }

  async function readRange(from: bigint, to: bigint): Promise<ListPage<Item>> {
    const wanted = Number(to - from) + 1
    const range = await reader.read(list.at(from), wanted)
    while (range.nextKey !== null && range.items.length < wanted && isDense(range, from)) {
      const part = await reader.read(list.at(from + BigInt(range.items.length)), wanted - range.items.length)
      if (part.items.length === 0 && part.nextKey !== null) throw repeats(part.nextKey)
      for (const item of part.items) range.items.push(item)
      range.nextKey = part.nextKey
    }
    return range
  }

  return {
    get size() {
      return reader.size
    },
    read: reader.read,
    readRange,
    isDense,
    stop() {
      stopListening()
      controller.abort()
    },
  }
}
