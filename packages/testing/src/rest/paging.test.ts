import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bigEndian, IteratorPanic, type PageRequest, paginate, type Store, storeById, storeByKey } from './paging.js'

const uint64Range = 1n << 64n

/** The SDK's iterators over sorted keys. */
function iterate(keys: readonly string[], start: string, reverse: boolean): string[] {
  if (!reverse) return keys.filter(key => key >= start)
  if (start === '') return [...keys].reverse()
  const from = keys.filter(key => key >= start)
  if (from.length === 1) throw new IteratorPanic()
  const end = from[1]
  return keys.filter(key => end === undefined || key < end).reverse()
}

/** query.Paginate and query.FilteredPaginate of the Cosmos SDK, step by step. */
function naive(keys: readonly string[], request: PageRequest, filtered: boolean) {
  let { limit, countTotal } = request
  const { key, offset, reverse } = request
  if (offset > 0n && key !== '') throw new Error('both')
  if (limit === 0n) [limit, countTotal] = [100n, true]
  const items: string[] = []
  let nextKey: string | null = null
  let count = 0n
  if (key !== '') {
    for (const at of iterate(keys, key, reverse)) {
      if (count === limit) return { items, nextKey: at, total: 0 }
      items.push(at)
      count++
    }
    return { items, nextKey, total: 0 }
  }
  const end = (offset + limit) % uint64Range
  for (const at of iterate(keys, '', reverse)) {
    if (filtered) {
      if (count >= offset && count < end) items.push(at)
      count++
      if (count === (end + 1n) % uint64Range) {
        nextKey ??= at
        if (!countTotal) break
      }
    } else {
      count++
      if (count <= offset) continue
      if (count <= end) items.push(at)
      else if (count === (end + 1n) % uint64Range) {
        nextKey = at
        if (!countTotal) break
      }
    }
  }
  return { items, nextKey, total: countTotal ? Number(count) : 0 }
}

const bytes = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: length }).map(codes => String.fromCharCode(...codes))
const smallId = fc.integer({ min: 0, max: 30 }).map(id => bigEndian(BigInt(id)))
const number = fc.oneof(fc.bigInt({ min: 0n, max: 30n }), fc.bigInt({ min: uint64Range - 40n, max: uint64Range - 1n }))
const request = fc.record<PageRequest>({
  key: fc.oneof(
    fc.constant(''),
    smallId,
    bytes(10),
    fc.tuple(smallId, bytes(2)).map(parts => parts.join('')),
    fc.tuple(smallId, fc.nat(8)).map(([key, length]) => key.slice(0, length)),
  ),
  offset: fc.oneof({ arbitrary: fc.constant(0n), weight: 2 }, number),
  limit: number,
  countTotal: fc.boolean(),
  reverse: fc.boolean(),
})

function outcome(take: () => unknown): unknown {
  try {
    return take()
  } catch (error) {
    return error instanceof IteratorPanic ? 'panic' : 'refused'
  }
}

describe('pages match those of the Cosmos SDK', () => {
  test('for ids with gaps, such as the flows of one owner', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 })).map(list => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(ids, request, fc.boolean(), (ids, request, filtered) => {
        const keys = ids.map(id => bigEndian(BigInt(id)))
        const store = storeById(
          ids.length,
          index => ids[index] ?? 0,
          index => keys[index],
        )
        expect(outcome(() => paginate(store, request, filtered))).toEqual(outcome(() => naive(keys, request, filtered)))
      }),
      { numRuns: 3_000 },
    )
  })

  test('for keys of any length, such as agent addresses', () => {
    const sorted = fc.uniqueArray(bytes(3).filter(Boolean)).map(keys => keys.sort())
    fc.assert(
      fc.property(sorted, request, fc.boolean(), (keys, request, filtered) => {
        const store = storeByKey(keys, index => keys[index])
        expect(outcome(() => paginate(store, request, filtered))).toEqual(outcome(() => naive(keys, request, filtered)))
      }),
      { numRuns: 3_000 },
    )
  })

  test('following the cursors returns every item once, in both directions', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.boolean(), (size, limit, reverse) => {
        const store = storeById(
          size,
          index => index + 1,
          index => index,
        )
        const seen: number[] = []
        for (let key: string | null = ''; key !== null; ) {
          const page = paginate(store, { key, offset: 0n, limit: BigInt(limit), countTotal: false, reverse }, true) as {
            items: number[]
            nextKey: string | null
          }
          seen.push(...page.items)
          key = page.nextKey
        }
        const all = Array.from({ length: size }, (_, index) => index)
        expect(seen).toEqual(reverse ? all.reverse() : all)
      }),
    )
  })
})

test('a page costs the same at any position', () => {
  const size = 65_000
  let looks = 0
  const store: Store<number> = storeById(
    size,
    index => {
      looks++
      return index + 1
    },
    index => {
      looks++
      return index
    },
  )
  const cost = (changes: Partial<PageRequest>) => {
    looks = 0
    paginate(store, { key: '', offset: 0n, limit: 100n, countTotal: false, reverse: false, ...changes }, true)
    return looks
  }
  const first = cost({})
  expect(cost({ key: bigEndian(64_800n) })).toBeLessThan(first + 20)
  expect(cost({ offset: 64_800n })).toBe(first)
  expect(cost({ reverse: true, key: bigEndian(500n) })).toBeLessThan(first + 20)
  expect(cost({ countTotal: true })).toBe(first)
})
