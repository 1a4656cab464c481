import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { createNode } from './node.js'

test('asks the next node for its newest block if the first one never answers', async () => {
  const lcd = createLcd()
  const node = createNode({
    lcd: ['https://hangs.test', lcd.url],
    chainId: 'test-1',
    fetch(input, init) {
      if (!`${input}`.includes('hangs')) return lcd.fetch(input, init)
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    },
  })
  expect(await until(node.newestBlock(undefined))).toMatchObject({ height: lcd.height })
})

test('asks the next node for its newest block if the response of the first one has no end', async () => {
  const lcd = createLcd()
  let bytes = 0
  let isCancelled = false
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        bytes += 100_000
        controller.enqueue(new TextEncoder().encode(`${' '.repeat(100_000)}`))
      },
      cancel: () => {
        isCancelled = true
      },
    })
  const node = createNode({
    lcd: ['https://endless.test', lcd.url],
    chainId: 'test-1',
    maxBodyBytes: 1_000_000,
    fetch: (input, init) =>
      `${input}`.includes('endless') ? Promise.resolve(new Response(endless())) : lcd.fetch(input, init),
  })
  expect(await until(node.newestBlock(undefined))).toMatchObject({ height: lcd.height })
  expect([isCancelled, bytes < 2_000_000]).toEqual([true, true])
})
