import { expect, test, vi } from 'vitest'
import { flowOf } from '../../test/flows.js'
import { column, ofColumn, order } from './columns.js'

const flows = ['c', 'a', 'b'].map((label, index) => flowOf({ id: `${index + 1}`, label }))

test('a column reads only new flow objects of a changed array', () => {
  const read = vi.fn(({ label }: { label: string }) => label)
  const labels = column(read)
  expect(labels(flows)).toEqual(['c', 'a', 'b'])
  const patched = flows.with(1, flowOf({ id: '2', label: 'd' }))

  expect(labels(patched)).toEqual(['c', 'd', 'b'])
  expect(labels(patched.slice(0, 2))).toEqual(['c', 'd'])
  expect(labels([...patched, flowOf({ id: '4', label: 'e' })])).toEqual(['c', 'd', 'b', 'e'])
  expect(read).toHaveBeenCalledTimes(6)
})

test('a result computed from a column is cached until a value of the column changes', () => {
  const labels = column(({ label }) => label)
  const make = vi.fn(function* (values: readonly string[]) {
    yield
    return { text: values.join('') }
  })
  const text = ofColumn(labels, make)
  const rows = order(labels)
  const [before, ordered] = [text(flows), rows(flows)]
  expect(ordered).toEqual([1, 2, 0])
  const ran = flows.with(0, { ...flowOf({ id: '1', label: 'c' }), execTime: '2026-01-02T00:00:00Z' })

  expect(labels(ran)).toBe(labels(flows))
  expect(text(ran)).toBe(before)
  expect(rows(ran)).toBe(ordered)
  const renamed = ran.with(0, flowOf({ id: '1', label: '0' }))
  expect(text(renamed)).toEqual({ text: '0ab' })
  expect(rows(renamed)).toEqual([0, 1, 2])
  expect(make).toHaveBeenCalledTimes(2)
})

test('sorts thousands of rows like Array.sort, also after changes', () => {
  const random = randomNumbers(7)
  let many = Array.from({ length: 5_000 }, (_, index) => flowOf({ id: `${index + 1}`, label: `${random(900)}` }))
  const labels = column(({ label }) => label)
  const rows = order(labels)
  const expected = () =>
    many
      .map((_, row) => row)
      .sort((a, b) => {
        const [one, other] = [labels(many)[a] ?? '', labels(many)[b] ?? '']
        if (one === other) return a - b
        return one < other ? -1 : 1
      })
  expect(rows(many)).toEqual(expected())

  many = many.map((flow, row) => (row % 1_000 === 0 ? flowOf({ id: flow.id, label: `${random(900)}` }) : flow))
  expect(rows(many)).toEqual(expected())
  many = many.slice(0, 3_000)
  expect(rows(many)).toEqual(expected())
})

test('each step reads a part of the flows, and the steps can be stopped early', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => flowOf({ id: `${index + 1}` }))
  const read = vi.fn(({ id }: { id: string }) => id)
  const ids = column(read)
  const steps = ids.inSteps(many)
  steps.next()
  steps.next()
  expect(read.mock.calls.length).toBeGreaterThan(0)
  expect(read.mock.calls.length).toBeLessThan(2_000)
  expect(ids(many)).toEqual(many.map(({ id }) => id))
})

/** Returns a function that returns the same pseudorandom integers below its argument in each test run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
