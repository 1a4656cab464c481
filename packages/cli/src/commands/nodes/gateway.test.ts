import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import type { ServedLcd } from '@flow-query/testing/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { startProcess } from '../../../test/process.js'
import { run, start } from '../../../test/run.js'

let served: ServedLcd
beforeAll(async () => {
  served = (await serve({ flows: [{}] })).served
})
afterAll(closeNodes)

async function startGateway(...args: string[]) {
  const one = start(['gateway', '--port', '0', ...args])
  await one.says('Press Ctrl-C to stop.')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves the flows of the node until Ctrl-C', async () => {
  const { url, interrupt, finished } = await startGateway('--lcd', served.url)
  expect((await createFlowClient({ lcd: url, timeout: 300_000 }).flow({ id: 1 })).id).toBe('1')
  const read = await run(['flow', '1', '--json', '--lcd', url])
  expect(JSON.parse(read.stdout)).toMatchObject({ id: '1' })
  interrupt()
  expect(await finished).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('says at the start that its node can not be reached, and starts anyway', async () => {
  const { seen, interrupt, finished } = await startGateway('--lcd', 'http://127.0.0.1:1')
  expect(seen.stderr).toContain("127.0.0.1:1 can't be reached")
  interrupt()
  await finished
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
    const { port } = served
    const failed = await run([...command.split(' '), `${port}`, '--lcd', served.url])
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining(`Port ${port} is in use.`) })
  },
)

test('reads options from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-gateway-'))
  const path = join(folder, 'gateway.json')
  writeFileSync(path, JSON.stringify({ lcd: [served.url], rpc: served.rpc, 'rate-limit': 1, port: 1 }))
  const { url, interrupt, finished } = await startGateway('--config', path)
  const flow = `${url}/intento/intent/v1/flow/1`
  expect([(await fetch(flow)).status, (await fetch(flow)).status]).toEqual([200, 429])
  interrupt()
  await finished
  rmSync(folder, { recursive: true })
})

test.each([
  ['gateway --port 0 --embedded --shutdown-delay 0s', 'Press Ctrl-C to stop.'],
  ['metrics --port 0 --embedded', 'Press Ctrl-C to stop.'],
  ['mcp --port 0', 'Press Ctrl-C to stop.'],
  ['monitor --embedded', 'flow-query explain'],
])('%s ends with exit code 0 after SIGTERM, so that supervisors do not report a failure', async (command, text) => {
  const one = startProcess(command.split(' '), { env: { FLOW_QUERY_LCD: served.url } })
  await one.says(text)
  one.child.kill('SIGTERM')
  expect(await one.finished).toMatchObject({ status: 0 })
})

test.each(['gateway --port 0 --shutdown-delay 0s', 'metrics --port 0 --flow 1', 'monitor --flow 1'])(
  '%s ends with exit code 0 after SIGTERM while it waits for its node',
  async command => {
    const node = createServer()
    const connected = once(node, 'connection')
    node.listen(0, '127.0.0.1')
    await once(node, 'listening')
    const { port } = node.address() as AddressInfo
    const one = startProcess([...command.split(' '), '--lcd', `http://127.0.0.1:${port}`])
    const [socket] = await connected
    one.child.kill('SIGTERM')
    expect(await one.finished).toMatchObject({ status: 0 })
    socket.destroy()
    node.close()
  },
)
