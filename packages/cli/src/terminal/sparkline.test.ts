import type { ExecutionOutcome } from '@flow-query/core'
import { expect, test } from 'vitest'
import { painterOf } from './output.js'
import { sparkline } from './sparkline.js'

const outcomes: ExecutionOutcome[] = ['succeeded', 'failed', 'timedOut', 'unanswered', 'skipped', 'pending']

test('a letter each, or a block with a colour; the newest that there is room for', () => {
  const drawn = (hasColours: boolean, room: number) => painterOf(false)(sparkline({ hasColours }, outcomes, room))
  expect(drawn(false, 80)).toBe('.FTUsp')
  expect(drawn(true, 80)).toBe('▄█▇▇▁▁')
  expect(drawn(false, 2)).toBe('sp')
})

test('no two outcomes look the same', () => {
  for (const hasColours of [true, false]) {
    const looks = outcomes.map(outcome => painterOf(true)(sparkline({ hasColours }, [outcome], 1)))
    expect(new Set(looks).size).toBe(outcomes.length)
  }
})
