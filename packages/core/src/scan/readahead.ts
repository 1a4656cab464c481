import { checkInteger, FlowQueryError, isFlowQueryError } from '../errors.js'
import type { RequestOptions } from '../fetcher.js'
import type { PageArgs, PageInfo } from '../types.js'

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

interface Page<Item> extends PageInfo {
  items: Item[]
}

/** A list whose items have positions, from 1 on. */
export interface List<Item> {
  read: (page: PageArgs, options: RequestOptions) => Promise<Page<Item>>
  /** What a page is asked with that starts at a position. */
  at: (position: bigint) => PageArgs
  /** The last position, from a request of its own or from the first page; undefined where the node does not tell. */
  last: (
    first: Promise<Page<Item>>,
    read: (page: PageArgs, limit: number) => Promise<Page<Item>>,
  ) => Promise<bigint | undefined>
  /** Which position an item says that it has. */
  place?: (item: Item) => bigint
}

/** The items at the positions `from` to `to`, or to the last one, in order and each once. */
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
  { pageSize, concurrency, height, signal, onProgress }: ScanOptions & { pageSize: number; concurrency: number },
  from: bigint,
  to: bigint | undefined,
): AsyncGenerator<Item, void, undefined> {
  if (to !== undefined && to < from) return
  signal?.throwIfAborted()

  const began = Date.now()
  const controller = new AbortController()
  /** Of the requests under way, each its own: Node warns of a signal that more than ten listen to. */
  const requests = new Set<AbortController>()
  const abort = () => {
    controller.abort(signal?.reason)
    for (const request of requests) request.abort(controller.signal.reason)
  }
  signal?.addEventListener('abort', abort)

  /** The pages in memory and on their way; the first is the one being read. */
  const pages: Promise<Page<Item>>[] = []
  let tail = Promise.resolve<Page<Item>>({ items: [], nextKey: null, total: null })
  let size = pageSize
  /** The first position that no page was asked for. */
  let ahead = from
  let end: bigint | undefined
  /** Cursors are of another form than thought: each page has to be found through the one before. */
  let following = false

  const fits = (nextKey: string, next: bigint) => (list.at(next).key ?? nextKey) === nextKey

  async function read(at: PageArgs, wanted: number): Promise<Page<Item>> {
    controller.signal.throwIfAborted()
    const limit = Math.min(wanted, size)
    const request = new AbortController()
    requests.add(request)
    try {
      const page = await list.read({ ...at, limit }, { signal: request.signal, height })
      return page.items.length ? page : { ...page, nextKey: null }
    } catch (error) {
      if (limit < 2 || !isFlowQueryError(error, 'tooLarge')) throw error
      size = Math.min(size, limit >> 1)
      return read(at, wanted)
    } finally {
      requests.delete(request)
    }
  }

  /** The page of the next positions, put together where it was too large for one answer. */
  async function dense(): Promise<Page<Item>> {
    const start = ahead
    const last = end ?? to
    const wanted = last === undefined || last - start >= size ? size : Number(last - start) + 1
    ahead += BigInt(wanted)
    let page = await read(list.at(start), wanted)
    for (;;) {
      const { items, nextKey, total } = page
      const next = start + BigInt(items.length)
      if (!nextKey && end !== undefined && next <= end) {
        throw new FlowQueryError('node', `The list ends before ${next}, and went to ${end}: this node lags behind`, {
          retryable: true,
        })
      }
      if (!nextKey || items.length >= wanted || !fits(nextKey, next)) return page
      const part = await read(list.at(next), wanted - items.length)
      page = { ...part, items: items.concat(part.items), total }
    }
  }

  function push(page: Promise<Page<Item>>): Promise<Page<Item>> {
    // Whoever reads it hears of its failure; a reader that has left need not.
    page.catch(() => {})
    pages.push(page)
    tail = page
    return page
  }

  function fill(): void {
    while (pages.length < concurrency && (following || (end !== undefined && ahead <= end)))
      push(following ? tail.then(page => (page.nextKey ? read({ key: page.nextKey }, size) : page)) : dense())
  }

  try {
    const first = push(dense())
    const last = async () => (to !== undefined && ahead > to ? to : list.last(first, read))
    const known = Promise.all([concurrency > 1 ? last() : first.then(last), first]).then(([last]) => {
      end = to !== undefined && last !== undefined && last > to ? to : last
      following ||= end === undefined
      fill()
    })
    known.catch(() => {})

    let position = from - 1n
    let done = 0
    while (pages[0]) {
      const page = await pages[0]
      if (!following && page.nextKey && !fits(page.nextKey, position + 1n + BigInt(page.items.length))) {
        following = true
        pages.length = 0
        // Without cursors that can be made, `from` is found from the beginning only.
        push(done || from === 1n ? Promise.resolve(page) : read({}, size))
        continue
      }
      fill()
      for (const item of page.items) {
        const place = list.place?.(item) ?? position + 1n
        if (place <= position) continue
        if (to !== undefined && place > to) return
        controller.signal.throwIfAborted()
        yield item
        position = place
        done++
      }
      pages.shift()
      if (!page.nextKey) end = position
      const of = end === undefined ? null : Math.max(Number(end - from) + 1, done)
      onProgress?.({ done, of, rate: (1000 * done) / Math.max(Date.now() - began, 1) })
      if (!page.nextKey) return
      if (!pages.length) await known
      fill()
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
  }
}
