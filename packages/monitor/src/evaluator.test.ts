import { createFlowClient, type Flow } from '@flow-query/core'
import { createLcd, type Lcd, type LcdOptions, state } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { createEvaluator, type FlowSource } from './index.js'

/** Creates a chain and an evaluator whose flows are read again on request. */
async function start(options: LcdOptions) {
  const lcd = createLcd(options)
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const flows = new Map<string, Flow>()
  const source: FlowSource = { flows, status: { live: 'connected', error: null } }
  const evaluator = createEvaluator(client, {
    source,
    isReady: () => true,
    clock: lcd.now,
    signal: new AbortController().signal,
  })
  const readFlows = async () => {
    for (const flow of (await client.flows({ limit: 1_000 })).flows)
      if (JSON.stringify(flow) !== JSON.stringify(flows.get(flow.id))) flows.set(flow.id, flow)
  }
  await readFlows()
  return { lcd, evaluator, readFlows }
}

function requestsOf(lcd: Lcd, act: () => Promise<unknown>): Promise<string[]> {
  const before = lcd.requests.length
  return act().then(() => lcd.requests.slice(before).map(({ target }) => target))
}

const hourly = { interval: '3600s' }

describe('an evaluator', () => {
  test('returns the health and the forecast of each flow', async () => {
    const { evaluator } = await start({
      state: state({
        flows: [hourly, hourly],
        history: { 1: [{}], 2: [{ executed: false, errors: ['insufficient funds'] }] },
      }),
    })
    const { flows, isComplete, node } = await evaluator.evaluate()
    expect(isComplete).toBe(true)
    expect(node.error).toBeNull()
    expect(flows.map(({ flow, status, health }) => [flow.id, status, health.state])).toEqual([
      ['1', 'active', 'healthy'],
      ['2', 'active', 'failing'],
    ])
    expect(flows.every(({ forecast }) => forecast !== null)).toBe(true)
  })

  test('sends no requests in a minute without runs', async () => {
    const { lcd, evaluator } = await start({ state: state({ flows: [hourly, hourly], history: { 1: [{}], 2: [{}] } }) })
    await evaluator.evaluate()
    expect(await requestsOf(lcd, () => evaluator.evaluate())).toEqual([])
  })
})
