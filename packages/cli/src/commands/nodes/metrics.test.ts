import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { createNetwork } from '../../../test/network.js'
import { closeNodes, recordedNode } from '../../../test/node.js'
import { run, start } from '../../../test/run.js'

afterEach(closeNodes)

const { fetch } = createNetwork()

async function startMetrics(...args: string[]) {
  const one = start(['metrics', '--port', '0', ...args])
  await one.says('/metrics')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves metrics of a node until Ctrl-C', async () => {
  const { served, at } = recordedNode('v1')
  // A block in the future isn't believed.
  vi.setSystemTime(at)
  const { url, interrupt, finished } = await startMetrics('--lcd', served.url)
  await until(async () => expect(await (await fetch(url)).text()).toMatch(/^intento_flows_complete 1$/m))
  const text = await (await fetch(url)).text()
  expect(text).toMatch(/^intento_flows\{status="stopped",verdict="ended",cause="feeBalanceTooLow"\} [1-9]/m)
  expect(text).toContain(`intento_node_up{node="${new URL(served.url).host}"} 1`)
  interrupt()
  expect(await finished()).toMatchObject({ status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('--flow reads only the flow, and adds metrics for it', async () => {
  const { served } = recordedNode('v1')
  const { url, seen } = await startMetrics('--flow', '1', '--flow', '4', '--lcd', served.url, '--json')
  expect(JSON.parse(seen.stdout)).toEqual({ url })
  await until(async () => expect(await (await fetch(url)).text()).toMatch(/^intento_flows_complete 1$/m))
  const text = await (await fetch(url)).text()
  expect(text.match(/^intento_flow_info\{flow="\d+"/gm)).toEqual([
    'intento_flow_info{flow="1"',
    'intento_flow_info{flow="4"',
  ])
})

test('prints why a node does not answer, and keeps trying', async () => {
  const one = start(['metrics', '--port', '0', '--lcd', 'http://127.0.0.1:9'])
  await one.says('Retrying.')
  expect(one.seen.stderr).toContain('http://127.0.0.1:9')
})

test('prints once that a node fails, even if its errors differ, and that it responds again', async () => {
  const { lcd, served } = recordedNode('v1')
  lcd.fail({ status: 503 })
  const one = start(['metrics', '--port', '0', '--lcd', served.url])
  await one.says('Retrying.')
  lcd.fail({ refuse: true })
  const { length } = lcd.requests
  await until(() => lcd.requests.length > length + 10)
  lcd.recover()
  await one.says('The node responds again.')
  expect(one.seen.stderr.match(/Retrying/g)).toHaveLength(1)
})

test.each([
  [['--port', '0', '--host', '192.0.2.1'], 1, '192.0.2.1 is not an address of this machine.'],
  [['--height', '5'], 2, 'height'],
  [['--flow', 'x'], 2, 'A flow ID is an integer'],
  [['--port', '0', '--flow', '999999'], 4, 'flow'],
  [['--port', '0', '--owner', 'nobody'], 2, 'bech32'],
])('rejects %j', async (args, status, message) => {
  const { served } = recordedNode('v1')
  const rejected = await run(['metrics', '--lcd', served.url, ...args])
  expect(rejected).toMatchObject({ status, stderr: expect.stringContaining(message) })
})
