import { lowerBound } from '../chain/search.js'
import { GoError } from '../go/text.js'

/** A part of the node's key-value store, sorted by key. Each character of a key is one byte. */
export interface Store<Item> {
  readonly size: number
  key: (index: number) => string
  item: (index: number) => Item
  /** Returns the index of the first item whose key is at or after `key`, or `size` if there is no such item. */
  find: (key: string) => number
}

/** A cosmos.base.query.v1beta1.PageRequest. */
export interface PageRequest {
  /** The cursor, with one character per byte. An empty string means no cursor. */
  key: string
  offset: bigint
  limit: bigint
  countTotal: boolean
  reverse: boolean
}

export interface Page<Item> {
  items: Item[]
  nextKey: string | null
  total: number
}

/**
 * The iterator's panic when a reverse page starts at the last item. The gRPC server turns it into an error response.
 */
export class IteratorPanic extends Error {}

const defaultLimit = 100n

/**
 * Returns a page like the Cosmos SDK does, with `query.Paginate` or, if `filtered` is set, with
 * `query.FilteredPaginate`. The two differ only if the sum of offset and limit overflows 2^64.
 */
export function paginate<Item>(store: Store<Item>, request: PageRequest, filtered: boolean): Page<Item> {
  const limit = request.limit === 0n ? defaultLimit : request.limit
  const countTotal = request.countTotal || request.limit === 0n
  if (request.key !== '' && request.offset > 0n)
    throw new GoError('invalid request, either offset or key is expected, got both')
  if (request.key !== '') {
    const start = request.reverse ? reverseStart(store, request.key) : store.find(request.key)
    return { ...slice(store, start, limit, request.reverse), total: 0 }
  }
  const total = countTotal ? store.size : 0
  const end = BigInt.asUintN(64, request.offset + limit)
  if (end >= request.offset) {
    const skipped = clamp(request.offset, store.size)
    const start = request.reverse ? store.size - 1 - skipped : skipped
    return { ...slice(store, start, end - request.offset, request.reverse), total }
  }
  const next = filtered && end < BigInt(store.size) ? Number(end) : null
  const index = next !== null && request.reverse ? store.size - 1 - next : next
  return { items: [], nextKey: index === null ? null : store.key(index), total }
}

/**
 * Returns the index at which a reverse page starts. The SDK's iterator reads the key after the cursor without checking
 * that it exists, so a page from the last item panics.
 */
function reverseStart<Item>(store: Store<Item>, key: string): number {
  const start = store.find(key)
  if (start === store.size) return store.size - 1
  if (start === store.size - 1) throw new IteratorPanic('prefixIterator invalid, cannot call Key()')
  return start
}

function slice<Item>(
  store: Store<Item>,
  start: number,
  limit: bigint,
  reverse: boolean,
): Pick<Page<Item>, 'items' | 'nextKey'> {
  const left = reverse ? start + 1 : store.size - start
  const length = clamp(limit, left)
  const step = reverse ? -1 : 1
  const items = Array.from({ length }, (_, position) => store.item(start + step * position))
  return { items, nextKey: length < left ? store.key(start + step * length) : null }
}

function clamp(value: bigint, max: number): number {
  return value > BigInt(max) ? max : Number(value)
}

/** Creates a store whose keys are ids as 8 big-endian bytes. The ids must increase with the index. */
export function storeById<Item>(
  size: number,
  idAt: (index: number) => number,
  item: (index: number) => Item,
): Store<Item> {
  return {
    size,
    item,
    key: index => bigEndian(BigInt(idAt(index))),
    find: key => {
      const id = firstId(key)
      return lowerBound(size, index => BigInt(idAt(index)) >= id)
    },
  }
}

/** Creates a store with arbitrary keys, which must be sorted. */
export function storeByKey<Item>(keys: readonly string[], item: (index: number) => Item): Store<Item> {
  return {
    size: keys.length,
    item,
    key: index => keys[index] ?? '',
    find: key => lowerBound(keys.length, index => (keys[index] ?? '') >= key),
  }
}

/** Encodes a uint64 as 8 big-endian bytes. */
export function bigEndian(value: bigint): string {
  return String.fromCharCode(
    ...Array.from({ length: 8 }, (_, byte) => Number((value >> BigInt(56 - 8 * byte)) & 0xffn)),
  )
}

/**
 * Returns the smallest id whose 8 bytes are at or after `key`. A shorter key is a prefix. A longer key sorts after the
 * id in its first 8 bytes.
 */
export function firstId(key: string): bigint {
  let id = 0n
  for (let byte = 0; byte < 8; byte++) id = (id << 8n) | BigInt(byte < key.length ? key.charCodeAt(byte) : 0)
  return key.length > 8 ? id + 1n : id
}
