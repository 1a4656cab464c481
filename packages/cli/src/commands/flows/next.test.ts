import { createFlowClient } from '@flow-query/core'
import { upcomingRuns } from '@flow-query/insights'
import { address, chainTimeAt } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ended, hourly, now } from '../../../test/flows.js'
import { closeNodes, recordedNode, serve } from '../../../test/node.js'
import { leftOn, run, runInTerminal } from '../../../test/run.js'

beforeEach(() => vi.setSystemTime(now))
afterEach(closeNodes)

const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const owner = address('owner')

/** The IDs of the flows of the upcoming runs, in their order. */
const ids = (text: string) => JSON.parse(text).runs.map(({ flow }: { flow: { id: string } }) => flow.id)

test('lists upcoming runs, soonest first, with relative times in a terminal and absolute times in a pipe', async () => {
  const flows = [
    hourly({ label: 'Pay rent' }),
    ended(1),
    hourly({ label: 'Save', execTime: at(20) }),
    hourly({ label: 'One day', startTime: at(75), execTime: at(75), interval: '0s', endTime: at(75) }),
  ]
  const { served } = serve({ flows })
  const args = ['next', '--limit', '4', '--lcd', served.url]
  const { stdout, stderr, status } = await run(args)
  expect(stdout).toMatchSnapshot()
  expect([stderr, status]).toEqual(['To see more, use --limit 20.\n', 0])
  const { screen } = await runInTerminal(80, [...args, '--no-color'])
  expect(leftOn(screen)).toMatchSnapshot()
})

test('--owner lists only runs of flows of this owner', async () => {
  const { served } = serve({ flows: [hourly({ owner: address('other') }), hourly({ owner })] })
  const args = ['next', '--owner', owner, '--limit', '2', '--lcd', served.url]
  expect(ids((await run([...args, '--json'])).stdout)).toEqual(['2', '2'])
  expect((await run(args)).stdout).not.toContain(owner)
})

test('explains an empty list', async () => {
  const over = serve({ flows: [ended(1)] })
  const args = ['next', '--lcd', over.served.url]
  expect(await run(args)).toEqual({ stdout: '', stderr: 'No upcoming runs.\n', status: 0 })
  expect(JSON.parse((await run([...args, '--json'])).stdout)).toEqual({ runs: [] })
  const empty = serve({ flows: [] })
  const { stderr } = await run(['next', '--lcd', empty.served.url])
  expect(stderr).toBe('This chain has no flows.\n')
})

test('--json prints the data of core', async () => {
  const { lcd, served, at } = recordedNode('v1')
  vi.setSystemTime(at)
  const { flows } = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flows()
  const { stdout, stderr } = await run(['next', '--json', '--lcd', served.url])
  expect(JSON.parse(stdout)).toEqual({ runs: upcomingRuns(flows, chainTimeAt(at), { limit: 20 }) })
  expect(stderr).toBe('')
})
