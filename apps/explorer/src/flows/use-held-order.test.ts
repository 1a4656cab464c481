import type { Flow } from '@flow-query/core'
import { expect, test } from 'vitest'
import { countMoves } from './use-held-order'

const flow = (id: string) => ({ id }) as Flow
const [one, two, three] = [flow('1'), flow('2'), flow('3')]

test('counts the flows that ran, were added or were removed', () => {
  expect(countMoves([three, two, one], [flow('1'), three, two])).toBe(1)
  expect(countMoves([two, one], [three, two, one])).toBe(1)
  expect(countMoves([three, two, one], [flow('2'), three])).toBe(2)
})

test('counts nothing if a changed flow stays in its place', () => {
  expect(countMoves([three, two, one], [three, flow('2'), one])).toBe(0)
})
