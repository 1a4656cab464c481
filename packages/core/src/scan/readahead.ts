import { checkInteger, FlowQueryError } from '../errors.js'
import { createPages, type List, type Page, type Pages, repeats } from './pages.js'

/** How far a scan is. */
export interface ScanProgress {
  /** Items that the reader has taken. */
  done: number
  /** Items in all; null while that is not known, and where a node's cursors do not tell it. */
  of: number | null
  /** Items per second since the scan began. */
  rate: number
}

export interface ScanOptions {
  /** Items that are asked for at once, 100 by default. Halved for the rest of the scan where an answer gets too large. */
  pageSize?: number | undefined
  /** How many pages may be in memory or on their way together, the one being read included. Default 8. */
  concurrency?: number | undefined
  /** Read everything as it was at this block height, instead of each page as it is when its turn comes. */
  height?: number | undefined
  signal?: AbortSignal | undefined
  /** Called after each page that was read to its end. */
  onProgress?: ((progress: ScanProgress) => void) | undefined
}

/**
 * The items at the positions `from` to `to`, or to the last one, in order and each once.
 *
 * @throws {FlowQueryError} `argument` for a `pageSize` or `concurrency` that is no positive integer
 */
export function readAhead<Item>(
  list: List<Item>,
  options: ScanOptions,
  from = 1n,
  to?: bigint,
): AsyncGenerator<Item, void, undefined> {
  const { pageSize = 100, concurrency = 8 } = options
  checkInteger('pageSize', pageSize, 1)
  checkInteger('concurrency', concurrency, 1)
  return itemsOf(list, { ...options, pageSize, concurrency }, from, to)
}

async function* itemsOf<Item>(
  list: List<Item>,
  { pageSize, concurrency, signal, onProgress }: ScanOptions & { pageSize: number; concurrency: number },
  from: bigint,
  to: bigint | undefined,
): AsyncGenerator<Item, void, undefined> {
  if (to !== undefined && to < from) return
  signal?.throwIfAborted()
  const began = Date.now()
  const pages = createPages(list, pageSize, signal)
  const extent: Extent = { from, to, end: undefined }
  const checkThatItGoesOn = createRepetitionCheck(list)
  let position = from - 1n
  let done = 0
  try {
    for await (const page of pagesInOrder(list, pages, concurrency, extent)) {
      for (const item of page.items) {
        const place = list.place?.(item) ?? position + 1n
        if (place <= position) continue
        if (to !== undefined && place > to) return
        pages.throwIfAborted()
        yield item
        position = place
        done++
      }
      if (page.nextKey === null) extent.end = position
      const of = extent.end === undefined ? null : Math.max(Number(extent.end - from) + 1, done)
      onProgress?.({ done, of, rate: (1000 * done) / Math.max(Date.now() - began, 1) })
      checkThatItGoesOn(page)
    }
  } finally {
    pages.stop()
  }
}

/** Which positions are read. */
interface Extent {
  readonly from: bigint
  /** The last that is wanted; undefined is all there are. */
  readonly to: bigint | undefined
  /** The last there is of them, once that is known. */
  end: bigint | undefined
}

/** A part of the list that was asked for at once. */
interface Range<Item> {
  from: bigint
  /** Where the list was known to end when this was asked for. */
  end: bigint | undefined
  page: Promise<Page<Item>>
}

/** The pages of an extent, as far ahead of the reader as they may be. */
async function* pagesInOrder<Item>(
  list: List<Item>,
  pages: Pages<Item>,
  concurrency: number,
  extent: Extent,
): AsyncGenerator<Page<Item>, void, undefined> {
  const { from, to } = extent
  /** In memory and on their way; the first is the one being read. */
  const ranges: Range<Item>[] = []
  /** The first position that no range was asked for. */
  let ahead = from

  function addRange(): Promise<Page<Item>> {
    const { end } = extent
    const last = smallest(ahead + BigInt(pages.size) - 1n, end ?? to)
    const page = aheadOfReader(pages.readRange(ahead, last))
    ranges.push({ from: ahead, end, page })
    ahead = last + 1n
    return page
  }

  function addRanges(): void {
    while (extent.end !== undefined && ahead <= extent.end && ranges.length < concurrency) addRange()
  }

  async function findEnd(first: Promise<Page<Item>>): Promise<void> {
    if (to !== undefined && ahead > to) {
      extent.end = to
      return
    }
    if (concurrency === 1) await first
    const last = await list.last(first, pages)
    await first
    extent.end = last === undefined ? undefined : smallest(last, to)
    addRanges()
  }

  const endIsKnown = aheadOfReader(findEnd(addRange()))
  for (let range = ranges[0]; range; range = ranges[0]) {
    const page = await range.page
    if (!pages.isDense(page, range.from)) {
      // Without cursors that can be made, `from` is found from the beginning only.
      const start = range.from === from && from > 1n ? await pages.read({}) : page
      yield* followKeys(pages, concurrency, start)
      return
    }
    const next = range.from + BigInt(page.items.length)
    if (page.nextKey === null && range.end !== undefined && next <= range.end) throw lagsBehind(next, range.end)
    yield page
    if (page.nextKey === null) return
    await endIsKnown
    if (extent.end === undefined) {
      yield* followKeys(pages, concurrency, await pages.read({ key: page.nextKey }))
      return
    }
    ranges.shift()
    addRanges()
  }
}

/** A page and those after it, each found through the one before. */
async function* followKeys<Item>(
  pages: Pages<Item>,
  concurrency: number,
  first: Page<Item>,
): AsyncGenerator<Page<Item>, void, undefined> {
  for (let page = first; ; ) {
    const { nextKey } = page
    const next = nextKey !== null && concurrency > 1 ? aheadOfReader(pages.read({ key: nextKey })) : undefined
    yield page
    if (nextKey === null) return
    page = await (next ?? pages.read({ key: nextKey }))
  }
}

/** Throws after a page that a node could go on with for ever: nothing new on it, or a cursor seen before. */
function createRepetitionCheck<Item>({ place }: List<Item>): (page: Page<Item>) => void {
  const seen = new Set<string>()
  let reached = 0n
  return ({ items, nextKey }) => {
    if (nextKey === null) return
    const newest = items.at(-1)
    const position = newest && place ? place(newest) : reached + 1n
    if (!newest || position <= reached || seen.has(nextKey)) throw repeats(nextKey)
    reached = position
    seen.add(nextKey)
  }
}

/** What fails before its turn is the reader's to hear of, when the turn comes; a reader that has left need not. */
function aheadOfReader<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

function lagsBehind(next: bigint, end: bigint): FlowQueryError {
  return new FlowQueryError('node', `The list ends before ${next}, and went to ${end}: this node lags behind`, {
    retryable: true,
  })
}

function smallest(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a
}
