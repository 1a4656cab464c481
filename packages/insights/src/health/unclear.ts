import type { BlockTime, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ExecutionOutcome, executionOutcome } from '@flow-query/core'
import { isFromPacket } from '@flow-query/core/parts/runs'
import { type NewestEntries, newestRuns, type Run } from './runs.js'

/** A run whose messages may have taken effect on another chain, from {@link unclearRuns}. */
export interface UnclearRun extends Run {
  /** Empty on `v1beta1`, which doesn't return the sequence numbers of packets. */
  packetSequences: readonly string[]
}

/**
 * Returns the newest runs, oldest first, whose messages may have taken effect on another chain although the history doesn't show it.
 *
 * The chain records an acknowledgement or a timeout in the newest run, even if the packet belongs to an earlier run. So if a run is
 * unacknowledged, the result in the next entry may belong to this run. Only the other chain knows what happened: see `readPackets` in
 * `@flow-query/insights/forecast`. Find out before you repeat such a run, because its payments could be made twice.
 *
 * @param time the newest block, from `chainTime`
 */
export function unclearRuns(flow: Flow, newest: NewestEntries, time: BlockTime): UnclearRun[] {
  const { entries, runAt } = newestRuns(newest)
  const outcomes = entries.map(entry => executionOutcome(entry, flow, time))
  const answered = outcomes.findIndex((outcome, index) => index > 0 && !isUnanswered(outcome))
  const end = answered < 0 ? entries.length : answered
  const [newestEntry, newestOutcome] = [entries[0], outcomes[0]]
  if (!newestEntry || !newestOutcome) return []
  const isNewestUnclear =
    newestOutcome === 'unacknowledged' || (end > 1 && mayBeOfEarlierRun(newestEntry, newestOutcome))
  return entries
    .slice(0, end)
    .map(({ packetSequences }, index) => ({ ...runAt(index), packetSequences }))
    .slice(isNewestUnclear ? 0 : 1)
    .reverse()
}

function isUnanswered(outcome: ExecutionOutcome): boolean {
  return outcome === 'unacknowledged' || outcome === 'pending'
}

/** A skipped run, or one that failed here, sent no packet. */
function mayBeOfEarlierRun({ errors }: FlowHistoryEntry, outcome: ExecutionOutcome): boolean {
  return outcome !== 'skipped' && outcome !== 'idle' && errors.every(isFromPacket)
}
