import { flowsToCheck } from '@flow-query/core/insights'
import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { finish } from '../../test/finish'
import { now, sampleFlow } from '../../test/samples'
import { attentionChecks, checkedText, checksPerStep, type LoadedFlows, orderChecks } from './checks'

const flows = Array.from({ length: 2_000 }, (_, index) => sampleFlow({ id: `${index + 1}` }))

/** Returns the order of checks while all flows are running. */
const orderOf = (loaded: LoadedFlows) => finish(orderChecks(loaded, loaded.flows, chainTimeAt(now)))

test('checks some flows at first, and more on request', () => {
  const order = orderOf({ flows, complete: true })
  const first = attentionChecks(order, checksPerStep, 4_000)
  expect([first.flows?.length, first.total]).toEqual([checksPerStep, 2_000])
  const second = attentionChecks(order, 2 * checksPerStep, 4_000)
  expect(second.flows?.slice(0, checksPerStep)).toEqual(first.flows)
  expect(attentionChecks(order, 4 * checksPerStep, 4_000).flows).toHaveLength(2_000)
  expect(order.toCheck).toEqual(flowsToCheck(flows, chainTimeAt(now)))
})

test('checks the same small selection of flows until the chain is loaded', () => {
  const first = orderOf({ flows: flows.slice(0, 1_000), complete: false })
  const { flows: checked, total } = attentionChecks(first, checksPerStep, checksPerStep)
  expect([checked?.length, total, first.toForecast.length]).toEqual([100, null, 1_000])
  expect(orderOf({ flows, complete: false })).toEqual(first)
})

test('checks the newest flows while the ones before them are missing', () => {
  const newest = flows.slice(-50)
  for (const loaded of [0, 200]) {
    const known = { flows: [...flows.slice(0, loaded), ...newest], complete: false, loaded }
    expect(attentionChecks(orderOf(known), checksPerStep, checksPerStep)).toMatchObject({ flows: newest, total: null })
  }
})

test('starts a few checks at once', () => {
  const order = orderOf({ flows: flows.slice(0, 250), complete: true })
  const group = (started: number) => {
    const { flows, hasMore } = attentionChecks(order, checksPerStep, started)
    return [flows?.length, hasMore]
  }
  expect([100, 200, 300].map(group)).toEqual([
    [100, true],
    [200, true],
    [250, false],
  ])
  expect(attentionChecks(order, 100, 100).hasMore).toBe(false)
})

test('waits while stored flows are restored', () => {
  const order = orderOf({ flows: flows.slice(-100), complete: false, isRestoring: true } as LoadedFlows)
  expect(attentionChecks(order, checksPerStep, checksPerStep)).toEqual({ flows: null, hasMore: false, total: null })
})

test('says how many flows were checked', () => {
  const started = ([checked, total]: [number, number | null]) => checkedText(checked, total, 'started')
  expect(
    (
      [
        [120, null],
        [500, 5_210],
        [340, 340],
        [1, 1],
        [0, 0],
      ] as [number, number | null][]
    ).map(started),
  ).toEqual([
    '120 of the newest flows checked',
    '500 of 5,210 started flows checked',
    'All 340 started flows checked',
    '1 started flow checked',
    'No flows have started yet',
  ])
  expect(checkedText(50, 400, 'running')).toBe('50 of 400 running flows checked, soonest first')
})
