import { lowerBound } from '../chain/blocks/search.js'
import { GoError } from '../go/text.js'

export interface Store<Item> {
  readonly size: number
  key: (index: number) => string
  item: (index: number) => Item
  find: (key: string) => number
}

export interface PageRequest {
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

export class IteratorPanic extends Error {}

const defaultLimit = 100n

/** Returns a page like the Cosmos SDK does, with `query.Paginate` or, if `filtered` is set, with `query.FilteredPaginate`. */
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

export function storeByKey<Item>(keys: readonly string[], item: (index: number) => Item): Store<Item> {
  return {
    size: keys.length,
    item,
    key: index => keys[index] ?? '',
    find: key => lowerBound(keys.length, index => (keys[index] ?? '') >= key),
  }
}

export function bigEndian(value: bigint): string {
  return String.fromCharCode(
    ...Array.from({ length: 8 }, (_, byte) => Number((value >> BigInt(56 - 8 * byte)) & 0xffn)),
  )
}

export function firstId(key: string): bigint {
  let id = 0n
  for (let byte = 0; byte < 8; byte++) id = (id << 8n) | BigInt(byte < key.length ? key.charCodeAt(byte) : 0)
  return key.length > 8 ? id + 1n : id
}
