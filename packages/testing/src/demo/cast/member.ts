import type { Execution } from '../../chain/execution.js'
import type { Flow } from '../../chain/state.js'

/** A flow that somebody thought of, to show one thing that flows do. Times are in seconds. */
export interface Member {
  /** No two have the same. */
  label: string
  owner: string
  /** Between its runs; 0 for a flow that runs once. */
  every: number
  /** From now to its first run: negative where that was in the past, see {@link ago}. */
  first: number
  /** How many runs it is made for; without it, as many as anybody may watch. */
  runs?: number
  /** From now to when its owner changed it, in the past. */
  updated?: number
  /** Its messages and its rules, which name other flows by their labels. */
  flow: Partial<Flow>
  /** How its run with this number goes, from 1; well where nothing is said. */
  execution?: (run: number) => Execution | undefined
}

export function ago(seconds: number): number {
  return -seconds
}
