import { compareVerdicts, type FlowVerdict } from '@flow-query/insights'

export const healths = ['attention', 'willFail', 'failing', 'waiting', 'healthy'] as const
export type HealthFilter = (typeof healths)[number]

/** Returns the verdicts that match a filter, in the order of the list. */
export function flowsOfHealth(verdicts: readonly FlowVerdict[], health: HealthFilter): FlowVerdict[] {
  return verdicts.filter(verdict => matchesHealth(verdict, health))
}

/** Returns the verdicts that match a filter, worst first. Flows that will fail are sorted by their next failure. */
export function worstOfHealth(verdicts: readonly FlowVerdict[], health: HealthFilter): FlowVerdict[] {
  return flowsOfHealth(verdicts, health).sort(health === 'willFail' ? compareNextFailure : compareVerdicts)
}

function matchesHealth({ state, health, needsAttention, failure }: FlowVerdict, filter: HealthFilter): boolean {
  if (filter === 'attention') return needsAttention
  // A failing flow that will also stop is still failing.
  if (filter === 'failing') return health.state === 'failing' || health.state === 'stuck'
  return filter === 'willFail' ? failure !== null : state === filter
}

/** Compares two verdicts by the time of the expected failure. */
function compareNextFailure({ failure: one }: FlowVerdict, { failure: other }: FlowVerdict): number {
  return Date.parse(one?.at ?? '') - Date.parse(other?.at ?? '')
}
