import type { Execution } from '../chain/execution.js'
import type { Flow, InterchainAccount } from '../chain/state.js'

export interface Maker {
  owner: string
  account: string
  agents: readonly [InterchainAccount, ...InterchainAccount[]]
  earlier: readonly string[]
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  between: (from: number, to: number) => number
}

export interface Kind {
  labels: readonly [string, ...string[]]
  /** Possible intervals, in seconds. */
  intervals: readonly [number, ...number[]]
  weight: number
  make: (maker: Maker) => Partial<Flow>
  /** Undefined means success. */
  execution?: (sequence: number, maker: Maker) => Execution | undefined
}

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
export const week = 7 * day
export const month = 30 * day
