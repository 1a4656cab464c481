import type { ExecutionOutcome } from '@flow-query/core'
import { expect, test } from 'vitest'
import { painterOf } from './output.js'
import { sparkline } from './sparkline.js'

const outcomes: ExecutionOutcome[] = ['succeeded', 'failed', 'timedOut', 'unacknowledged', 'skipped', 'pending']

test('draws the newest outcomes that fit, as letters or colored blocks', () => {
  const drawn = (hasColors: boolean, room: number) => painterOf(false)(sparkline({ hasColors }, outcomes, room))
  expect(drawn(false, 80)).toBe('.FTUsp')
  expect(drawn(true, 80)).toBe('▄█▇▇▁▁')
  expect(drawn(false, 2)).toBe('sp')
})

test('draws each outcome differently', () => {
  for (const hasColors of [true, false]) {
    const looks = outcomes.map(outcome => painterOf(true)(sparkline({ hasColors }, [outcome], 1)))
    expect(new Set(looks).size).toBe(outcomes.length)
  }
})
