import type { Execution } from '../chain/execution.js'
import type { Flow, InterchainAccount } from '../chain/state.js'

/** The owner of a generated flow and the source of its details. */
export interface Maker {
  owner: string
  /** The owner's account on the other chain. */
  account: string
  agents: readonly [InterchainAccount, ...InterchainAccount[]]
  /** The ids of flows that were generated earlier. */
  earlier: readonly string[]
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** Returns an integer from `from` to `to`, inclusive. */
  between: (from: number, to: number) => number
}

/** A kind of task that people automate. */
export interface Kind {
  labels: readonly [string, ...string[]]
  /** Possible intervals, in seconds. */
  intervals: readonly [number, ...number[]]
  /** How often this kind is generated, relative to the others. */
  weight: number
  make: (maker: Maker) => Partial<Flow>
  /** Returns the outcome of an execution. Undefined means success. */
  execution?: (sequence: number, maker: Maker) => Execution | undefined
}

/** Durations in seconds, like intervals. */
export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
export const week = 7 * day
export const month = 30 * day
