import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChainHead, isReset, type ReportedBlock, SupportedHeight } from './chain-head.js'

const blockTime = 5_000

/** The block of a chain whose block 0 was created at `genesis`. */
function block(height: number, genesis = 0): ReportedBlock {
  return { height, time: genesis + height * blockTime }
}

/** Observes blocks, and returns the newest height after each of them, with `reset` where the chain was reset. */
function heightsAfter(blocks: readonly ReportedBlock[], newest = new ChainHead()): (number | string)[] {
  return blocks.map(one => {
    const found = newest.observe(one)
    return found === 'reset' ? `reset ${newest.newest?.height}` : Number(newest.newest?.height)
  })
}

/** A chain that starts again when the first one is at block 1,100. */
const afterReset = (height: number) => block(height, 1_100 * blockTime)
const known = [block(1_000), block(1_001)]

test('a node that lags behind changes nothing, no matter how far and how often', () => {
  const lagging = [block(1), block(2), block(500), block(501), block(1_001)]
  expect(heightsAfter([...known, ...lagging, block(1_002)])).toEqual([
    1_000, 1_001, 1_001, 1_001, 1_001, 1_001, 1_001, 1_002,
  ])
})

test('the chain was reset if a lower and later block is continued by the next response', () => {
  expect(heightsAfter([...known, afterReset(5), afterReset(6), afterReset(7)])).toEqual([
    1_000,
    1_001,
    1_001,
    'reset 6',
    7,
  ])
})

test.each<[string, ReportedBlock[]]>([
  ['only one response reports it', [afterReset(5), block(1_002), afterReset(6), block(1_003)]],
  ['the second response repeats the first one', [afterReset(5), afterReset(5), afterReset(5)]],
  ['the second response is from an earlier block', [afterReset(5), afterReset(4), afterReset(3)]],
  ['a node reports heights without times', [5, 6, 7].map(height => ({ height, time: Number.NaN }))],
])('the chain was not reset if %s', (_, blocks) => {
  const heights = heightsAfter([...known, ...blocks])
  expect(heights.filter(height => typeof height === 'string')).toEqual([])
  expect(Number(heights.at(-1))).toBeGreaterThanOrEqual(1_001)
})

test.each([1, 2, 50, 2_000, 1_000_000])(
  'a single height that is %i too high is forgotten, and the chain was not reset',
  ahead => {
    const wrong = { ...block(1_002), height: 1_002 + ahead }
    const heights = heightsAfter([...known, wrong, block(1_003), block(1_004), block(1_005)])
    expect(heights.slice(-2)).toEqual([1_004, 1_005])
  },
)

test('a height that no chain can have reached since the newest block is not believed once', () => {
  const wrong = { ...block(1_002), height: 3_002 }
  expect(heightsAfter([...known, wrong, block(1_003)])).toEqual([1_000, 1_001, 1_001, 1_003])
})

test('the first response may be wrong too', () => {
  const wrong = { ...block(1_000), height: 3_000 }
  expect(heightsAfter([wrong, block(1_001), block(1_002), block(1_003)])).toEqual([3_000, 3_000, 1_002, 1_003])
})

test('a wrong time is forgotten after two responses', () => {
  const wrong = { ...block(1_002), time: block(1_500).time }
  expect(heightsAfter([...known, wrong, block(1_003), block(1_004)]).at(-1)).toBe(1_004)
})

test('after a long pause, a second response confirms the newest block, even if the chain has halted', () => {
  expect(heightsAfter([...known, block(9_000), block(9_001)])).toEqual([1_000, 1_001, 1_001, 9_001])
  expect(heightsAfter([...known, block(9_000), block(9_000)])).toEqual([1_000, 1_001, 1_001, 9_000])
})

test('a wrong height that is repeated does not make the chain look reset', () => {
  const wrong = { ...block(1_002), height: 3_002 }
  expect(heightsAfter([...known, wrong, wrong, block(1_003), block(1_004)])).toEqual([
    1_000, 1_001, 1_001, 3_002, 3_002, 1_004,
  ])
})

