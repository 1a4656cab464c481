import type { BlockTime, Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'
import { attentionText } from '../verdicts/checks'
import { nextFlowsOf } from '../verdicts/owners-flows'

/** Describes the flows of an owner, such as `9 of 18 flows need attention`. `total` is null if some flows are not loaded. */
export function describeAttention(verdicts: readonly FlowVerdict[], total: number | null): string {
  if (total === 0) return 'No flows'
  const bad = verdicts.filter(({ needsAttention }) => needsAttention).length
  const isComplete = verdicts.length === total
  if (bad === 0) return isComplete ? 'No flows need attention' : 'No checked flows need attention'
  return attentionText(bad, verdicts.length, isComplete)
}

/** Returns the time of an owner's next run, or null if no flow runs again. */
export function nextRunOf(flows: readonly Flow[], owner: string, time: BlockTime): string | null {
  return nextFlowsOf(flows, owner, time)[0]?.execTime ?? null
}
