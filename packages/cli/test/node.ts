import { readFileSync } from 'node:fs'
import { createLcd, type Lcd, type LcdOptions, stateFromRecording, type Version } from '@flow-query/testing'
import { type ServedLcd, serveLcd } from '@flow-query/testing/serve'

export interface TestNode {
  lcd: Lcd
  served: ServedLcd
  /** The moment at which its recorded state stands. */
  at: number
}

const served: ServedLcd[] = []

/** A node on a port, that stands still at what was recorded of a real one. */
export async function recordedNode(version: Version): Promise<TestNode> {
  const file = import.meta.resolve(`@flow-query/testing/recordings/${version}-interchain/state.json`)
  const state = stateFromRecording(JSON.parse(readFileSync(new URL(file), 'utf8')))
  return { ...(await serve({ version, state })), at: Date.parse(state.time) }
}

export async function serve(options: LcdOptions, latency = 0): Promise<{ lcd: Lcd; served: ServedLcd }> {
  const lcd = createLcd(options)
  const one = await serveLcd(lcd, { latency })
  served.push(one)
  return { lcd, served: one }
}

/** For `afterEach` or `afterAll`. */
export async function closeNodes(): Promise<void> {
  await Promise.all(served.splice(0).map(one => one.close()))
}
