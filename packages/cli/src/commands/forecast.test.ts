import { readFileSync } from 'node:fs'
import { createClock, type Exchange, stateFromRecording } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeNodes, serve } from '../../test/node.js'
import { freezeTime, run } from '../../test/run.js'

const recording = (file: string): Exchange[] =>
  JSON.parse(readFileSync(new URL(`../../../testing/recordings/v1-forecast/${file}`, import.meta.url), 'utf8'))
const time = '2026-11-22T19:27:34.223595747Z'
const state = {
  ...stateFromRecording([...recording('state.json'), ...recording('exchanges.json')]),
  height: 3882,
  time,
}
const owner = 'into1w9hwf9gkzhcyry7kx903phf74t088ypyfa6z5q'

let lcd: string
beforeEach(async () => {
  freezeTime(Date.parse(time))
  lcd = (await serve({ state, clock: createClock(time).now })).served.url
})
afterEach(closeNodes)

test('says what is missing, and ends with 3 if the failure is certain', async () => {
  const { stdout, status } = await run(['forecast', '96', '--lcd', lcd])
  expect(stdout).toMatchInlineSnapshot(`
    "Flow 96  Money for three runs
      Next run: will fail (the fee can’t be paid) · no money for another run
      in 5 s: The next run will fail: the fee account holds 0.03096 INTO and a run needs 0.05 INTO. Send at least 0.01904 INTO to into1kpr57ee7szryenxulw9jeprkl3edgscc59t64w before 22 Nov 2026, 19:27:38 UTC, or the flow stops for good.

    "
  `)
  expect(status).toBe(3)
})

test('ends with 0 if the failure is later, or not certain', async () => {
  expect((await run(['forecast', '96', '--within', '1s', '--lcd', lcd])).status).toBe(0)
  const { stdout, status } = await run(['forecast', '95', '--lcd', lcd])
  expect(stdout).toContain('enough for 3 more runs')
  expect(status).toBe(0)
})

test('lists the flows of an owner that are expected to fail, soonest first', async () => {
  const { stdout, stderr, status } = await run(['forecast', '--owner', owner, '--lcd', lcd])
  expect(stdout).toMatch(/^Flow 122 /)
  expect(stdout).toContain('Add at least 0.4 INTO')
  expect(stderr).toBe('2 of 2 flows that are due are expected to fail.\n')
  expect(status).toBe(0)
})

test('failing --next is the same list', async () => {
  const { stdout, status } = await run(['failing', '--next', '1h', '--owner', owner, '--lcd', lcd, '--json'])
  const { found, forecasts } = JSON.parse(stdout)
  expect(found).toBe(2)
  expect(forecasts.map(({ flow }: { flow: { id: string } }) => flow.id)).toEqual(['122', '123'])
  expect(forecasts[0]).toMatchObject({
    nextRun: 'atRisk',
    risks: [{ kind: 'messageFunds', words: { remedy: expect.stringContaining('Add at least 0.4 INTO') } }],
  })
  expect(status).toBe(0)
})

test('rejects a duration without a unit', async () => {
  const { stderr, status } = await run(['failing', '--next', '24', '--lcd', lcd])
  expect(stderr).toContain('such as 30m, 24h or 7d')
  expect(status).toBe(2)
})
