import type { RequestOptions } from '../client.js'
import { FlowQueryError, isFlowQueryError } from '../errors.js'
import { onAbort } from '../request/deadline.js'
import type { PageArgs, PageInfo } from '../types.js'

export interface Page<Item> extends PageInfo {
  items: Item[]
}

/** A list whose items have positions, from 1 on. */
export interface List<Item> {
  read: (page: PageArgs, options: RequestOptions) => Promise<Page<Item>>
  /** What a page is asked with that starts at a position. */
  at: (position: bigint) => PageArgs
  /** The last position, as the first page or the newest item tell it; undefined where they do not. */
  last: (first: Promise<Page<Item>>, pages: Pages<Item>) => Promise<bigint | undefined>
  /** Which position an item says that it has. */
  place?: (item: Item) => bigint
}

/** The pages of one list for one scan. */
export interface Pages<Item> {
  /** How many items a page is asked for; halved for good where an answer gets too large. */
  readonly size: number
  /** A page of at most so many items. */
  read: (at: PageArgs, wanted?: number) => Promise<Page<Item>>
  /** The items from one position to another, from one answer or several. */
  readRange: (from: bigint, to: bigint) => Promise<Page<Item>>
  /** Whether the cursor after a page is the one that its position makes. */
  isDense: (page: Page<Item>, from: bigint) => boolean
  /** Rejects with the reason of an abort. */
  throwIfAborted: () => void
  /** Ends every request. */
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
    // Where pages are found by offset, no cursor is used.
    return nextKey === null || expected === undefined || expected === nextKey
  }

  async function readRange(from: bigint, to: bigint): Promise<Page<Item>> {
    const wanted = Number(to - from) + 1
    const range = await read(list.at(from), wanted)
    while (range.nextKey !== null && range.items.length < wanted && isDense(range, from)) {
      const part = await read(list.at(from + BigInt(range.items.length)), wanted - range.items.length)
      if (part.items.length === 0 && part.nextKey !== null) throw repeats(part.nextKey)
      range.items.push(...part.items)
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

/** A node that goes on like this would be asked for ever. */
export function repeats(nextKey: string): FlowQueryError {
  return new FlowQueryError('node', `The list does not go on: its cursor ${nextKey} leads to nothing new`)
}
