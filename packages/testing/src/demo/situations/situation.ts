import type { Execution } from '../../chain/execution.js'
import type { Flow } from '../../chain/state.js'

export interface Situation {
  label: string
  owner: string
  every: number
  first: number
  runs?: number
  /** The time from now to the owner's update. It is negative, because the update is in the past. */
  updated?: number
  flow: Partial<Flow>
  /** Undefined means success. */
  execution?: (sequence: number) => Execution | undefined
}

export function ago(seconds: number): number {
  return -seconds
}
