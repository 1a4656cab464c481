import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { createNetwork } from '../../../test/network.js'
import { closeNodes, type ServedNode, serve } from '../../../test/node.js'
import { run, start } from '../../../test/run.js'

const { fetch } = createNetwork()
let served: ServedNode['served']
beforeEach(() => {
  served = serve({ flows: [{}] }).served
})
afterEach(closeNodes)

async function startGateway(...args: string[]) {
  const one = start(['gateway', '--port', '0', ...args])
  await one.says('Press Ctrl-C to stop.')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves the flows of the node until Ctrl-C', async () => {
  const { url, interrupt, finished } = await startGateway('--lcd', served.url)
  expect((await createFlowClient({ lcd: url, fetch }).flow({ id: 1 })).id).toBe('1')
  const read = await run(['flow', '1', '--json', '--lcd', url])
  expect(JSON.parse(read.stdout)).toMatchObject({ id: '1' })
  interrupt()
  expect(await finished()).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('says at the start that its node can not be reached, and starts anyway', async () => {
  const { seen, interrupt, finished } = await startGateway('--lcd', 'http://127.0.0.1:9')
  expect(seen.stderr).toContain("127.0.0.1:9 can't be reached")
  interrupt()
  await finished()
})

test('rejects --height', async () => {
  expect(await run(['gateway', '--embedded', '--height', '5'])).toMatchObject({ status: 2 })
})

test.each(['10.0.0.0/99', 'proxy.example'])('--trust-proxy %s is not an address', async proxy => {
  const failed = await run(['gateway', '--port', '0', '--embedded', '--trust-proxy', proxy])
  expect(failed).toMatchObject({ status: 2, stderr: expect.stringContaining('--trust-proxy: invalid') })
})

test.each(['6379', 'localhost:6379', 'http://localhost:6379', 'redis://', '/run/redis.sock'])(
  '--redis %s is not a URL of Redis',
  async redis => {
    const failed = await run(['gateway', '--port', '0', '--embedded', '--redis', redis])
    expect(failed).toMatchObject({ status: 2, stderr: expect.stringContaining('is not a valid Redis URL.') })
  },
)

test.each(['gateway', 'metrics', 'mcp'])('%s requires a node', async command => {
  const refused = await run([command])
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('No node was specified.') })
})

test.each(['gateway --port', 'gateway --port 0 --metrics-port', 'metrics --port', 'mcp --port', 'serve --port'])(
  '%s explains that a port is in use',
  async command => {
    const failed = await run([...command.split(' '), '1317', '--lcd', served.url])
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('Port 1317 is in use.') })
  },
)

test('reads options from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-gateway-'))
  const path = join(folder, 'gateway.json')
  writeFileSync(path, JSON.stringify({ lcd: [served.url], rpc: served.url, 'rate-limit': 1, port: 1 }))
  const { url, interrupt, finished } = await startGateway('--config', path)
  const flow = `${url}/intento/intent/v1/flow/1`
  expect([(await fetch(flow)).status, (await fetch(flow)).status]).toEqual([200, 429])
  interrupt()
  await finished()
  rmSync(folder, { recursive: true })
})

test.each([
  ['gateway', 'Press Ctrl-C to stop.'],
  ['metrics', 'Press Ctrl-C to stop.'],
  ['mcp --port 0', 'Press Ctrl-C to stop.'],
  ['mcp', 'Serving'],
  ['monitor', 'flow-query explain'],
])('%s ends with exit code 0 after SIGTERM, so that supervisors do not report a failure', async (command, text) => {
  const { says, terminate, finished } = start([...command.split(' '), '--embedded'])
  await says(text)
  terminate()
  expect(await finished()).toMatchObject({ status: 0 })
})

test.each(['gateway', 'metrics --flow 1', 'monitor --flow 1'])(
  '%s ends with exit code 0 after SIGTERM while it waits for its node',
  async command => {
    const { lcd, served } = serve({ flows: [{}] })
    lcd.fail({ hang: true })
    const { terminate, finished } = start([...command.split(' '), '--lcd', served.url])
    await until(() => lcd.requests.length > 0)
    terminate()
    expect(await finished()).toMatchObject({ status: 0 })
  },
)
