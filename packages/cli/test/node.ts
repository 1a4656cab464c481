import { readFileSync } from 'node:fs'
import { createLcd, type Lcd, type LcdOptions, stateFromRecording, type Version } from '@flow-query/testing'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'

export interface TestNode {
  lcd: Lcd
  served: ServedLcd
  /** The block time of the recorded state. */
  at: number
}

const served: ServedLcd[] = []

/** Serves the recorded state of a real node. Its clock does not advance. */
export async function recordedNode(version: Version): Promise<TestNode> {
  const file = new URL(`../../testing/recordings/${version}-interchain/state.json`, import.meta.url)
  const state = stateFromRecording(JSON.parse(readFileSync(file, 'utf8')))
  return { ...(await serve({ version, state })), at: Date.parse(state.time) }
}

export async function serve(options: LcdOptions, latency = 0): Promise<{ lcd: Lcd; served: ServedLcd }> {
  const lcd = createLcd(options)
  const one = await serveLcd(lcd, { latency })
  served.push(one)
  return { lcd, served: one }
}

/** Closes all nodes. Pass it to `afterEach` or `afterAll`. */
export async function closeNodes(): Promise<void> {
  await Promise.all(served.splice(0).map(one => one.close()))
}
