import type { FlowHistoryEntry } from '@flow-query/core'
import { clockTime } from '@flow-query/core/parts/runs'

/** A relayer's transaction that answered a packet. */
export interface Answer {
  sequence: string
  transaction: string
  /** When the answer arrived, in milliseconds since 1970. */
  at: number
}

/**
 * Returns the hashes of the transactions that answered the packets of a run. `runs` are the loaded runs of the flow. After a channel was
 * reopened, its sequences start at 1 again, so several runs can have the same one. An answer belongs to the newest run before it.
 */
export function transactionsOf(
  entry: FlowHistoryEntry,
  runs: readonly FlowHistoryEntry[],
  answers: readonly Answer[],
): string[] {
  const isAnswered = ({ sequence, at }: Answer) => {
    if (!entry.packetSequences.includes(sequence)) return false
    const times = runs
      .filter(({ packetSequences }) => packetSequences.includes(sequence))
      .map(({ actualExecTime }) => clockTime(actualExecTime))
    const own = clockTime(entry.actualExecTime)
    // If the clock of this device is slow, an answer can seem to be older than its run.
    return own <= at ? !times.some(time => time > own && time <= at) : !times.some(time => time < own)
  }
  return [...new Set(answers.filter(isAnswered).map(({ transaction }) => transaction))]
}
