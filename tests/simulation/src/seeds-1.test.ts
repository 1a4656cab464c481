import { expect, test } from 'vitest'
import { testSeeds } from './seeds.js'
import { simulate } from './simulate.js'

test('a replay of a seed does the same', async () => {
  const first = await simulate(1)
  const second = await simulate(1)
  expect(second.log.lines).toEqual(first.log.lines)
})

testSeeds(0)
