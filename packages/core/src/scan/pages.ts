import type { RequestOptions } from '../client.js'
import { FlowQueryError, isFlowQueryError } from '../errors.js'
import { onAbort } from '../request/deadline.js'
import type { PageArgs, PageInfo } from '../types.js'

export interface Page<Item> extends PageInfo {
  items: Item[]
}

/** A list whose items have positions, starting with 1. */
export interface List<Item> {
  read: (page: PageArgs, options: RequestOptions) => Promise<Page<Item>>
  /** Returns the arguments for a page that starts at a position. */
  at: (position: bigint) => PageArgs
  /** Returns the last position according to the first page or the newest item, or undefined if it is unknown. */
  last: (first: Promise<Page<Item>>, pages: Pages<Item>) => Promise<bigint | undefined>
  /** Returns the position of an item, if the item contains it. */
  place?: (item: Item) => bigint
  /** Returns a value that increases with each item, for items without a position. Items that don't increase it are skipped. */
  order?: (item: Item) => bigint
  /** Returns a unique value for each item, for items without a position or order. */
  identity?: (item: Item) => string
}

/** Reads the pages of a list for one scan. */
export interface Pages<Item> {
  /** The number of items per page. It is halved for the rest of the scan when a response is too large. */
  readonly size: number
  /** Reads a page of at most `wanted` items. */
  read: (at: PageArgs, wanted?: number) => Promise<Page<Item>>
  /** Reads the items between two positions, with several requests if necessary. */
  readRange: (from: bigint, to: bigint) => Promise<Page<Item>>
  /** Returns whether the cursor after a page matches the page's position. */
  isDense: (page: Page<Item>, from: bigint) => boolean
  /** Throws the reason of the abort, if the scan is aborted. */
  throwIfAborted: () => void
  /** Aborts all requests. */
  stop: () => void
}

export function createPages<Item>(list: List<Item>, pageSize: number, signal: AbortSignal | undefined): Pages<Item> {
  const controller = new AbortController()
  const stopListening = onAbort(signal, reason => controller.abort(reason))
  let size = pageSize

  async function read(at: PageArgs, wanted = size): Promise<Page<Item>> {
    controller.signal.throwIfAborted()
    const limit = Math.min(wanted, size)
    try {
      return await list.read({ ...at, limit }, { signal: controller.signal })
    } catch (error) {
      if (limit === 1 || !isFlowQueryError(error, 'tooLarge')) throw error
      size = Math.min(size, Math.floor(limit / 2))
      return read(at, wanted)
    }
  }

  function isDense({ items, nextKey }: Page<Item>, from: bigint): boolean {
    const expected = list.at(from + BigInt(items.length)).key
    // Lists that are read by offset use no cursors.
    return nextKey === null || expected === undefined || expected === nextKey
  }

  async function readRange(from: bigint, to: bigint): Promise<Page<Item>> {
    const wanted = Number(to - from) + 1
    const range = await read(list.at(from), wanted)
    while (range.nextKey !== null && range.items.length < wanted && isDense(range, from)) {
      const part = await read(list.at(from + BigInt(range.items.length)), wanted - range.items.length)
      if (part.items.length === 0 && part.nextKey !== null) throw repeats(part.nextKey)
      for (const item of part.items) range.items.push(item)
      range.nextKey = part.nextKey
    }
    return range
  }

  return {
    get size() {
      return size
    },
    read,
    readRange,
    isDense,
    throwIfAborted: () => controller.signal.throwIfAborted(),
    stop() {
      stopListening()
      controller.abort()
    },
  }
}

/** The error for a list that never ends. */
export function repeats(nextKey: string): FlowQueryError {
  return new FlowQueryError('node', `The page at cursor ${nextKey} has no new items`)
}
