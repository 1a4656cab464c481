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
