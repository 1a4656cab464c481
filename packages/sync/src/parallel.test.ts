import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachOf } from './parallel.js'

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield number
}

test.each([1, 2, 5, 50])('each item once, %i at a time', async concurrency => {
  const done: number[] = []
  let open = 0
  let most = 0
  await forEachOf(numbers(20), concurrency, async number => {
    most = Math.max(most, ++open)
    for (let turn = 0; turn < number % 4; turn++) await sleep(0)
    open--
    done.push(number)
  })
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number))
  expect(most).toBeLessThanOrEqual(concurrency)
  expect(most).toBeGreaterThan(concurrency === 1 ? 0 : 1)
})

test('one that is slow does not hold up the others', async () => {
  const others = new AbortController()
  const done: number[] = []
  await forEachOf(numbers(4), 2, async number => {
    if (number === 0) await once(others.signal, 'abort')
    done.push(number)
    if (number === 3) others.abort()
  })
  expect(done).toEqual([1, 2, 3, 0])
})

test('the first failure ends it, after what is under way', async () => {
  const events: string[] = []
  async function* source() {
    try {
      yield* numbers(20)
    } finally {
      events.push('left')
    }
  }
  const failing = forEachOf(source(), 2, async number => {
    if (number === 1) throw new Error('no')
    await sleep(0)
    events.push(`${number}`)
  })
  await expect(failing).rejects.toThrow('no')
  expect(events).toEqual(['0', 'left'])
})

test('a failure of the items themselves, after those before it', async () => {
  const done: number[] = []
  async function* source() {
    yield* numbers(3)
    throw new Error('none')
  }
  const failing = forEachOf(source(), 2, async number => {
    await sleep(0)
    done.push(number)
  })
  await expect(failing).rejects.toThrow('none')
  expect(done).toEqual([0, 1, 2])
})
