import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createBatches } from './batches.js'

test('writes all items once, one batch at a time, and producers wait for a full batch', async () => {
  const written: number[][] = []
  let isWriting = false
  const batches = createBatches<number>(10, async items => {
    expect(isWriting).toBe(false)
    isWriting = true
    await sleep(0)
    written.push(items)
    isWriting = false
  })
  let next = 0
  const produce = async () => {
    while (next < 100) await batches.add(next++, 1)
  }
  await until(Promise.all([produce(), produce(), produce()]))
  await until(batches.end())
  expect(written.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number))
  // Each of the other producers can add one item to a batch that is already full.
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(12)
})

test('after an error, writes nothing more, and the producers and the end throw it', async () => {
  let attempts = 0
  const batches = createBatches<number>(2, async () => {
    attempts++
    throw new Error('disk full')
  })
  const produce = async () => {
    for (let number = 0; number < 10; number++) await batches.add(number, 1)
  }
  await expect(produce()).rejects.toThrow('disk full')
  await expect(batches.end()).rejects.toThrow('disk full')
  expect(attempts).toBe(1)
})
