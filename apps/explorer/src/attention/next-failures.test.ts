import type { Flow } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { forecasts } from '../../test/forecasts'
import { at, sampleFlow } from '../../test/samples'
import { nothingToCheck } from './checks'
import { forecastChecks, maxForecasts, nextFailures } from './next-failures'

test('lists the flows that are expected to fail, soonest first', async () => {
  const failures = nextFailures(await forecasts(0, 100_000_000, 0))
  expect(failures.map(({ flow }) => flow.id)).toEqual(['3', '1'])
  expect(failures[0]).toMatchObject({ tone: 'willFail', text: 'Will fail: the fee can’t be paid' })
  expect(failures[0]?.sentence).toContain('Send at least')
})

describe('forecastChecks', () => {
  const flows = Array.from({ length: 2 * maxForecasts }, (_, index) =>
    sampleFlow({ id: `${index + 1}`, execTime: at(1_000 - index) }),
  )
  const soonestFirst = flows.toReversed()
  const orderOf = (toForecast: readonly Flow[], complete: boolean) => ({ toForecast, complete, toCheck: [] })

  test('selects the running flows that are due soonest, sorted by id', () => {
    const { flows: selected, total } = forecastChecks(orderOf(soonestFirst, true), undefined)
    expect(selected).toEqual(flows.slice(maxForecasts))
    expect(total).toBe(2 * maxForecasts)
  })

  test('keeps the selection when flows run, and replaces it when the chain is loaded', () => {
    const someFlows = flows.slice(0, 60).reverse()
    const loading = forecastChecks(orderOf(someFlows, false), undefined)
    expect(loading.total).toBeNull()
    expect(forecastChecks(orderOf(someFlows, false), loading)).toBe(loading)
    const loaded = forecastChecks(orderOf(soonestFirst, true), loading)
    expect(loaded.flows?.at(-1)?.id).toBe('100')
    const [soonest = sampleFlow(), ...others] = soonestFirst
    const ran = { ...soonest, execTime: at(3_000) }
    const after = forecastChecks(orderOf([...others, ran], true), loaded)
    expect(after.flows?.map(({ id }) => id)).toEqual(loaded.flows?.map(({ id }) => id))
    expect(after.flows?.at(-1)?.execTime).toBe(at(3_000))
  })

  test('waits while stored flows are restored', () => {
    const waiting = forecastChecks(nothingToCheck, undefined)
    expect(waiting.flows).toBeNull()
    expect(forecastChecks(orderOf([], false), waiting).flows).toEqual([])
  })
})
