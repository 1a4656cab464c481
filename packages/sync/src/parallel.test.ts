import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { forEachOf } from './parallel.js'

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield number
}

test.each([1, 2, 5, 50])('handles each item once, %i at a time', async concurrency => {
  const done: number[] = []
  let open = 0
  let most = 0
  const running = forEachOf(numbers(20), concurrency, async number => {
    most = Math.max(most, ++open)
    for (let turn = 0; turn < number % 4; turn++) await sleep(0)
    open--
    done.push(number)
  })
  await until(running)
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number))
  expect(most).toBeLessThanOrEqual(concurrency)
  expect(most).toBeGreaterThan(concurrency === 1 ? 0 : 1)
})

test('a slow item does not delay the others', async () => {
  const others = new AbortController()
  const done: number[] = []
  await forEachOf(numbers(4), 2, async number => {
    if (number === 0) await once(others.signal, 'abort')
    done.push(number)
    if (number === 3) others.abort()
  })
  expect(done).toEqual([1, 2, 3, 0])
})

test('after an error, waits for running calls and closes the items', async () => {
  const events: string[] = []
  async function* source() {
    try {
      yield* numbers(20)
    } finally {
      events.push('closed')
    }
  }
  const failing = forEachOf(source(), 2, async number => {
    if (number === 1) throw new Error('no')
    await sleep(0)
    events.push(`${number}`)
  })
  await expect(until(failing)).rejects.toThrow('no')
  expect(events.sort()).toEqual(['0', 'closed'])
})

test('rejects if the items fail, after the calls for earlier items', async () => {
  const done: number[] = []
  async function* source() {
    yield* numbers(3)
    throw new Error('none')
  }
  const failing = forEachOf(source(), 2, async number => {
    await sleep(0)
    done.push(number)
  })
  await expect(until(failing)).rejects.toThrow('none')
  expect(done).toEqual([0, 1, 2])
})
