import { type Failure, flow, historyEntry, type Lcd, type LcdOptions, state } from '@flow-query/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { FullRpc } from '../../../test/full-rpc.js'
import { closeNodes, recordedNode, serve, serveOther } from '../../../test/node.js'
import { run, runInTerminal, start } from '../../../test/run.js'
import type { Finding } from '../../check-node/finding.js'

afterEach(closeNodes)

/** Serves these responses. Returns the URL. */
const web = (fetch: () => Response | Promise<Response>) => serveOther({ fetch: async () => fetch() })

interface Checked {
  url: string
  version: string | null
  findings: Finding[]
  status: number | null
}

async function check(url: string, ...args: string[]): Promise<Checked> {
  const { stdout, stderr, status } = await run(['check-node', url, '--json', ...args])
  expect(stderr).toBe('')
  return { ...JSON.parse(stdout), status }
}

/** The status of each finding other than `pass`, by topic. */
function problems({ findings }: Checked): Record<string, string> {
  return Object.fromEntries(
    findings.filter(({ status }) => status !== 'pass').map(({ topic, status }) => [topic, status]),
  )
}

const expected = {
  'history, documented path': 'differs',
  // The recorded chain does not advance.
  'events of executions': 'skipped',
  // The recording contains no connections.
  'light clients': 'skipped',
}

/** The in-memory node can't simulate transactions of old releases. */
const expectedOfV1beta1 = { ...expected, 'burnt coins': 'skipped', 'dry runs': 'differs' }

describe.each(['v1', 'v1beta1'] as const)('a %s node', version => {
  test('a complete node passes almost all checks', async () => {
    const { served } = recordedNode(version)
    const checked = await check(served.url)
    expect(checked).toMatchObject({ url: served.url, version, status: 0 })
    expect(problems(checked)).toEqual(version === 'v1' ? expected : expectedOfV1beta1)
    expect(checked.findings.length).toBeGreaterThan(30)
  })

  test('prints one line per check, at 80 columns and in a pipe', async () => {
    const { served, at } = recordedNode(version)
    vi.setSystemTime(at + 86_400_000)
    const plain = (text: string) => text.replace(/block \d+/, 'block N')
    const { screen } = await runInTerminal(80, ['check-node', served.url, '--no-color'])
    expect(plain(screen)).toMatchSnapshot('80')
    expect(plain((await run(['check-node', served.url])).stdout)).toMatchSnapshot('pipe')
  })
})

test.each<[string, LcdOptions]>([
  ['no flows', { flows: [] }],
  ['one flow', { flows: [flow()] }],
  ['many flows', { flows: Array.from({ length: 3_000 }, () => flow()) }],
  ['flows that run all the time', {}],
])('a node with %s passes', async (_, options) => {
  const { served } = serve(options)
  const checked = await check(served.url)
  expect([checked.status, checked.version]).toEqual([0, 'v1'])
  const differing = checked.findings.filter(({ status }) => status === 'differs')
  expect(differing.map(({ topic }) => topic)).toEqual(['history, documented path'])
})

test.each([
  ['1.1.0-hotfix.13', 'pass', 'v1/total_burnt_coins'],
  ['1.0.2', 'differs', 'not supported before release 1.0.5, so apps cannot show the total'],
  ['0.9.4-r4', 'skipped', 'v1beta1 does not have this query'],
])('burnt coins on release %s: %s', async (release, result, text) => {
  const { served } = serve({ release, state: state({ flows: [{}], trustlessAgents: [{}] }) })
  const { findings, status } = await check(served.url)
  expect(findings.find(({ topic }) => topic === 'burnt coins')).toMatchObject({ status: result, text })
  expect(findings.filter(({ topic }) => topic.includes('agent')).map(one => one.status)).toEqual(Array(4).fill('pass'))
  expect(status).toBe(0)
})

