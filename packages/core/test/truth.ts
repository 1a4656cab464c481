import { existsSync, readFileSync } from 'node:fs'
import { type Exchange, replayRecordings } from '@flow-query/testing'
import { createFlowClient, type FlowClient } from '../src/index.js'

const recordings = new URL('../../testing/recordings/', import.meta.url)

/** The heights at which the chain was recorded while flows were running. */
export const recordedHeights = [900, 1100, 1400, 2150, 2850, 3700, 5600] as const

/** Creates a client of the chain at a recorded height, or at the end of the recording. The client can also read the other chain. */
export function clientAt(height: (typeof recordedHeights)[number] | 'end'): FlowClient {
  return recordedClient(`v1-truth/${height}`)
}

/** Creates a client of a recorded chain, and of the other chain if the recording contains it. */
export function recordedClient(name: string): FlowClient {
  const here = exchangesIn(`${name}.json`)
  const there = exchangesIn(`${name}.other-chain.json`)
  return createFlowClient({
    lcd: 'http://node',
    chains: there && { 'connection-0': { lcd: 'http://other-chain' } },
    fetch: replayRecordings({ 'http://node': here ?? [], ...(there && { 'http://other-chain': there }) }),
  })
}

function exchangesIn(file: string): Exchange[] | undefined {
  const path = new URL(file, recordings)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
