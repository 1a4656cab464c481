import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Failure, flow, type LcdOptions, state } from '@flow-query/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { closeNodes, recordedNode, serve } from '../../test/node.js'
import { run, runInTerminal, start } from '../../test/run.js'
import type { Finding } from '../check/finding.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await closeNodes()
})

async function web(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Checked {
  url: string
  version: string | null
  findings: Finding[]
  status: number | null
}

async function check(url: string, ...args: string[]): Promise<Checked> {
  const { stdout, stderr, status } = await run(['check', url, '--json', ...args])
  expect(stderr).toBe('')
  return { ...JSON.parse(stdout), status }
}

/** What is not as it should be, by topic. */
function others({ findings }: Checked): Record<string, string> {
  return Object.fromEntries(
    findings.filter(({ verdict }) => verdict !== 'pass').map(({ topic, verdict }) => [topic, verdict]),
  )
}

const documented = {
  'history, as documented': 'differs',
  'an answer too large': 'skipped',
  // It stands still.
  'executions as they happen': 'skipped',
}

describe.each(['v1', 'v1beta1'] as const)('a node of %s', version => {
  test('passes, but for the history path that no release serves', async () => {
    const { served } = await recordedNode(version)
    const checked = await check(served.url)
    expect(checked).toMatchObject({ url: served.url, version, status: 0 })
    expect(others(checked)).toEqual({ ...documented, ...(version === 'v1beta1' && { 'burnt coins': 'skipped' }) })
    expect(checked.findings.length).toBeGreaterThan(30)
  })

  test('a line each, at 80 columns and in a pipe', async () => {
    const { served } = await recordedNode(version)
    const plain = (text: string) => text.replaceAll(served.url, 'http://127.0.0.1:1317').replace(/block \d+/, 'block N')
    const { screen } = await runInTerminal(80, ['check', served.url, '--no-color'])
    expect(plain(screen)).toMatchSnapshot('80')
    expect(plain((await run(['check', served.url])).stdout)).toMatchSnapshot('pipe')
  })
})

test.each<[string, LcdOptions]>([
  ['no flow', { flows: [] }],
  ['one flow', { flows: [flow()] }],
  ['many flows', { flows: Array.from({ length: 3_000 }, () => flow()) }],
  ['flows that run all the time', {}],
])('a node with %s is as good', async (_, options) => {
  const checked = await check((await serve(options)).served.url)
  expect([checked.status, checked.version]).toEqual([0, 'v1'])
  const differing = checked.findings.filter(({ verdict }) => verdict === 'differs')
  expect(differing.map(({ topic }) => topic)).toEqual(['history, as documented'])
})

test.each([
  ['1.1.0-hotfix.13', 'pass', 'v1/total_burnt_coins'],
  ['1.0.2', 'differs', 'not served, as before release 1.0.5: the coins burnt in all cannot be shown.'],
  ['0.9.4-r4', 'skipped', 'v1beta1 has no such query'],
])('burnt coins, by release: %s %s', async (release, verdict, text) => {
  const { served } = await serve({ release, state: state({ flows: [{}], trustlessAgents: [{}] }) })
  const { findings, status } = await check(served.url)
  expect(findings.find(({ topic }) => topic === 'burnt coins')).toMatchObject({ verdict, text })
  expect(findings.filter(({ topic }) => topic.includes('agent')).map(one => one.verdict)).toEqual(Array(4).fill('pass'))
  expect(status).toBe(0)
})

describe('what is no node gets a verdict in words', () => {
  const verdict = async (url: string, ...args: string[]) => {
    const checked = await check(url, ...args)
    expect([checked.status, checked.version]).toEqual([1, null])
    return checked.findings.at(-1)
  }

  test('a web server', async () => {
    const url = await web((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'))
    expect(await verdict(url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('a web server') })
  })

  test('a web server that has no such page', async () => {
    const url = await web((_, response) => response.writeHead(404).end())
    expect(await verdict(url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('404') })
  })

  test('a server that sends on', async () => {
    const url = await web((_, response) => response.writeHead(308, { location: 'https://lcd.example.org/' }).end())
    expect(await verdict(url)).toMatchObject({
      verdict: 'fails',
      text: expect.stringContaining('https://lcd.example.org/'),
    })
  })

  test('a server that sends on to nowhere', async () => {
    const url = await web((_, response) => response.writeHead(308, { location: 'http://[' }).end())
    expect(await verdict(url)).toMatchObject({
      verdict: 'fails',
      text: expect.stringContaining("no node's REST server"),
    })
  })

  test('a path too many', async () => {
    const { served } = await recordedNode('v1')
    const text = `not at this path, but at ${served.url}: leave /api out of the address`
    expect(await verdict(`${served.url}/api/`)).toMatchObject({ verdict: 'fails', text })
  })

  test('another chain', async () => {
    const { served } = await serve({ flows: [], service: 'other' })
    expect(await verdict(served.url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('--service') })
  })

  test('nobody', async () => {
    const url = await web(() => {})
    servers.pop()?.close()
    expect(await verdict(url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('nobody listens') })
  })

  test('a server that never answers', async () => {
    const text = expect.stringContaining('no answer within 200 ms')
    expect(await verdict(await web(() => {}), '--timeout', '200')).toMatchObject({ verdict: 'fails', text })
  })

  test('a version that it does not speak', async () => {
    const { served } = await recordedNode('v1')
    expect(await verdict(served.url, '--path-version', 'v1beta1')).toMatchObject({ verdict: 'fails' })
  })
})

test('Ctrl-C ends it', async () => {
  const { lcd, served } = await recordedNode('v1')
  lcd.fail({ query: 'flows', hang: true })
  const running = start(['check', served.url])
  await running.says('v1/params')
  running.interrupt()
  expect(await running.finished).toMatchObject({ stderr: '', status: 130 })
})

describe('a node with a flaw', () => {
  const flawed = async (failure: Failure, ...args: string[]) => {
    const { lcd, served } = await recordedNode('v1')
    lcd.fail(failure)
    return check(served.url, ...args)
  }
  const notImplemented = { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }

  test('no history at all: fails', async () => {
    const checked = await flawed({ path: 'history', ...notImplemented })
    expect(checked.status).toBe(1)
    expect(others(checked)).toMatchObject({ 'history, as served': 'fails', 'history, as documented': 'skipped' })
  })

  test('no agents: differs', async () => {
    const checked = await flawed({ query: ['trustlessAgents', 'trustlessAgent'], ...notImplemented })
    expect(checked.status).toBe(0)
    expect(others(checked)).toMatchObject({
      agents: 'differs',
      'one agent': 'skipped',
      'no such agent': 'skipped',
      "an admin's agents": 'skipped',
    })
  })

  test("an admin's list that lacks an agent: differs", async () => {
    const nothing = { trustless_agents: [], pagination: { next_key: null, total: '0' } }
    const checked = await flawed({ query: 'trustlessAgentsForAdmin', body: nothing })
    expect([checked.status, others(checked)]).toMatchObject([0, { "an admin's agents": 'differs' }])
  })

  test('too slow from some moment on: the rest is skipped', async () => {
    const checked = await flawed({ path: '/flow', hang: true }, '--timeout', '800')
    expect(checked.status).toBe(1)
    expect(checked.findings.filter(({ text }) => /within 800 ms/.test(text))).toHaveLength(2)
    expect(checked.findings.at(-1)).toMatchObject({ verdict: 'skipped', text: 'the node stopped answering' })
  })

  test('404 for an unknown path: differs', async () => {
    const checked = await flawed({ path: 'no-such-path', status: 404, body: 'not found' })
    expect([checked.status, others(checked)]).toMatchObject([0, { 'unknown path': 'differs' }])
  })

  test('no CORS: fails for pages', async () => {
    const url = await behind((await recordedNode('v1')).served.url, headers =>
      headers.delete('access-control-allow-origin'),
    )
    expect(others(await check(url))).toMatchObject({ 'may read answers': 'fails', 'may read errors': 'fails' })
  })

  test('no height header: differs', async () => {
    const drop = (headers: Headers) => headers.delete('grpc-metadata-x-cosmos-block-height')
    const checked = await check(await behind((await recordedNode('v1')).served.url, drop))
    expect([checked.status, others(checked)]).toMatchObject([0, { 'told with answers': 'differs' }])
  })

  test('a list of another shape: fails, and says where', async () => {
    const checked = await flawed({ query: 'flows', body: { flows: [{ id: 5 }], pagination: {} } })
    const wrong = checked.findings.find(({ topic }) => topic === 'all flows')
    expect(wrong).toMatchObject({ verdict: 'fails', text: expect.stringContaining('flows[0]') })
  })

  test('no events where an RPC was named: fails; skipped where none was', async () => {
    const { lcd, served } = await recordedNode('v1')
    const dead = await web((_, response) => response.writeHead(404).end())
    expect(others(await check(served.url, '--rpc', dead))).toMatchObject({ subscriptions: 'fails' })
    const url = await behind(served.url, () => {})
    expect(others(await check(url))).toMatchObject({
      subscriptions: 'skipped',
      'executions as they happen': 'skipped',
    })
    await expect.poll(() => lcd.sockets).toBe(0)
  })
})

describe('a node that takes subscriptions', () => {
  const often = () => {
    const now = Date.now()
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
    return flow({ interval: '3s', startTime: at(-60), execTime: at(2), endTime: at(3_600) })
  }
  const told = (checked: Checked) => checked.findings.find(({ topic }) => topic === 'executions as they happen')

  test('and tells what runs: passes', async () => {
    const { served } = await serve({ flows: [often()] })
    expect(told(await check(served.url))).toMatchObject({
      verdict: 'pass',
      text: expect.stringMatching(/^flow 1, in block \d+$/),
    })
  })

  test('and keeps silent about what runs: differs, and says which flow ran', async () => {
    const { served, lcd } = await serve({ flows: [often()] })
    lcd.disturb({ drop: 1 })
    const checked = await check(served.url)
    expect(checked.status).toBe(0)
    expect(others(checked)).not.toHaveProperty('subscriptions')
    expect(told(checked)).toMatchObject({
      verdict: 'differs',
      text: expect.stringMatching(/^flow 1 ran at .*, and nothing was told: releases before 0\.9\.3 /),
    })
    await expect.poll(() => lcd.sockets).toBe(0)
  })
})

/** A proxy that changes the headers of answers, and passes no websocket on. */
function behind(url: string, change: (headers: Headers) => void): Promise<string> {
  return web(async (request, response) => {
    const { host: _, connection: _c, upgrade: _u, ...headers } = request.headers as Record<string, string>
    const answer = await fetch(url + request.url, { method: request.method ?? 'GET', headers, redirect: 'manual' })
    const changed = new Headers(answer.headers)
    change(changed)
    changed.delete('content-length')
    response.writeHead(answer.status, Object.fromEntries(changed)).end(await answer.text())
  })
}