describe('explains why a URL is not a node', () => {
  const served = () => recordedNode('v1').served.url
  const hanging = () => {
    const { lcd, served } = recordedNode('v1')
    lcd.fail({ hang: true })
    return served.url
  }
  const redirect = (location: string) => web(() => new Response(null, { status: 308, headers: { location } }))
  const endless = () =>
    new Response(
      new ReadableStream({ pull: controller => controller.enqueue(new TextEncoder().encode(' '.repeat(1_000_000))) }),
    )
  const website = () => new Response('<h1>Hi</h1>', { headers: { 'content-type': 'text/html' } })

  test.each<[what: string, url: () => string, args: string[], text: string]>([
    ['a website', () => web(website), [], 'a website'],
    ['a server that returns 404', () => web(() => new Response(null, { status: 404 })), [], '404'],
    ['a redirect', () => redirect('https://lcd.example.org/'), [], 'https://lcd.example.org/'],
    ['a redirect to an invalid URL', () => redirect('http://['), [], "not a node's REST server"],
    ['a wrong path', () => `${served()}/api/`, [], 'Remove /api from the URL.'],
    ['another chain', () => serve({ flows: [], service: 'other' }).served.url, [], '--service'],
    ['a refused connection', () => 'http://127.0.0.1:9', [], 'the connection was refused'],
    ['a server that never responds', hanging, ['--timeout', '200'], 'no response within 200 ms'],
    ['a response without an end', () => web(endless), [], 'a response of more than 16 MB'],
    ['a node without the selected API version', served, ['--path-version', 'v1beta1'], ''],
  ])('%s', async (_, url, args, text) => {
    const checked = await check(url(), ...args)
    expect([checked.status, checked.version]).toEqual([1, null])
    expect(checked.findings.at(-1)).toMatchObject({ status: 'fails', text: expect.stringContaining(text) })
  })
})

test('Ctrl-C stops the check', async () => {
  const { lcd, served } = recordedNode('v1')
  lcd.fail({ query: 'flows', hang: true })
  const running = start(['check-node', served.url])
  await running.says('v1/params')
  running.interrupt()
  expect(await running.finished()).toMatchObject({ stderr: '', status: 130 })
})

describe('a node with a problem', () => {
  const flawed = async (failure: Failure, ...args: string[]) => {
    const { lcd, served } = recordedNode('v1')
    lcd.fail(failure)
    return check(served.url, ...args)
  }
  const notImplemented = { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }

  const noAdmins = { trustless_agents: [], pagination: { next_key: null, total: '0' } }
  const differing = (topic: string, path: string): [Failure, number, object] => [
    { path, ...notImplemented },
    0,
    { [topic]: 'differs' },
  ]

  test.each<[Failure, status: number, problems: object]>([
    [{ path: 'history', ...notImplemented }, 1, { history: 'fails', 'history, documented path': 'skipped' }],
    [
      { query: ['trustlessAgents', 'trustlessAgent'], ...notImplemented },
      0,
      { agents: 'differs', 'one agent': 'skipped', 'unknown agent': 'skipped', 'agents of a fee admin': 'skipped' },
    ],
    [{ query: 'trustlessAgentsForAdmin', body: noAdmins }, 0, { 'agents of a fee admin': 'differs' }],
    [{ path: 'no-such-path', status: 404, body: 'not found' }, 0, { 'unknown path': 'differs' }],
    [{ path: '/cosmos/bank/', body: { balances: 'none' } }, 1, { balances: 'fails' }],
    differing('balances', '/cosmos/bank/'),
    differing('permissions', '/cosmos/authz/'),
    differing('channels', '/ibc/core/channel/'),
    differing('light clients', '/ibc/core/connection/'),
    differing('node status', '/cosmos/base/'),
    differing('dry runs', '/cosmos/tx/'),
  ])('reports the failure %j', async (failure, status, expected) => {
    const checked = await flawed(failure)
    expect([checked.status, problems(checked)]).toMatchObject([status, expected])
  })

  test.each([
    ['access-control-allow-headers', 0, { 'dry runs': 'differs' }],
    ['access-control-allow-origin', 1, { 'CORS for responses': 'fails', 'CORS for errors': 'fails' }],
    ['grpc-metadata-x-cosmos-block-height', 0, { 'height in responses': 'differs' }],
  ])('reports that the header %s is missing', async (name, status, expected) => {
    const { lcd } = recordedNode('v1')
    const checked = await check(behind(lcd, headers => headers.delete(name)))
    expect([checked.status, problems(checked)]).toMatchObject([status, expected])
  })

  test('names the field if a list is invalid', async () => {
    const checked = await flawed({ query: 'flows', body: { flows: [{ id: 5 }], pagination: {} } })
    const wrong = checked.findings.find(({ topic }) => topic === 'all flows')
    expect(wrong).toMatchObject({ status: 'fails', text: expect.stringContaining('flows[0]') })
  })

  test('skips the remaining checks when the node stops responding', async () => {
    const checked = await flawed({ path: '/flow', hang: true })
    expect(checked.status).toBe(1)
    expect(checked.findings.filter(({ text }) => /(within|timed out after) 5000 ms/.test(text))).toHaveLength(2)
    expect(checked.findings.at(-1)).toMatchObject({ status: 'skipped', text: 'the node stopped responding' })
  })

  test('the event checks fail if --rpc has no WebSocket, and are skipped without --rpc', async () => {
    const { lcd, served } = recordedNode('v1')
    const dead = web(() => new Response(null, { status: 404 }))
    expect(problems(await check(served.url, '--rpc', dead))).toMatchObject({ subscriptions: 'fails' })
    const url = behind(lcd, () => {})
    expect(problems(await check(url))).toMatchObject({
      subscriptions: 'skipped',
      'events of executions': 'skipped',
    })
    await until(() => lcd.sockets === 0)
  })
})

