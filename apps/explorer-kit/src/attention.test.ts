import type { FlowHealth } from '@flow-query/core/insights'
import { expect, test } from 'vitest'
import { at, now, sampleFlow } from '../test/samples.js'
import { attentionChecks, checksPerStep, worstFlows } from './attention.js'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}` }))

test('checks some flows at first, and more on request', () => {
  const first = attentionChecks({ flows, complete: true }, checksPerStep, now)
  expect([first.flows.length, first.total]).toEqual([checksPerStep, 2_000])
  const second = attentionChecks({ flows, complete: true }, 2 * checksPerStep, now)
  expect(second.flows.slice(0, checksPerStep)).toEqual(first.flows)
  expect(attentionChecks({ flows, complete: true }, 4 * checksPerStep, now).flows).toHaveLength(2_000)
})

test('checks the same small selection of flows until the chain is loaded', () => {
  const first = attentionChecks({ flows: flows.slice(0, 1_000), complete: false }, checksPerStep, now)
  expect([first.flows.length, first.total]).toEqual([100, null])
  expect(attentionChecks({ flows, complete: false }, checksPerStep, now)).toEqual(first)
})

test('checks the newest flows while the ones before them are missing', () => {
  const newest = flows.slice(-50)
  for (const loaded of [0, 200]) {
    const known = { flows: [...flows.slice(0, loaded), ...newest], complete: false, loaded }
    expect(attentionChecks(known, checksPerStep, now)).toEqual({ flows: newest, total: null })
  }
})

test('sorts the flows that need attention, worst first', () => {
  const failing = (hours: number): FlowHealth => ({
    state: 'failing',
    failedRun: { number: 9, time: at(0) },
    cause: 'other',
    message: null,
    since: { number: 1, time: at(-3_600 * hours) },
    failures: 9,
    orEarlier: false,
  })
  const healthy: FlowHealth = { state: 'healthy', since: { number: 1, time: at(-60) }, orEarlier: false }
  const checked = [failing(1), healthy, failing(3)].map((health, index) => ({
    flow: sampleFlow({ id: `${index + 1}` }),
    health,
  }))
  expect(worstFlows(checked).map(({ flow }) => flow.id)).toEqual(['3', '1'])
})
