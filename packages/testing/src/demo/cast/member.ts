import type { Execution } from '../../chain/execution.js'
import type { Flow } from '../../chain/state.js'

/** A hand-written flow that shows one feature. Times are in seconds. */
export interface Member {
  /** The flow's unique label. */
  label: string
  owner: string
  /** The interval between runs, or 0 for a flow that runs once. */
  every: number
  /** The time from now to the first run. A negative time is in the past, see {@link ago}. */
  first: number
  /** The number of runs. By default, the flow runs for longer than anyone watches the demo. */
  runs?: number
  /** The time from now to the owner's update. It is negative, because the update is in the past. */
  updated?: number
  /** The flow's messages and rules. Its conditions refer to other flows by label. */
  flow: Partial<Flow>
  /** Returns the outcome of a run. Runs are numbered from 1. Undefined means success. */
  execution?: (run: number) => Execution | undefined
}

export function ago(seconds: number): number {
  return -seconds
}
