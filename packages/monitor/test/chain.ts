import { createFlowClient, type Flow } from '@flow-query/core'
import type { Lcd } from '@flow-query/testing'
import { createEvaluator, type Evaluator, type FlowSource } from '../src/index.js'

/** An evaluator on an in-memory chain. The test calls `readFlows`, so it decides when changes become visible. */
export interface TestChain {
  lcd: Lcd
  evaluator: Evaluator
  /** Reads all flows. A flow that hasn't changed stays the same object, as in a mirror. */
  readFlows: () => Promise<void>
  /** The requests of the evaluator, which excludes those of `readFlows`. */
  requests: string[]
  /** Whether events arrive. Without them, each evaluation reads the newest block. */
  status: { live: 'connected' | 'polling'; error: null }
}

export async function testChain(
  lcd: Lcd,
  select: (flow: Flow) => boolean = () => true,
  timeout = 300_000,
): Promise<TestChain> {
  const requests: string[] = []
  const client = createFlowClient({
    lcd: lcd.url,
    retries: 0,
    timeout,
    fetch(input, init) {
      requests.push(`${input}`.replace(lcd.url, ''))
      return lcd.fetch(input, init)
    },
  })
  const reader = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const flows = new Map<string, Flow>()
  const status: TestChain['status'] = { live: 'connected', error: null }
  const source: FlowSource = { flows, status }
  const { signal } = new AbortController()
  const evaluator = createEvaluator(client, { source, isReady: () => true, filter: select, clock: lcd.now, signal })
  async function readFlows(): Promise<void> {
    const read = (await reader.flows({ limit: 100_000 })).flows
    for (const flow of read) if (JSON.stringify(flow) !== JSON.stringify(flows.get(flow.id))) flows.set(flow.id, flow)
    for (const id of flows.keys()) if (read.every(flow => flow.id !== id)) flows.delete(id)
  }
  await readFlows()
  return { lcd, evaluator, readFlows, requests, status }
}
