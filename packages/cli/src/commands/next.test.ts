import { createFlowClient } from '@flow-query/core'
import { upcomingRuns } from '@flow-query/core/insights'
import { address } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ended, hourly, now } from '../../test/flows.js'
import { closeNodes, recordedNode, serve } from '../../test/node.js'
import { leftOn, run, runInTerminal, standAt } from '../../test/run.js'

beforeEach(() => standAt(now))
afterEach(closeNodes)

const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const owner = address('owner')

/** The ids of what will run, in this order. */
const ids = (text: string) => JSON.parse(text).runs.map(({ flow }: { flow: { id: string } }) => flow.id)

test('what runs next, soonest first: in a terminal how soon, in a pipe when', async () => {
  const flows = [
    hourly({ label: 'Pay rent' }),
    ended(1),
    hourly({ label: 'Save', execTime: at(20) }),
    hourly({ label: 'One day', startTime: at(75), execTime: at(75), interval: '0s', endTime: at(75) }),
  ]
  const { served } = await serve({ flows })
  const args = ['next', '--limit', '4', '--lcd', served.url]
  const { stdout, stderr, status } = await run(args)
  expect(stdout).toMatchInlineSnapshot(`
    "At                         Id  Flow      What it does                Owner
    20 Nov 2026, 21:20:00 UTC   3  Save      Send 0.001 INTO every hour  into10sg4r5dvks64pa0tzmsxfkg0yq84wmdzupuw48
    20 Nov 2026, 21:30:00 UTC   1  Pay rent  Send 0.001 INTO every hour  into10sg4r5dvks64pa0tzmsxfkg0yq84wmdzupuw48
    20 Nov 2026, 22:15:00 UTC   4  One day   Send 0.001 INTO once        into10sg4r5dvks64pa0tzmsxfkg0yq84wmdzupuw48
    20 Nov 2026, 22:20:00 UTC   3  Save      Send 0.001 INTO every hour  into10sg4r5dvks64pa0tzmsxfkg0yq84wmdzupuw48
    "
  `)
  expect([stderr, status]).toEqual(['There is more: --limit 20\n', 0])
  const { screen } = await runInTerminal(80, [...args, '--no-color'])
  expect(leftOn(screen)).toMatchInlineSnapshot(`
    "Runs           Id  Flow      What it does
    in 20 min       3  Save      Send 0.001 INTO every hour
    in 30 min       1  Pay rent  Send 0.001 INTO every hour
    in 1 h 15 min   4  One day   Send 0.001 INTO once
    in 1 h 20 min   3  Save      Send 0.001 INTO every hour
    There is more: --limit 20
    "
  `)
})

test('of all pages of a chain', async () => {
  const flows = Array.from({ length: 250 }, (_, index) => hourly({ execTime: at(250 - index) }))
  const { served } = await serve({ flows })
  const { stdout } = await run(['next', '--limit', '3', '--json', '--lcd', served.url])
  expect(ids(stdout)).toEqual(['250', '249', '248'])
})

test('--owner: only theirs', async () => {
  const { served } = await serve({ flows: [hourly({ owner: address('other') }), hourly({ owner })] })
  const args = ['next', '--owner', owner, '--limit', '2', '--lcd', served.url]
  expect(ids((await run([...args, '--json'])).stdout)).toEqual(['2', '2'])
  expect((await run(args)).stdout).not.toContain(owner)
})

test('nothing runs any more, or never did', async () => {
  const over = await serve({ flows: [ended(1)] })
  const args = ['next', '--lcd', over.served.url]
  expect(await run(args)).toEqual({ stdout: '', stderr: 'Nothing will run any more.\n', status: 0 })
  expect(JSON.parse((await run([...args, '--json'])).stdout)).toEqual({ runs: [] })
  const empty = await serve({ flows: [] })
  const { stderr } = await run(['next', '--lcd', empty.served.url])
  expect(stderr).toBe('Nobody has made a flow on this chain.\n')
})

test('--json is core’s data', async () => {
  const { served, at } = await recordedNode('v1')
  standAt(at)
  const { flows } = await createFlowClient({ lcd: served.url }).flows()
  const { stdout, stderr } = await run(['next', '--json', '--lcd', served.url])
  expect(JSON.parse(stdout)).toEqual({ runs: upcomingRuns(flows, { from: at, limit: 20 }) })
  expect(stderr).toBe('')
})
