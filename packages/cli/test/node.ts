import { readFileSync } from 'node:fs'
import {
  createLcd,
  type Exchange,
  type Lcd,
  type LcdOptions,
  replayRecordings,
  stateFromRecording,
  type Version,
} from '@flow-query/testing'
import { addServer, type MemoryServer, removeServer } from './network.js'

/** An in-memory node at an address of the network that commands use in tests. */
export interface ServedNode {
  lcd: Lcd
  served: { url: string; close: () => void }
}

export interface TestNode extends ServedNode {
  /** The block time of the recorded state. */
  at: number
}

const served: ServedNode['served'][] = []

/** Serves the recorded state of a real node. Its clock does not advance. */
export function recordedNode(version: Version): TestNode {
  const state = stateFromRecording(exchangesIn(`${version}-interchain/state.json`))
  const node = serve({ version, state })
  // The delegations were not recorded, and the owners claimed rewards.
  const { delegations } = node.lcd.accounts
  for (const { delegator_address, validator_address } of state.flows.flatMap(({ msgs }) => msgs))
    if (delegator_address !== undefined) delegations[`${delegator_address}`] = { [`${validator_address}`]: '5000000' }
  return { ...node, at: Date.parse(state.time) }
}

/** Serves the recorded responses of both chains at the end of `v1-truth`. Returns the options that select them. */
export function truthNodes(): string[] {
  const [chain, other] = ['end.json', 'end.other-chain.json'].map(file => {
    const replayed = replayRecordings({ 'http://node': exchangesIn(`v1-truth/${file}`) })
    return serveOther({ fetch: input => replayed(`http://node${pathOf(input)}`) })
  })
  return ['--lcd', `${chain}`, '--chain', `connection-0=${other}`]
}

export function serve(options: LcdOptions): ServedNode {
  const lcd = createLcd(options)
  return { lcd, served: serveAt(addServer(lcd)) }
}

/** Serves something else than an in-memory node. Returns its URL. */
export function serveOther(server: Partial<MemoryServer>): string {
  return serveAt(addServer(server)).url
}

function serveAt(url: string): ServedNode['served'] {
  const one = { url, close: () => removeServer(url) }
  served.push(one)
  return one
}

/** Closes all nodes. Pass it to `afterEach` or `afterAll`. */
export function closeNodes(): void {
  for (const one of served.splice(0)) one.close()
}

export function exchangesIn(recording: string): Exchange[] {
  return JSON.parse(readFileSync(new URL(`../../testing/recordings/${recording}`, import.meta.url), 'utf8'))
}

export function pathOf(input: Parameters<typeof fetch>[0]): string {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return pathname + search
}
