import type { Execution } from '../../chain/execution.js'
import type { Flow, InterchainAccount } from '../../chain/state.js'

export interface TemplateContext {
  owner: string
  account: string
  agents: readonly [InterchainAccount, ...InterchainAccount[]]
  earlier: readonly string[]
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  between: (from: number, to: number) => number
}

export interface Template {
  labels: readonly [string, ...string[]]
  /** Possible intervals, in seconds. */
  intervals: readonly [number, ...number[]]
  weight: number
  make: (context: TemplateContext) => Partial<Flow>
  /** Undefined means success. */
  execution?: (sequence: number, context: TemplateContext) => Execution | undefined
}
