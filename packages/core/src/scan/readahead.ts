import { checkInteger, FlowQueryError } from '../errors.js'
import { createRepetitionCheck, type ListPage, pagesFrom } from './follow.js'
import { createPages, type List, type Pages } from './pages.js'

export interface ScanProgress {
  loaded: number
  /** The total number of items, or null while it is unknown. It stays null if the node's cursors cannot be computed. */
  total: number | null
  /** The average number of items per second since the scan started. */
  rate: number
}

export interface ScanOptions {
  /** The number of items per page. It is halved for the rest of the scan when a response is too large. Defaults to 100. */
  pageSize?: number | undefined
  /** The maximum number of pages that are requested or in memory, including the page in the loop. Defaults to 8. */
  concurrency?: number | undefined
  /** The block height of all pages. */
  height?: number | undefined
  /** Aborting the signal makes the loop throw its reason. */
  signal?: AbortSignal | undefined
  /** Called after the loop has consumed a page. */
  onProgress?: ((progress: ScanProgress) => void) | undefined
}

export function readAhead<Item>(
  list: List<Item>,
  options: ScanOptions,
  from = 1n,
  to?: bigint,
): AsyncGenerator<Item, void, undefined> {
  const { pageSize = 100, concurrency = 8 } = options
  checkInteger('pageSize', pageSize, 1, 100)
  checkInteger('concurrency', concurrency, 1, 8)
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
  const began = performance.now()
  const pages = createPages(list, pageSize, signal)
  const extent: Extent = { from, to, end: undefined }
  let position = from - 1n
  let newest = -1n
  let loaded = 0
  try {
    for await (const page of pagesInOrder(list, pages, concurrency, extent)) {
      for (const item of page.items) {
        const place = list.place?.(item) ?? position + 1n
        if (place <= position) continue
        if (to !== undefined && place > to) return
        signal?.throwIfAborted()
        position = place
        if (list.order) {
          const order = list.order(item)
          if (order <= newest) continue
          newest = order
        }
        yield item
        loaded++
      }
      if (page.nextKey === null) extent.end = position
      const total = extent.end === undefined ? null : Math.max(Number(extent.end - from) + 1, loaded)
      onProgress?.({ loaded, total, rate: (1000 * loaded) / Math.max(performance.now() - began, 1) })
    }
  } finally {
    pages.stop()
  }
}

interface Extent {
  readonly from: bigint
  readonly to: bigint | undefined
  end: bigint | undefined
}

interface Range<Item> {
  from: bigint
  end: bigint | undefined
  page: Promise<ListPage<Item>>
}

async function* pagesInOrder<Item>(
  list: List<Item>,
  pages: Pages<Item>,
  concurrency: number,
  extent: Extent,
): AsyncGenerator<ListPage<Item>, void, undefined> {
  const { from, to } = extent
  const ranges: Range<Item>[] = []
  const checkRepetition = createRepetitionCheck(list.identity)
  let ahead = from

  function addRange(): Promise<ListPage<Item>> {
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

  async function findEnd(first: Promise<ListPage<Item>>): Promise<void> {
    if (to !== undefined && ahead > to) {
      extent.end = to
      return
    }
    const last = list.knownLast ?? (await readLast(first))
    extent.end = last === undefined ? undefined : smallest(last, to)
    addRanges()
  }

  async function readLast(first: Promise<ListPage<Item>>): Promise<bigint | undefined> {
    if (concurrency === 1) await first
    const last = await list.last(first, pages)
    await first
    return last
  }

  const endIsKnown = aheadOfReader(findEnd(addRange()))
  for (let range = ranges[0]; range; range = ranges[0]) {
    const page = await range.page
    const isDense = pages.isDense(page, range.from)
    if (!isDense && range.from === from && from > 1n) return yield* pagesFrom(pages.read, {}, list.identity)
    const next = range.from + BigInt(page.items.length)
    if (page.nextKey === null && range.end !== undefined && next <= range.end) throw lagsBehind(next, range.end)
    checkRepetition(page)
    yield page
    if (page.nextKey === null) return
    if (isDense) await endIsKnown
    if (!isDense || extent.end === undefined) return yield* pagesFrom(pages.read, { key: page.nextKey }, list.identity)
    ranges.shift()
    addRanges()
  }
}

/** Prevents an unhandled rejection if a page that was requested ahead fails before the loop reaches it. */
function aheadOfReader<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

function lagsBehind(next: bigint, end: bigint): FlowQueryError {
  return new FlowQueryError('node', `The node lags behind. The items ${next} to ${end} are missing`, {
    retryable: true,
  })
}

function smallest(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a
}
