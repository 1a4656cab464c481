import { createLcd, type Lcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { type CollectorOptions, createCollector } from './collector.js'

const now = Date.now()
const { state } = createDemoLcd({ clock: () => now })

/** A part of the demo chain, so that it is read quickly. */
function createSmallLcd() {
  return createLcd({ state: { ...state, flows: state.flows.slice(0, 40) }, clock: Date.now })
}

/** Evaluates all flows once, and returns the exposition. */
async function collect(options: CollectorOptions, lcd: Lcd): Promise<string> {
  let isComplete = false
  const registry = new Registry()
  const collector = createCollector(
    registry,
    { lcd: lcd.url, fetch: lcd.fetch, rpc: lcd.rpc, WebSocket: lcd.WebSocket },
    {
      onEvaluation: evaluation => {
        isComplete = evaluation.isComplete
      },
      ...options,
    },
  )
  onTestFinished(() => until(collector.close()))
  await until(collector.start())
  await until(() => isComplete)
  return until(registry.metrics())
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

test('counts all flows of a chain, and gives details of a named flow', async () => {
  const lcd = createSmallLcd()
  const { id = '' } = lcd.state.flows.find(willRun) ?? {}
  const text = await collect({ flows: [id], all: true }, lcd)
  expect(sum(text, 'intento_flows')).toBe(lcd.state.flows.length)
  expect(text).toMatch(/^intento_flows_complete 1$/m)
  expect(text).toMatch(/^intento_node_height\{node="[^"]+"\} \d+$/m)
  expect(text.match(/^intento_flow_info\{flow="\d+"/gm)).toEqual([`intento_flow_info{flow="${id}"`])
  expect(text).toMatch(new RegExp(`^intento_flow_runs_left\\{flow="${id}"\\} \\d+$`, 'm'))
})

test('with owners, only counts their flows, and gives each its own metrics', async () => {
  const lcd = createSmallLcd()
  const { id, owner = '' } = lcd.state.flows.find(willRun) ?? {}
  const ownFlows = lcd.state.flows.filter(flow => flow.owner === owner)
  const text = await collect({ owners: [owner] }, lcd)
  expect(sum(text, 'intento_flows')).toBe(ownFlows.length)
  expect(text).toContain(`intento_flow_info{flow="${id}",owner="${owner}"`)
  expect(sum(text, 'intento_flow_info')).toBeLessThanOrEqual(ownFlows.length)
})

test('a flow that does not exist is an error', async () => {
  const lcd = createSmallLcd()
  await expect(collect({ flows: ['999999'] }, lcd)).rejects.toMatchObject({ kind: 'notFound' })
})
