import { existsSync, readFileSync } from 'node:fs'
import { type Exchange, replayRecordings } from '@flow-query/testing'
import { createFlowClient, type FlowClient } from '../src/index.js'

const root = new URL('../../testing/recordings/v1-truth/', import.meta.url)

/** The heights at which the chain was recorded while flows were running. */
export const recordedHeights = [900, 1100, 1400, 2150, 2850, 3700, 5600] as const

/** Creates a client of the chain at a recorded height, or at the end of the recording. It also knows the other chain. */
export function clientAt(height: (typeof recordedHeights)[number] | 'end'): FlowClient {
  const here = exchangesIn(`${height}.json`)
  const there = exchangesIn(`${height}.other-chain.json`)
  return createFlowClient({
    lcd: 'http://node',
    chains: there && { 'connection-0': { lcd: 'http://other-chain' } },
    fetch: replayRecordings({ 'http://node': here ?? [], ...(there && { 'http://other-chain': there }) }),
  })
}

function exchangesIn(file: string): Exchange[] | undefined {
  const path = new URL(file, root)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
