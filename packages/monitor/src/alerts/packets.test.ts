import { expect, test } from 'vitest'
import { truthClient } from '../../test/recordings.js'
import { createEvaluator } from '../index.js'
import { problemsOf } from './problems.js'

const thresholds = { minRuns: 0, minTime: 0, within: 86_400_000 }

/** Returns the evaluator of a flow whose relayer was stopped: the packet of run 1 timed out, and the packet of run 2 was delivered late. */
async function evaluatorOf(id: string, ...args: Parameters<typeof truthClient>) {
  const client = truthClient(...args)
  const flow = await client.flow({ id })
  const { signal } = new AbortController()
  return createEvaluator(client, {
    source: { flows: new Map([[id, flow]]), status: { live: 'connected', error: null } },
    isReady: () => true,
    signal,
    clock: () => Date.parse('2026-11-24T03:24:52Z'),
  })
}

async function textOf(id: string, chains?: Parameters<typeof truthClient>[0]): Promise<string> {
  const { flows, now } = await (await evaluatorOf(id, chains)).evaluate()
  const [evaluated] = flows
  if (!evaluated) throw new Error(`Flow ${id} was not evaluated`)
  return problemsOf(evaluated, now, thresholds)['flow.stopped']?.text ?? ''
}

const chains = { 'connection-0': { lcd: 'http://other-chain' } }

test('an alert says what happened to each packet, as the other chain shows', async () => {
  const executed = await textOf('77', chains)
  expect(executed).toContain('The packet of run 1 never reached the other chain, so its messages did not run.')
  expect(executed).toContain('The other chain shows that the messages of run 2 took effect.')
  expect(executed).not.toContain('unknown')
  expect(await textOf('89', chains)).toContain('The packet of run 2 reached the other chain, but its messages failed')
})

test('an alert says that the results are unknown without the other chain', async () => {
  expect(await textOf('77')).toContain('It is unknown whether the messages of runs 1 and 2 took effect')
})

test('the packets of a flow are read once if their results can’t change', async () => {
  const requests: string[] = []
  const evaluator = await evaluatorOf('77', chains, requests)
  const [first] = (await evaluator.evaluate()).flows
  const before = requests.length
  const [second] = (await evaluator.evaluate()).flows
  expect(second?.packets).toHaveLength(2)
  expect(second?.packets).toBe(first?.packets)
  expect(requests.slice(before).filter(url => /packet|other-chain/.test(url))).toEqual([])
})