test.each([2, 50, 90, 2_000])(
  'several heights in a row that are %i too high do not make the chain look reset',
  ahead => {
    const wrong = (height: number) => ({ ...block(height), height: height + ahead })
    const heights = heightsAfter([...known, ...[1_002, 1_003, 1_004].map(wrong), block(1_005), block(1_006)])
    expect(heights.at(-1)).toBe(1_006)
    expect(heights.filter(height => typeof height === 'string')).toEqual([])
  },
)

test('after wrong responses, a reset of the chain is still found', () => {
  const wrong = [1_002, 1_003].map(height => ({ ...block(height), height: height + 90 }))
  expect(heightsAfter([...known, ...wrong, afterReset(5), afterReset(6)]).at(-1)).toBe('reset 6')
})

test('a block with the height of the newest block, but another time, is doubtful', () => {
  const head = new ChainHead()
  for (const one of [...known, { ...block(1_002), time: block(1_050).time }, block(1_002)]) head.observe(one)
  expect([head.isContradicted, head.isCurrent]).toEqual([true, false])
  head.observe(block(1_003))
  expect([head.newest, head.isContradicted]).toEqual([block(1_003), false])
})

test('a node of another chain behind a load balancer needs more and more responses in a row', () => {
  const head = new ChainHead()
  heightsAfter(known, head)
  let height = 1_002
  for (let wrong = 1; wrong < 8; wrong++) {
    const blocks = Array.from({ length: wrong }, () => afterReset(++height - 1_000))
    expect(heightsAfter([...blocks, block(++height)], head).at(-1)).toBe(height)
  }
  const blocks = Array.from({ length: 10 }, () => afterReset(++height - 1_000))
  expect(heightsAfter(blocks, head).filter(height => typeof height === 'string')).toHaveLength(1)
})

test('a height counts when two responses in a row have reached it', () => {
  const heights = new SupportedHeight()
  const after = [10, 11, 101, 12, 102, 7, 13, 13].map(height => {
    heights.observe(height)
    return heights.highest
  })
  expect(after).toEqual([0, 10, 11, 12, 12, 12, 12, 13])
})

test('only another response can confirm a block', () => {
  const newest = new ChainHead()
  newest.observe(block(10))
  newest.observe(block(10))
  expect([newest.confirmed, newest.newest?.height]).toEqual([undefined, 10])
  newest.observe(block(11))
  expect([newest.confirmed?.height, newest.isDoubtful]).toEqual([10, false])
  newest.observe(afterReset(1))
  expect([newest.confirmed?.height, newest.isDoubtful]).toEqual([10, true])
})

test('a process that was restarted finds the reset by comparing confirmed blocks', () => {
  expect([isReset(block(1_000), afterReset(5)), isReset(block(1_000), block(5))]).toEqual([true, false])
  expect(isReset(block(1_000), afterReset(1_001))).toBe(false)
})

test('single wrong responses between two correct ones never make the chain look reset, and are forgotten', () => {
  const wrong = fc.record({ height: fc.integer({ min: 1, max: 10_000 }), time: fc.integer({ min: 0, max: 5e7 }) })
  const steps = fc.array(fc.record({ wrong: fc.option(wrong), blocks: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(steps, all => {
      const newest = new ChainHead()
      let height = 1_000
      const observeCorrect = (blocks: number) => {
        height += blocks
        expect(newest.observe(block(height))).toBeUndefined()
      }
      observeCorrect(1)
      observeCorrect(1)
      for (const { wrong, blocks } of all) {
        if (wrong) expect(newest.observe(wrong)).toBeUndefined()
        observeCorrect(blocks)
        observeCorrect(blocks)
      }
      for (let count = 0; count < 100; count++) observeCorrect(50)
      expect(newest.newest).toEqual(block(height))
    }),
  )
})
