import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { afterEach, expect, test } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { type Metrics, type MetricsOptions, startMetrics } from './metrics.js'

const started: Metrics[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(metrics => metrics.close()))
})

const now = Date.now()
const { state } = createDemoLcd({ clock: () => now })

/** A part of the demo chain, so that it is read quickly. */
function createSmallLcd() {
  return createLcd({ state: { ...state, flows: state.flows.slice(0, 40) }, clock: Date.now })
}

async function start(options: MetricsOptions = {}, lcd = createSmallLcd()) {
  let isComplete = false
  const metrics = await startMetrics(
    { lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket },
    {
      port: 0,
      interval: 50,
      onEvaluation: evaluation => {
        isComplete = evaluation.isComplete
      },
      ...options,
    },
  )
  started.push(metrics)
  await waitFor(() => expect(isComplete).toBe(true))
  return { metrics, lcd, text: await (await fetch(metrics.url)).text() }
}

/** Returns the sum of the samples of a metric, optionally of those with a label. */
function sum(text: string, name: string, label = ''): number {
  const lines = text.split('\n').filter(line => line.startsWith(`${name}{`) && line.includes(label))
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

const hour = 3_600_000
function willRun({ execTime, endTime }: { execTime: string; endTime: string }): boolean {
  return Date.parse(execTime) > now + hour && Date.parse(endTime) > now + 24 * hour
}

test('serves all flows of a chain in the format of Prometheus, and details of a named flow', async () => {
  const lcd = createSmallLcd()
  const { id = '' } = lcd.state.flows.find(willRun) ?? {}
  const { metrics, text } = await start({ flows: [id], all: true }, lcd)
  const response = await fetch(metrics.url)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(sum(text, 'intento_flows')).toBe(lcd.state.flows.length)
  expect(text).toMatch(/^intento_flows_complete 1$/m)
  expect(text).toMatch(/^intento_node_height\{node="[^"]+"\} \d+$/m)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
  expect(text.match(/^intento_flow_info\{flow="\d+"/gm)).toEqual([`intento_flow_info{flow="${id}"`])
  expect(text).toMatch(new RegExp(`^intento_flow_runs_left\\{flow="${id}"\\} \\d+$`, 'm'))
})

test('with owners, only counts their flows, and gives each its own metrics', async () => {
  const lcd = createSmallLcd()
  const { id, owner = '' } = lcd.state.flows.find(willRun) ?? {}
  const ownFlows = lcd.state.flows.filter(flow => flow.owner === owner)
  const { text } = await start({ owners: [owner] }, lcd)
  expect(sum(text, 'intento_flows')).toBe(ownFlows.length)
  expect(text).toContain(`intento_flow_info{flow="${id}",owner="${owner}"`)
  expect(sum(text, 'intento_flow_info')).toBeLessThanOrEqual(ownFlows.length)
})

test('a flow that does not exist is an error', async () => {
  const lcd = createSmallLcd()
  await expect(startMetrics({ lcd: lcd.url, fetch: lcd.fetch }, { port: 0, flows: ['999999'] })).rejects.toMatchObject({
    kind: 'notFound',
  })
})

test('a port in use is an error', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lcd = createSmallLcd()
  await expect(startMetrics({ lcd: lcd.url, fetch: lcd.fetch }, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  server.close()
})

test('serves /healthz and explains other paths and methods', async () => {
  const { metrics } = await start()
  const get = async (path: string, method = 'GET') => (await fetch(new URL(path, metrics.url), { method })).status
  expect(await Promise.all([get('/healthz'), get('/'), get('/metrics', 'POST'), get('/metrics?x=1')])).toEqual([
    200, 404, 405, 200,
  ])
})

test('close ends the server', async () => {
  const { metrics } = await start()
  await metrics.close()
  await expect(fetch(metrics.url)).rejects.toThrow()
})
