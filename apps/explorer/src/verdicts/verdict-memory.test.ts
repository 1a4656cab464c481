import type { Flow } from '@flow-query/core'
import { verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { at, now, sampleFlow } from '../../test/samples'
import { maxKnownVerdicts, VerdictMemory } from './verdict-memory'

const verdict = (flow: Flow) => verdictOf(flow, { state: 'unknown' }, null, chainTimeAt(now))

test('returns the last verdict of a flow', () => {
  const memory = new VerdictMemory()
  const flow = sampleFlow()
  expect(memory.verdictOf(flow)).toBeUndefined()
  memory.remember([verdict(flow)])
  const last = verdict(flow)
  memory.remember([last])
  expect(memory.verdictOf({ ...flow })).toBe(last)
})

test('returns no verdict if the flow has run, was updated, or belongs to a new chain', () => {
  const memory = new VerdictMemory()
  const flow = sampleFlow()
  memory.remember([verdict(flow)])
  const changes: Partial<Flow>[] = [
    { execTime: at(90) },
    { updateHistory: [at(0)] },
    { startTime: at(-60) },
    { owner: 'into1other' },
  ]
  for (const change of changes) expect(memory.verdictOf({ ...flow, ...change })).toBeUndefined()
})

test('forgets the flows that were checked longest ago', () => {
  const memory = new VerdictMemory()
  const flows = Array.from({ length: maxKnownVerdicts + 1 }, (_, index) => sampleFlow({ id: `${index}` }))
  const [first, second, ...others] = flows.map(verdict)
  if (!first || !second) throw new Error('A flow is missing')
  memory.remember([first, second])
  memory.remember([first, ...others])
  expect(memory.verdictOf(first.flow)).toBe(first)
  expect(memory.verdictOf(second.flow)).toBeUndefined()
})
