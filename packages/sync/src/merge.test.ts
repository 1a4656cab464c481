import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { merge } from './merge.js'

async function* from<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) taken.push(item)
  return taken
}

test.each([1, 2, 5, 50])('every item of every source, %i sources at a time', async concurrency => {
  let open = 0
  let most = 0
  async function* source(number: number) {
    most = Math.max(most, ++open)
    for (let item = 0; item < number % 4; item++) yield `${number}/${item}`
    open--
  }
  const sources = Array.from({ length: 20 }, (_, number) => source(number))
  const expected = Array.from({ length: 20 }, (_, number) =>
    Array.from({ length: number % 4 }, (_, item) => `${number}/${item}`),
  )
  expect((await all(merge(from(...sources), concurrency))).sort()).toEqual(expected.flat().sort())
  expect(most).toBeLessThanOrEqual(concurrency)
})

test('one that is slow does not hold up the others', async () => {
  const gate = new AbortController()
  async function* slow() {
    await sleep(60_000, undefined, { signal: gate.signal }).catch(() => {})
    yield 'slow'
  }
  const taken: string[] = []
  for await (const item of merge(from<AsyncIterable<string>>(slow(), from('a', 'b'), from('c')), 2)) {
    taken.push(item)
    if (taken.length === 3) gate.abort()
  }
  expect(taken).toEqual(['a', 'b', 'c', 'slow'])
})

test('what a source throws, and what the sources themselves throw', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('no')
  }
  await expect(all(merge(from(failing(), from('b')), 2))).rejects.toThrow('no')
  async function* sources(): AsyncGenerator<AsyncIterable<string>> {
    yield from('a')
    throw new Error('none')
  }
  await expect(all(merge(sources(), 2))).rejects.toThrow('none')
})

test('who leaves ends every source', async () => {
  const ended: number[] = []
  async function* source(number: number) {
    try {
      for (;;) yield number
    } finally {
      ended.push(number)
    }
  }
  for await (const item of merge(from(source(1), source(2)), 2)) if (item === 2) break
  await sleep(0)
  expect(ended.sort()).toEqual([1, 2])
})
