import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { closeNodes, recordedNode } from '../../../test/node.js'
import { run, start } from '../../../test/run.js'

afterAll(closeNodes)

async function startMetrics(...args: string[]) {
  const one = start(['metrics', '--port', '0', ...args])
  await one.says('/metrics')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves metrics of a node until Ctrl-C', async () => {
  const { served } = await recordedNode('v1')
  const { url, interrupt, finished } = await startMetrics('--lcd', served.url)
  await vi.waitFor(async () => expect(await (await fetch(url)).text()).toMatch(/^intento_flows_complete 1$/m), 50_000)
  const text = await (await fetch(url)).text()
  expect(text).toMatch(/^intento_flows\{status="stopped",health="ended",cause="feeBalanceTooLow"\} [1-9]/m)
  expect(text).toContain(`intento_node_up{node="${new URL(served.url).host}"} 1`)
  interrupt()
  expect(await finished).toMatchObject({ status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('--flow reads only the flow, and adds metrics for it', async () => {
  const { served } = await recordedNode('v1')
  const { url, seen } = await startMetrics('--flow', '1', '--flow', '4', '--lcd', served.url, '--json')
  expect(JSON.parse(seen.stdout)).toEqual({ url })
  await vi.waitFor(async () => expect(await (await fetch(url)).text()).toMatch(/^intento_flows_complete 1$/m), 50_000)
  const text = await (await fetch(url)).text()
  expect(text.match(/^intento_flow_info\{flow="\d+"/gm)).toEqual([
    'intento_flow_info{flow="1"',
    'intento_flow_info{flow="4"',
  ])
})

test('prints why a node does not answer, and keeps trying', async () => {
  const one = start(['metrics', '--port', '0', '--lcd', 'http://127.0.0.1:9', '--timeout', '1000'])
  await one.says('Retrying.')
  expect(one.seen.stderr).toContain('http://127.0.0.1:9')
})

test('explains ports in use, hosts of other machines, invalid options and missing nodes', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const failed = async (...args: string[]) => {
    const { status, stderr } = await run(['metrics', ...args])
    return { status, stderr }
  }
  expect(await failed('--embedded', '--port', `${port}`)).toEqual({
    status: 1,
    stderr: expect.stringContaining(`Port ${port} is in use.`),
  })
  server.close()
  expect(await failed('--embedded', '--port', '0', '--host', '192.0.2.1')).toEqual({
    status: 1,
    stderr: expect.stringContaining('192.0.2.1 is not an address of this machine.'),
  })
  expect(await failed('--embedded', '--height', '5')).toMatchObject({ status: 2 })
  expect(await failed('--embedded', '--flow', 'x')).toMatchObject({ status: 2 })
  expect(await failed('--embedded', '--port', '0', '--flow', '999999')).toMatchObject({ status: 4 })
  expect(await failed('--embedded', '--port', '0', '--owner', 'nobody')).toMatchObject({ status: 2 })
  expect(await failed()).toEqual({ status: 2, stderr: expect.stringContaining('No node was specified.') })
})
