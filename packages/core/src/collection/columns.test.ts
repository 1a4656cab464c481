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
  const make = vi.fn((values: readonly string[]) => ({ text: values.join('') }))
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
