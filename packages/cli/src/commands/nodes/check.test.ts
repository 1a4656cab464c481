import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Failure, flow, historyEntry, type LcdOptions, state } from '@flow-query/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { fullRpc } from '../../../test/full-rpc.js'
import { closeNodes, recordedNode, serve } from '../../../test/node.js'
import { run, runInTerminal, start } from '../../../test/run.js'
import type { Finding } from '../../check/finding.js'

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

/** The verdicts other than `pass`, by topic. */
function problems({ findings }: Checked): Record<string, string> {
  return Object.fromEntries(
    findings.filter(({ verdict }) => verdict !== 'pass').map(({ topic, verdict }) => [topic, verdict]),
  )
}

const expected = {
  'history, documented path': 'differs',
  // The recorded chain does not advance.
  'events of executions': 'skipped',
  // The recording contains no connections.
  'light clients': 'skipped',
}

describe.each(['v1', 'v1beta1'] as const)('a %s node', version => {
  test('a complete node passes all checks except one', async () => {
    const { served } = await recordedNode(version)
    const checked = await check(served.url)
    expect(checked).toMatchObject({ url: served.url, version, status: 0 })
    expect(problems(checked)).toEqual({ ...expected, ...(version === 'v1beta1' && { 'burnt coins': 'skipped' }) })
    expect(checked.findings.length).toBeGreaterThan(30)
  })

  test('prints one line per check, at 80 columns and in a pipe', async () => {
    const { served } = await recordedNode(version)
    const plain = (text: string) => text.replaceAll(served.url, 'http://127.0.0.1:1317').replace(/block \d+/, 'block N')
    const { screen } = await runInTerminal(80, ['check', served.url, '--no-color'])
    expect(plain(screen)).toMatchSnapshot('80')
    expect(plain((await run(['check', served.url])).stdout)).toMatchSnapshot('pipe')
  })
})

test.each<[string, LcdOptions]>([
  ['no flows', { flows: [] }],
  ['one flow', { flows: [flow()] }],
  ['many flows', { flows: Array.from({ length: 3_000 }, () => flow()) }],
  ['flows that run all the time', {}],
])('a node with %s passes', async (_, options) => {
  const { lcd, served } = await serve(options)
  // Generates the chain here, so that the first request of `check` does not time out.
  expect(lcd.height).toBeGreaterThan(0)
  const checked = await check(served.url)
  expect([checked.status, checked.version]).toEqual([0, 'v1'])
  const differing = checked.findings.filter(({ verdict }) => verdict === 'differs')
  expect(differing.map(({ topic }) => topic)).toEqual(['history, documented path'])
})

test.each([
  ['1.1.0-hotfix.13', 'pass', 'v1/total_burnt_coins'],
  ['1.0.2', 'differs', 'not supported before release 1.0.5, so apps cannot show the total'],
  ['0.9.4-r4', 'skipped', 'v1beta1 does not have this query'],
])('burnt coins on release %s: %s', async (release, verdict, text) => {
  const { served } = await serve({ release, state: state({ flows: [{}], trustlessAgents: [{}] }) })
  const { findings, status } = await check(served.url)
  expect(findings.find(({ topic }) => topic === 'burnt coins')).toMatchObject({ verdict, text })
  expect(findings.filter(({ topic }) => topic.includes('agent')).map(one => one.verdict)).toEqual(Array(4).fill('pass'))
  expect(status).toBe(0)
})

