import { expect, test } from 'vitest'
import { type FlowHealth, worstFirst } from '../insights.js'

const at = (hour: number) => ({ number: hour, time: `2026-01-01T0${hour}:00:00Z` })
const over = { state: 'over', outcome: null, cause: null, message: null, allFailed: false, stopped: null } as const

const inOrder: Record<string, FlowHealth> = {
  'failing the longest': { state: 'failing', since: at(1), orEarlier: false, cause: 'other', message: null },
  'failing since later': { state: 'failing', since: at(3), orEarlier: false, cause: 'timedOut', message: null },
  'stopped before its end': { ...over, since: at(2), stopped: { rule: 'unknown', run: null, flowIds: [] } },
  'over, after nothing but failures': { ...over, since: at(4), allFailed: true },
  skipped: { state: 'waiting', for: 'conditions', since: at(1), orEarlier: false },
  'not begun': { state: 'waiting', for: 'start', since: null, orEarlier: false },
  unknown: { state: 'unknown' },
  healthy: { state: 'healthy', since: at(1), orEarlier: true },
  'over, as it should': { ...over, since: at(1) },
}

test('what needs attention comes first, and of alike the one that has needed it the longest', () => {
  const rows = Object.entries(inOrder).map(([name, health]) => ({ name, health }))
  const names = rows.map(({ name }) => name)
  expect(
    rows
      .toReversed()
      .sort(worstFirst)
      .map(({ name }) => name),
  ).toEqual(names)
  expect(rows.toSorted(worstFirst).map(({ name }) => name)).toEqual(names)
})
