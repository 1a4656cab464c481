import { createClock } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNodes, serve } from '../test/node.js'
import { run } from '../test/run.js'

// The chain made its last block months ago. The reader's clock keeps running.

const start = '2026-01-01T10:00:00Z'
let url: string

beforeEach(() => {
  const clock = createClock(start)
  const flow = { interval: '60s', startTime: start, execTime: '2026-01-01T10:01:00Z', endTime: '2027-01-01T10:00:00Z' }
  url = serve({ flows: [flow, flow], clock: clock.now }).served.url
  clock.advance(90_000)
  vi.setSystemTime('2026-04-01T10:00:00Z')
})
afterEach(closeNodes)

test.each([
  ['explain 1', /Was due .* ago, .*\. The newest block is from 1 Jan 2026, 10:01:\d\d/],
  ['flow 1', /The newest block is from 1 Jan 2026, 10:01:\d\d/],
  ['flows', /\tactive\t/],
  ['stats', /2 +100 % +○ Running/],
  ['failing', /Will stop at its next run/],
  ['forecast 1', /Will stop at its next run/],
])('%s shows no flow as over while the chain makes no blocks', async (command, words) => {
  const { stdout, stderr } = await run([...command.split(' '), '--lcd', url])
  expect(stdout + stderr).toMatch(words)
  expect(stdout + stderr).not.toMatch(/[1-9] +\d+ % +[✓■]|stopped:|won’t run again/i)
})
