import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { address, flow, historyEntry, state } from '@flow-query/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeNodes, recordedNode, serve, type TestNode } from '../test/node.js'
import { leftOn, run, runInTerminal } from '../test/run.js'

afterAll(closeNodes)

describe.each(['v1', 'v1beta1'] as const)('%s', version => {
  let node: TestNode
  let client: FlowClient
  let owner: string
  beforeAll(async () => {
    node = recordedNode(version)
    owner = node.lcd.flow(1)?.owner ?? ''
    client = createFlowClient({ lcd: node.lcd.url, fetch: node.lcd.fetch, versions: [v1, v1beta1] })
  })

  afterAll(closeNodes)
  beforeEach(() => vi.setSystemTime(node.at))
  const withNode = (args: readonly string[]) => [...args, '--lcd', node.served.url]

  const commands = [
    ['agents'],
    ['explain', '4'],
    ['explain', '16'],
    ['failing', '--limit', '2'],
    ['flow', '1'],
    ['flow', '4'],
    ['flow', '12'],
    ['flows'],
    ['flows', '--reverse', '--limit', '4'],
    ['flows', '--status', 'stopped'],
    ['flows', '--all'],
    ['flows', '--type', 'MsgDelegate', '--sort', 'lastRun'],
    ['history', '3'],
    ['history', '5', '--all', '--failed'],
    ['next', '--limit', '4'],
    ['params'],
  ].map(args => [args.join(' '), args] as const)

  test.each(commands)('prints %s at 80 and 120 columns, and in a pipe', async (_, args) => {
    const [narrow, wide, pipe] = await Promise.all([
      runInTerminal(80, withNode(args), { NO_COLOR: '1' }),
      runInTerminal(120, withNode(args), { NO_COLOR: '1' }),
      run(withNode(args)),
    ])
    expect(leftOn(narrow.screen)).toMatchSnapshot('80')
    expect(leftOn(wide.screen)).toMatchSnapshot('120')
    expect(pipe.stdout).toMatchSnapshot('pipe')
    expect([narrow.status, wide.status, pipe.status]).toEqual([0, 0, 0])
  })

  const data: [args: string[], read: () => Promise<unknown>][] = [
    [['flow', '1'], () => client.flow({ id: 1 })],
    [['flows'], () => client.flows({ limit: 20 })],
    [['flows', '--limit', '3', '--reverse'], () => client.flows({ limit: 3, reverse: true })],
    [['flows', '--key', 'AAAAAAAAAAU=', '--limit', '1'], () => client.flows({ key: 'AAAAAAAAAAU=', limit: 1 })],
    [['history', '1'], () => client.flowHistory({ id: 1, limit: 20, reverse: true, countTotal: true })],
    [['params'], () => client.params()],
    [['agents'], () => client.trustlessAgents({ limit: 20 })],
    [['agents', '--limit', '1'], () => client.trustlessAgents({ limit: 1 })],
  ]

  test.each(data.map(([args, read]) => [args.join(' '), args, read] as const))(
    '%s --json prints the data of core',
    async (_, args, read) => {
      const { stdout, stderr, status } = await run(withNode([...args, '--json']))
      expect([JSON.parse(stdout), stderr, status]).toEqual([await read(), '', 0])
    },
  )

  test('agent shows one agent, and agents --admin lists the agents of a fee admin', async () => {
    const [agent] = node.lcd.state.trustlessAgents
    const { agentAddress = '', feeConfig } = agent ?? {}
    const feeAdmin = feeConfig?.feeAdmin ?? ''
    const [json, text, ofAdmin, ofNobody] = await Promise.all([
      run(withNode(['agent', agentAddress, '--json'])),
      run(withNode(['agent', agentAddress])),
      run(withNode(['agents', '--admin', feeAdmin, '--json'])),
      run(withNode(['agents', '--admin', owner])),
    ])
    expect(JSON.parse(json.stdout)).toEqual(await client.trustlessAgent({ agentAddress }))
    expect(text.stdout).toMatchSnapshot()
    expect(JSON.parse(ofAdmin.stdout)).toEqual(await client.trustlessAgentsForAdmin({ feeAdmin, limit: 20 }))
    expect(ofNobody).toMatchObject({
      stdout: '',
      stderr: 'This address is not the fee admin of any agent.\n',
      status: 0,
    })
  })

  test('--all --json prints one line per flow, execution or agent', async () => {
    const [flows, mine, history, agents] = await Promise.all([
      run(withNode(['flows', '--all', '--json'])),
      run(withNode(['flows', '--all', '--owner', owner, '--json'])),
      run(withNode(['history', '1', '--all', '--json'])),
      run(withNode(['agents', '--all', '--json'])),
    ])
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
    expect(lines(flows.stdout)).toEqual((await client.flows()).flows)
    expect(lines(mine.stdout)).toEqual((await client.flowsForOwner({ owner })).flows)
    expect(lines(history.stdout)).toEqual((await client.flowHistory({ id: 1 })).history)
    expect(lines(agents.stdout)).toEqual((await client.trustlessAgents()).trustlessAgents)
  })
})