describe('explains why a URL is not a node', () => {
  const verdict = async (url: string, ...args: string[]) => {
    const checked = await check(url, ...args)
    expect([checked.status, checked.version]).toEqual([1, null])
    return checked.findings.at(-1)
  }

  test('rejects a website', async () => {
    const url = await web((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'))
    expect(await verdict(url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('a website') })
  })

  test('rejects a server that returns 404', async () => {
    const url = await web((_, response) => response.writeHead(404).end())
    expect(await verdict(url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('404') })
  })

  test('rejects a redirect and shows its target', async () => {
    const url = await web((_, response) => response.writeHead(308, { location: 'https://lcd.example.org/' }).end())
    expect(await verdict(url)).toMatchObject({
      verdict: 'fails',
      text: expect.stringContaining('https://lcd.example.org/'),
    })
  })

  test('rejects a redirect to an invalid URL', async () => {
    const url = await web((_, response) => response.writeHead(308, { location: 'http://[' }).end())
    expect(await verdict(url)).toMatchObject({
      verdict: 'fails',
      text: expect.stringContaining("not a node's REST server"),
    })
  })

  test('suggests removing a wrong path from the URL', async () => {
    const { served } = await recordedNode('v1')
    const text = `the API is at ${served.url}. Remove /api from the URL.`
    expect(await verdict(`${served.url}/api/`)).toMatchObject({ verdict: 'fails', text })
  })

  test('rejects a node of another chain and suggests --service', async () => {
    const { served } = await serve({ flows: [], service: 'other' })
    expect(await verdict(served.url)).toMatchObject({ verdict: 'fails', text: expect.stringContaining('--service') })
  })

  test('reports a refused connection', async () => {
    const url = await web(() => {})
    servers.pop()?.close()
    expect(await verdict(url)).toMatchObject({
      verdict: 'fails',
      text: expect.stringContaining('the connection was refused'),
    })
  })

  test('reports a server that never responds', async () => {
    const text = expect.stringContaining('no response within 200 ms')
    expect(await verdict(await web(() => {}), '--timeout', '200')).toMatchObject({ verdict: 'fails', text })
  })

  test('rejects a node without the selected API version', async () => {
    const { served } = await recordedNode('v1')
    expect(await verdict(served.url, '--path-version', 'v1beta1')).toMatchObject({ verdict: 'fails' })
  })
})

test('Ctrl-C stops the check', async () => {
  const { lcd, served } = await recordedNode('v1')
  lcd.fail({ query: 'flows', hang: true })
  const running = start(['check', served.url])
  await running.says('v1/params')
  running.interrupt()
  expect(await running.finished).toMatchObject({ stderr: '', status: 130 })
})

describe('a node with a problem', () => {
  const flawed = async (failure: Failure, ...args: string[]) => {
    const { lcd, served } = await recordedNode('v1')
    lcd.fail(failure)
    return check(served.url, ...args)
  }
  const notImplemented = { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }

  test('check fails if the node supports no history path', async () => {
    const checked = await flawed({ path: 'history', ...notImplemented })
    expect(checked.status).toBe(1)
    expect(problems(checked)).toMatchObject({ history: 'fails', 'history, documented path': 'skipped' })
  })

  test('reports a difference if the node has no agents query', async () => {
    const checked = await flawed({ query: ['trustlessAgents', 'trustlessAgent'], ...notImplemented })
    expect(checked.status).toBe(0)
    expect(problems(checked)).toMatchObject({
      agents: 'differs',
      'one agent': 'skipped',
      'unknown agent': 'skipped',
      'agents of a fee admin': 'skipped',
    })
  })

  test('reports a difference if an agent is missing in the list of its fee admin', async () => {
    const nothing = { trustless_agents: [], pagination: { next_key: null, total: '0' } }
    const checked = await flawed({ query: 'trustlessAgentsForAdmin', body: nothing })
    expect([checked.status, problems(checked)]).toMatchObject([0, { 'agents of a fee admin': 'differs' }])
  })

  test('skips the remaining checks when the node stops responding', async () => {
    const checked = await flawed({ path: '/flow', hang: true }, '--timeout', '800')
    expect(checked.status).toBe(1)
    expect(checked.findings.filter(({ text }) => /(within|timed out after) 800 ms/.test(text))).toHaveLength(2)
    expect(checked.findings.at(-1)).toMatchObject({ verdict: 'skipped', text: 'the node stopped responding' })
  })

  test('reports a difference if an unknown path returns 404', async () => {
    const checked = await flawed({ path: 'no-such-path', status: 404, body: 'not found' })
    expect([checked.status, problems(checked)]).toMatchObject([0, { 'unknown path': 'differs' }])
  })

  test('reports a difference if the node does not support what a forecast needs', async () => {
    const endpoints = {
      balances: '/cosmos/bank/',
      permissions: '/cosmos/authz/',
      channels: '/ibc/core/channel/',
      'light clients': '/ibc/core/connection/',
      'node status': '/cosmos/base/node/',
      'dry runs': '/cosmos/tx/',
    }
    for (const [topic, path] of Object.entries(endpoints)) {
      const checked = await flawed({ path, ...notImplemented })
      expect([checked.status, problems(checked)]).toEqual([0, expect.objectContaining({ [topic]: 'differs' })])
    }
  })

  test('check fails if the answer for a forecast is invalid', async () => {
    const checked = await flawed({ path: '/cosmos/bank/', body: { balances: 'none' } })
    expect([checked.status, problems(checked)]).toMatchObject([1, { balances: 'fails' }])
  })

  test('reports a difference if web pages may not send a dry run', async () => {
    const drop = (headers: Headers) => headers.delete('access-control-allow-headers')
    const checked = await check(await behind((await recordedNode('v1')).served.url, drop))
    expect([checked.status, problems(checked)]).toMatchObject([0, { 'dry runs': 'differs' }])
  })

  test('check fails without CORS headers', async () => {
    const url = await behind((await recordedNode('v1')).served.url, headers =>
      headers.delete('access-control-allow-origin'),
    )
    expect(problems(await check(url))).toMatchObject({ 'CORS for responses': 'fails', 'CORS for errors': 'fails' })
  })

  test('reports a difference without a height header', async () => {
    const drop = (headers: Headers) => headers.delete('grpc-metadata-x-cosmos-block-height')
    const checked = await check(await behind((await recordedNode('v1')).served.url, drop))
    expect([checked.status, problems(checked)]).toMatchObject([0, { 'height in responses': 'differs' }])
  })

  test('check fails if a list is invalid, and names the field', async () => {
    const checked = await flawed({ query: 'flows', body: { flows: [{ id: 5 }], pagination: {} } })
    const wrong = checked.findings.find(({ topic }) => topic === 'all flows')
    expect(wrong).toMatchObject({ verdict: 'fails', text: expect.stringContaining('flows[0]') })
  })

  test('check fails if --rpc sends no events, and skips them without --rpc', async () => {
    const { lcd, served } = await recordedNode('v1')
    const dead = await web((_, response) => response.writeHead(404).end())
    expect(problems(await check(served.url, '--rpc', dead))).toMatchObject({ subscriptions: 'fails' })
    const url = await behind(served.url, () => {})
    expect(problems(await check(url))).toMatchObject({
      subscriptions: 'skipped',
      'events of executions': 'skipped',
    })
    await expect.poll(() => lcd.sockets).toBe(0)
  })
})

test('reports that apps poll if the node has too many WebSocket clients', async () => {
  const { served } = await serve({ flows: [] })
  const rpc = await fullRpc()
  const { findings } = await check(served.url, '--rpc', rpc.url)
  expect(findings.find(({ topic }) => topic === 'subscriptions')).toMatchObject({
    verdict: 'differs',
    text: expect.stringMatching(/accepts no more live connections .*100 reached\)\. Apps poll until/),
  })
  rpc.close()
})

describe('a node that accepts subscriptions', () => {
  const often = () => {
    const now = Date.now()
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
    return flow({ interval: '3s', startTime: at(-60), execTime: at(2), endTime: at(3_600) })
  }
  const eventFinding = (checked: Checked) => checked.findings.find(({ topic }) => topic === 'events of executions')

  test('the event check passes if the node sends an event', async () => {
    const { served } = await serve({ flows: [often()] })
    expect(eventFinding(await check(served.url))).toMatchObject({
      verdict: 'pass',
      text: expect.stringMatching(/^received for flow 1 in block \d+$/),
    })
  })

  test('the event check ignores a flow that has just ended', async () => {
    const now = Date.now()
    const time = new Date(now - 5_000).toISOString()
    const ended = flow({ interval: '3600s', startTime: new Date(now - 60_000).toISOString(), execTime: time })
    const last = historyEntry({ scheduledExecTime: time, actualExecTime: time })
    const { served } = await serve({ flows: [ended], history: { 1: [last] } })
    expect(eventFinding(await check(served.url))).toMatchObject({
      verdict: 'skipped',
      text: 'none of the newest flows is due within 20 s',
    })
  })

  test('reports a missing event of the last run of a flow', async () => {
    const once = { ...often(), interval: '0s' }
    const { served, lcd } = await serve({ flows: [{ ...once, endTime: once.execTime }] })
    lcd.disturb({ drop: 1 })
    expect(eventFinding(await check(served.url))).toMatchObject({
      verdict: 'differs',
      text: expect.stringMatching(/^flow 1 ran at /),
    })
  })

  test('skips the event check if the flow skipped its run', async () => {
    const { served } = await serve({ flows: [often()], behave: () => ({ outcome: 'skipped' }) })
    expect(eventFinding(await check(served.url))).toMatchObject({
      verdict: 'skipped',
      text: expect.stringMatching(/^flow 1 ran, but not every run emits an event/),
    })
  })

  test('reports a missing event and names the flow', async () => {
    const { served, lcd } = await serve({ flows: [often()] })
    lcd.disturb({ drop: 1 })
    const checked = await check(served.url)
    expect(checked.status).toBe(0)
    expect(problems(checked)).not.toHaveProperty('subscriptions')
    expect(eventFinding(checked)).toMatchObject({
      verdict: 'differs',
      text: expect.stringMatching(/^flow 1 ran at .* without an event\. Releases before 0\.9\.3 /),
    })
    await expect.poll(() => lcd.sockets).toBe(0)
  })
})

/** Serves a proxy that changes response headers and does not support WebSockets. */
function behind(url: string, change: (headers: Headers) => void): Promise<string> {
  return web(async (request, response) => {
    const { host: _, connection: _c, upgrade: _u, ...headers } = request.headers as Record<string, string>
    const { method = 'GET' } = request
    const body = method === 'POST' ? await text(request) : null
    const answer = await fetch(url + request.url, { method, headers, body, redirect: 'manual' })
    const changed = new Headers(answer.headers)
    change(changed)
    changed.delete('content-length')
    response.writeHead(answer.status, Object.fromEntries(changed)).end(await answer.text())
  })
}
