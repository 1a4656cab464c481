import { afterAll, expect, test, vi } from 'vitest'
import { replay } from '../test/replay.js'
import { run } from '../test/run.js'

const node = replay('v1-truth/1400.json')
afterAll(node.close)

test('failing --next lists flows with a comparison that fails each run', async () => {
  vi.setSystemTime(node.time)
  const { stdout } = await run(['failing', '--next', '24h', '--limit', '100', '--lcd', node.url, '--json'])
  const { forecasts }: { forecasts: { flow: { id: string }; risks: { kind: string }[] }[] } = JSON.parse(stdout)
  const causes = new Map(forecasts.map(({ flow, risks }) => [flow.id, risks.map(({ kind }) => kind)]))
  expect(causes.get('35')).toEqual(['conditionsFail'])
  expect(causes.get('45')).toEqual(['conditionsFail'])
  // Flow 33 is skipped, which doesn't count as a failure.
  expect(causes.has('33')).toBe(false)
})
