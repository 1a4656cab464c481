import { readFileSync } from 'node:fs'
import type { FailureCause, StopRule } from '../src/index.js'

/** The true results of a recorded flow. The README of the recording contains it in English. */
export interface Truth {
  id: string
  /** The cause of the newest failure at the end, if no later run succeeded. Missing if the entries alone don't show the cause. */
  cause?: FailureCause | null
  /** The rule that stopped the flow before its end time. Missing if two rules would have stopped it. */
  stop?: StopRule | null
  /**
   * The first run that an owner influenced by a change, or a relayer by stopping, and the last recorded height before that.
   */
  changed?: { after: number; run: number; by: string }
}

export function readTruths(recording: string): Truth[] {
  const file = new URL(`../../testing/recordings/${recording}/truths.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
