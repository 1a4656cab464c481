import { expect, test } from 'vitest'
import { contentsOf } from './dependencies.js'
import { createRoutes } from './routes.js'

test.each<[string, unknown, number]>([
  ['without conditions', undefined, 60_000],
  ['without a query', { comparisons: [{ icq_config: null }], feedback_loops: null }, 60_000],
  ['with a query in a comparison', { comparisons: [{ icq_config: {} }], feedback_loops: [] }, 3_600_000],
  ['with a query in a feedback loop', { comparisons: [], feedback_loops: [{ icq_config: {} }] }, 3_600_000],
])('a flow %s can run until this many milliseconds after its time', (_, conditions, expected) => {
  const read = createRoutes('intento')('/intento/intent/v1/flow/1')
  if (!read) throw new Error('the path is not allowed')
  const body = { flow: { id: '1', exec_time: '2026-01-01T00:00:00.123456789Z', conditions } }
  const [row] = contentsOf(read, body).rows
  expect(row && row.run.overAt - row.run.dueAt).toBe(expected)
})