describe('--limit counts matching rows', () => {
  const hour = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const over = { startTime: at(-9 * hour), execTime: at(-8 * hour), endTime: at(-8 * hour) }
  /** Every 50th flow is active. The others have ended. */
  const flows = Array.from({ length: 450 }, (_, index) => flow(index % 50 === 49 ? {} : over))
  const ids = (text: string): string[] => JSON.parse(text).flows.map(({ id }: { id: string }) => id)

  test('flows --status reads pages until it has found enough flows', async () => {
    const { served, lcd } = serve({ flows })
    const args = ['flows', '--status', 'active', '--limit', '5', '--lcd', served.url]
    const { stdout, stderr } = await run(args)
    expect(stdout.match(/^ *\d+/gm)?.map(Number)).toEqual([50, 100, 150, 200, 250])
    expect(stderr).toMatch(/^5 of 250 flows are active\.\nTo see more, add --key \S+\n$/)
    const [, key = ''] = /--key (\S+)/.exec(stderr) ?? []
    const rest = await run([...args, '--key', key])
    expect(rest.stdout.match(/^ *\d+/gm)?.map(Number)).toEqual([300, 350, 400, 450])
    expect(rest.stderr).toBe('4 of 200 flows are active.\n')
    const newest = await run([...args, '--reverse', '--json'])
    expect(ids(newest.stdout)).toEqual(['450', '400', '350', '300', '250'])
    const next = await run([...args, '--reverse', '--json', '--key', JSON.parse(newest.stdout).nextKey])
    expect(ids(next.stdout)).toEqual(['200', '150', '100', '50'])
    expect(JSON.parse(next.stdout).nextKey).toBeNull()
    expect(lcd.requests.length).toBeLessThan(25)
  })

  test('flows --status --owner reads pages until it has found enough flows', async () => {
    const owner = flow().owner
    const { served } = serve({ flows: flows.map(one => ({ ...one, owner })) })
    const { stdout } = await run([
      'flows',
      '--owner',
      owner,
      '--status',
      'active',
      '--limit',
      '2',
      '--json',
      '--lcd',
      served.url,
    ])
    expect(ids(stdout)).toEqual(['50', '100'])
  })

  test('history --failed reads pages until it has found enough executions', async () => {
    const entries = Array.from({ length: 250 }, (_, index) =>
      historyEntry({
        actualExecTime: at(index),
        ...(index % 100 === 0 && { executed: false, errors: ['balance too low to deduct expected fee'] }),
      }),
    )
    const { served } = serve({ flows: [flow()], history: { 1: entries } })
    const args = ['history', '1', '--failed', '--lcd', served.url]
    const two = await run([...args, '--limit', '2'])
    expect(two.stdout.match(/^ *\d+/gm)?.map(Number)).toEqual([201, 101])
    expect(two.stderr).toBe(
      '2 of 150 executions failed.\nSearched the newest 150 of 250 executions. Use --all for all of them.\n',
    )
    const all = await run(args)
    expect(all.stdout.match(/^ *\d+/gm)?.map(Number)).toEqual([201, 101, 1])
    expect(all.stderr).toBe('3 of 250 executions failed.\n')
  })

  test('flows --status fails if a node returns the same page key again', async () => {
    const { served, lcd } = serve({ flows })
    const { body } = lcd.reply({
      method: 'GET',
      target: '/intento/intent/v1/flows?pagination.limit=2',
      headers: {},
    }).answer
    lcd.fail({ query: 'flows', body })
    const { stderr, status } = await run(['flows', '--status', 'active', '--lcd', served.url])
    expect([stderr, status]).toEqual([expect.stringContaining('has no new items.'), 1])
  })
})

