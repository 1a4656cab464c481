import { address } from '@flow-query/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ended, hourly, now } from '../../../test/flows.js'
import { closeNodes, serve } from '../../../test/node.js'
import { run, runInTerminal } from '../../../test/run.js'

const other = address('other')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const message = (type: string) => ({ '@type': type })
const onConnection = { portId: 'icacontroller-1', connectionId: 'connection-3' }

/** 250 flows. Three of them differ from the rest. */
const flows = Array.from({ length: 250 }, (_, index) => hourly({ label: `Save ${index + 1}` }))
flows[9] = hourly({ label: 'Pay the rent', execTime: at(40), selfHostedIca: onConnection })
flows[119] = hourly({ label: 'RENT, pay it', execTime: at(20), msgs: [message('/cosmos.staking.v1beta1.MsgDelegate')] })
flows[239] = ended(1, { label: 'Rent', owner: other, msgs: [message('/cosmos.staking.v1.MsgDelegate')] })

let url = ''
beforeAll(async () => {
  url = serve({ flows }).served.url
})
beforeEach(() => vi.setSystemTime(now))
afterAll(closeNodes)

async function found(...args: string[]): Promise<[ids: string[], total: number]> {
  const { stdout, stderr } = await run(['flows', '--json', '--lcd', url, ...args])
  expect(stderr).toBe('')
  const { flows, nextKey, total } = JSON.parse(stdout)
  expect(nextKey).toBeNull()
  return [flows.map(({ id }: { id: string }) => id), total]
}

test.each<[args: string[], ids: string[]]>([
  [
    ['--search', 'rent'],
    ['10', '120', '240'],
  ],
  [
    ['--search', 'rent', '--status', 'active'],
    ['10', '120'],
  ],
  [['--search', 'rent', '--owner', other], ['240']],
  [
    ['--search', 'rent', '--reverse'],
    ['240', '120', '10'],
  ],
  [
    ['--search', 'rent', '--sort', 'label'],
    ['10', '240', '120'],
  ],
  [
    ['--search', 'rent', '--sort', 'nextRun', '--reverse'],
    ['10', '120', '240'],
  ],
  [['--type', '/cosmos.staking.v1beta1.MsgDelegate'], ['120']],
  [['--connection', 'connection-3'], ['10']],
  [['--type', 'MsgNothing'], []],
])('searches and sorts the whole chain: %j', async (args, ids) => {
  expect(await found(...args)).toEqual([ids, ids.length])
})

test('--type accepts a short name in any case, if only one message type matches', async () => {
  const [ids, total] = await found('--type', 'msgsend', '--limit', '2')
  expect([ids, total]).toEqual([['1', '2'], 248])
  const { stdout, stderr, status } = await run(['flows', '--type', 'MsgDelegate', '--lcd', url])
  expect([stdout, status]).toEqual(['', 2])
  expect(stderr).toBe(
    'flow-query: Several message types match MsgDelegate: /cosmos.staking.v1beta1.MsgDelegate and /cosmos.staking.v1.MsgDelegate.\n  Pass the full name of one of them.\n',
  )
})

test('prints the number of matches and how to see more', async () => {
  const few = await run(['flows', '--search', 'rent', '--limit', '2', '--lcd', url])
  expect(few.stdout.match(/^\d+/gm)?.map(Number)).toEqual([10, 120])
  expect(few.stderr).toBe('3 of 250 flows match.\nTo see more, use --limit 10 or --all.\n')
  const one = await run(['flows', '--connection', 'connection-3', '--lcd', url])
  expect(one.stderr).toBe('1 of 250 flows matches.\n')
  const sorted = await run(['flows', '--sort', 'label', '--all', '--lcd', url])
  expect([sorted.stdout.match(/^\d+\t/gm)?.length, sorted.stderr]).toEqual([250, ''])
  const unknown = await run(['flows', '--search', 'rent', '--owner', address('nobody'), '--lcd', url])
  expect(unknown).toMatchObject({ stdout: '', stderr: expect.stringContaining('owns no flows'), status: 0 })
})

test('shows progress in a terminal', async () => {
  const { screen } = await runInTerminal(80, ['flows', '--search', 'rent', '--lcd', url])
  expect(screen).toMatch(/[█░] \d+ of 250 flows/)
})

test('in a pipe, prints one line per flow with exact values', async () => {
  const { stdout } = await run(['flows', '--search', 'rent', '--sort', 'id', '--lcd', url])
  expect(stdout.split('\n')[0]?.split('\t')).toEqual([
    '10',
    'active',
    at(40),
    'Pay the rent',
    expect.stringContaining('every'),
    flows[9]?.owner,
  ])
})