test('reports that apps poll if the node has too many WebSocket clients', async () => {
  const { served } = serve({ flows: [] })
  const { findings } = await check(served.url, '--rpc', serveOther({ WebSocket: FullRpc }))
  expect(findings.find(({ topic }) => topic === 'subscriptions')).toMatchObject({
    status: 'differs',
    text: expect.stringMatching(/accepts no more live connections .*100 reached\)\. Apps poll until/),
  })
})

describe('a node that accepts subscriptions', () => {
  const often = (dueIn = 2) => {
    const now = Date.now()
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
    return flow({ interval: '3s', startTime: at(-60), execTime: at(dueIn), endTime: at(3_600) })
  }
  const eventFinding = (checked: Checked) => checked.findings.find(({ topic }) => topic === 'events of executions')

  test('the event check passes if the node sends an event', async () => {
    const { served } = serve({ flows: [often()] })
    expect(eventFinding(await check(served.url))).toMatchObject({
      status: 'pass',
      text: expect.stringMatching(/^received for flow 1 in block \d+$/),
    })
  })

  test('the event check ignores a flow that has just ended', async () => {
    const now = Date.now()
    const time = new Date(now - 5_000).toISOString()
    const ended = flow({ interval: '3600s', startTime: new Date(now - 60_000).toISOString(), execTime: time })
    const last = historyEntry({ scheduledExecTime: time, actualExecTime: time })
    const { served } = serve({ flows: [ended], history: { 1: [last] } })
    expect(eventFinding(await check(served.url))).toMatchObject({
      status: 'skipped',
      text: 'none of the newest flows is due within 20 s',
    })
  })

  test('reports a missing event of the last run of a flow', async () => {
    const once = { ...often(10), interval: '0s' }
    const { served, lcd } = serve({ flows: [{ ...once, endTime: once.execTime }] })
    lcd.disturb({ drop: 1 })
    expect(eventFinding(await check(served.url))).toMatchObject({
      status: 'differs',
      text: expect.stringMatching(/^flow 1 ran at /),
    })
  })

  test('skips the event check if the flow skipped its run', async () => {
    const { served } = serve({ flows: [often(10)], behave: () => ({ outcome: 'skipped' }) })
    expect(eventFinding(await check(served.url))).toMatchObject({
      status: 'skipped',
      text: expect.stringMatching(/^flow 1 ran, but not every run emits an event/),
    })
  })

  test('reports a missing event and names the flow', async () => {
    const { served, lcd } = serve({ flows: [often(10)] })
    lcd.disturb({ drop: 1 })
    const checked = await check(served.url)
    expect(checked.status).toBe(0)
    expect(problems(checked)).not.toHaveProperty('subscriptions')
    expect(eventFinding(checked)).toMatchObject({
      status: 'differs',
      text: expect.stringMatching(/^flow 1 ran at .* without an event\. Releases before 0\.9\.3 /),
    })
    await until(() => lcd.sockets === 0)
  })
})

/** Serves a proxy that changes response headers and does not support WebSockets. */
function behind(lcd: Lcd, change: (headers: Headers) => void): string {
  return serveOther({
    async fetch(input, init) {
      const { body, status, headers } = await lcd.fetch(input, init)
      const changed = new Headers(headers)
      change(changed)
      return new Response(body, { status, headers: changed })
    },
  })
}
