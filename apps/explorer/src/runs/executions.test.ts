import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, now, sampleFlow, sampleRun } from '../../test/samples'
import { executions, noExecutions, readOpened, withOutcome } from './executions'

const flow = sampleFlow()
const failed = { executed: false, errors: ['out of gas'] }

test('numbers executions from 1, across pages', () => {
  const pages = [
    { history: [sampleRun(240), sampleRun(180)], nextKey: 'x', total: 4 },
    { history: [sampleRun(120), sampleRun(60)], nextKey: null, total: null },
  ]
  expect(executions(pages).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(executions([])).toEqual([])
})

test('keeps the numbers of runs that are filtered by outcome', () => {
  const runs = executions([{ history: [sampleRun(-60), sampleRun(-120, failed)], nextKey: null, total: 2 }])
  expect(withOutcome(runs, 'failed', flow, chainTimeAt(now)).map(({ number }) => number)).toEqual([1])
  expect(withOutcome(runs, null, flow, chainTimeAt(now))).toBe(runs)
})

test('a link opens a run with a positive number, and no other', () => {
  const opened = (search: string) => readOpened(new URLSearchParams(search))
  expect(['execution=12', '', 'execution=-5', 'execution=1.5', 'execution=x', 'execution=1e30'].map(opened)).toEqual([
    12,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('explains why a flow has no runs', () => {
  expect(noExecutions(flow, chainTimeAt(now), now)).toBe('The first run is in 30 s. It will appear here automatically.')
  expect(noExecutions(sampleFlow({ execTime: at(-3_000), endTime: at(-3_000) }), chainTimeAt(now), now)).toBe(
    'This flow has ended and never ran.',
  )
})