describe('agents --all', () => {
  const trustlessAgents = Array.from({ length: 250 }, () => ({}))

  test('agents --all reads all pages and shows progress', async () => {
    const { served, lcd } = serve({ state: state({ trustlessAgents }) })
    const { screen } = await runInTerminal(80, ['agents', '--all', '--lcd', served.url])
    expect(screen).toContain(' of 250 agents')
    for (const { agentAddress } of lcd.state.trustlessAgents) expect(screen).toContain(agentAddress)
    expect(lcd.requests).toHaveLength(3)
  })

  test('agents --all fails if a node returns the same page key again', async () => {
    const { served, lcd } = serve({ state: state({ trustlessAgents }) })
    lcd.fail({
      query: 'trustlessAgents',
      rewrite: body => ({ ...body, pagination: { next_key: 'AAAA', total: '250' } }),
    })
    const { stderr, status } = await run(['agents', '--all', '--json', '--lcd', served.url])
    expect([stderr, status]).toEqual([
      `flow-query: The node can’t respond at the moment. Details: The page at cursor AAAA has no new items.\n  Add a fallback node with a second --lcd. To check this node, run: flow-query check-node ${served.url}\n`,
      1,
    ])
  })

  test('agents and flows report a chain without them', async () => {
    const { served } = serve({ flows: [] })
    expect(await run(['agents', '--lcd', served.url])).toMatchObject({
      stdout: '',
      stderr: 'This chain has no agents.\n',
    })
    for (const list of ['agents', 'flows']) {
      const note = { stdout: '', stderr: `This chain has no ${list}.\n`, status: 0 }
      expect(await run([list, '--all', '--lcd', served.url])).toEqual(note)
      expect(await run([list, '--all', '--json', '--lcd', served.url])).toEqual({ ...note, stderr: '' })
    }
  })
})

test('flow says that its agent does not exist', async () => {
  const agentAddress = address('nobody', 'into', 32)
  const trustlessAgent = { agentAddress, feeLimit: [], connectionId: 'connection-0' }
  const { served } = serve({ flows: [flow({ trustlessAgent })] })
  const { stdout } = await run(['flow', '1', '--lcd', served.url])
  expect(stdout).toContain(
    `${agentAddress}  on connection-0\n                 This agent does not exist on this chain.\n`,
  )
})

test('agent shows an agent without a connection', async () => {
  const agentAddress = address('new', 'into', 32)
  const trustlessAgents = [{ agentAddress, icaConfig: null, feeConfig: null }]
  const { served } = serve({ state: state({ trustlessAgents }) })
  const { stdout } = await run(['agent', agentAddress, '--lcd', served.url])
  expect(stdout).toMatchSnapshot()
})

test.each(['16', '19', '21'])('flow %s runs on another chain', async id => {
  const { served, at } = recordedNode('v1')
  vi.setSystemTime(at)
  expect((await run(['flow', id, '--lcd', served.url])).stdout).toMatchSnapshot()
})

test('shows a run as past even if the local clock is behind the node', async () => {
  const at = Date.parse('2026-11-20T21:00:00Z')
  const actualExecTime = '2026-11-20T21:00:02.5Z'
  const { served } = serve({ flows: [flow({}, at)], history: { 1: [historyEntry({ actualExecTime })] } })
  vi.setSystemTime(at)
  const { screen } = await runInTerminal(80, ['history', '1', '--lcd', served.url, '--no-color'])
  expect(screen).toMatch(/^ {2}1 {2}now {3}✓ Succeeded/m)
})

test('ica prints only the address', async () => {
  const { served, lcd } = recordedNode('v1')
  const [account] = lcd.state.interchainAccounts
  const { owner = '', connectionId = '', address = '' } = account ?? {}
  const { stdout } = await run(['ica', owner, connectionId, '--lcd', served.url])
  expect(stdout).toBe(`${address}\n`)
  const json = await run(['ica', owner, connectionId, '--lcd', served.url, '--json'])
  expect(JSON.parse(json.stdout)).toBe(address)
})

test('uses colors in a terminal, but not with --no-color or in a pipe', async () => {
  const { served } = recordedNode('v1')
  const args = ['flow', '1', '--lcd', served.url]
  expect((await runInTerminal(80, args)).screen).toContain('\x1b[1m')
  expect((await runInTerminal(80, args, { TERM: 'dumb' })).screen).not.toContain('\x1b[')
  expect((await runInTerminal(80, args, { NO_COLOR: '1' })).screen).not.toContain('\x1b[')
  expect((await runInTerminal(80, [...args, '--no-color'])).screen).not.toContain('\x1b[')
  expect((await run(args)).stdout).not.toContain('\x1b[')
})

test('--all shows progress on stderr in a terminal, without damaging the table', async () => {
  const { served } = serve({ flows: Array.from({ length: 450 }, () => flow()) })
  const args = ['flows', '--all', '--lcd', served.url]
  const { screen } = await runInTerminal(80, args)
  expect(screen).toContain(' of 450 flows')
  // The bar saves the cursor position and restores it later. Nothing else may write a line in between.
  const bars = screen.split('\x1b7').slice(1)
  expect(bars.length).toBeGreaterThan(1)
  for (const bar of bars) expect(bar.split('\x1b8')[0]).not.toContain('\n')
  expect((await run(args)).stderr).toBe('')
})
