import type { Execution } from '../chain/execution.js'
import type { Flow, InterchainAccount } from '../chain/state.js'

/** Who a flow is made for, and what decides its details. */
export interface Maker {
  owner: string
  /** The owner's account on the other chain. */
  account: string
  agents: readonly [InterchainAccount, ...InterchainAccount[]]
  /** Ids of flows that were made before. */
  earlier: readonly string[]
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** An integer from `from` to `to`. */
  between: (from: number, to: number) => number
}

/** Something that people automate. */
export interface Kind {
  labels: readonly [string, ...string[]]
  /** Seconds. */
  intervals: readonly [number, ...number[]]
  /** How often it is made, next to the others. */
  weight: number
  make: (maker: Maker) => Partial<Flow>
  /** How its executions go; well where nothing is said. */
  execution?: (sequence: number, maker: Maker) => Execution | undefined
}

/** In seconds, as intervals are. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
export const MONTH = 30 * DAY
