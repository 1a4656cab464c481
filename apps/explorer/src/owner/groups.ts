import { formatNumber } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { attentionSoFarText, attentionText } from '../verdicts/checks'

/** Each checked flow belongs to one group. */
const groups = ['attention', 'healthy', 'waiting', 'ended', 'unknown'] as const
export type Group = (typeof groups)[number]

export const groupNames: Record<Group, string> = {
  attention: 'Need attention',
  healthy: 'Healthy',
  waiting: 'Waiting',
  ended: 'Ended',
  unknown: 'Unknown',
}

/** Reads the group from `?show=`, and ignores unknown values. */
export function readGroup(search: Pick<URLSearchParams, 'get'>): Group | null {
  return groups.find(group => group === search.get('show')) ?? null
}

export function groupOf({ needsAttention, state }: FlowVerdict): Group {
  if (needsAttention) return 'attention'
  return groups.find(group => group === state) ?? 'unknown'
}

/** Returns the groups that have flows, and their numbers of flows. */
export function countGroups(verdicts: readonly FlowVerdict[]): { group: Group; count: number }[] {
  const counts = new Map<Group, number>()
  for (const verdict of verdicts) counts.set(groupOf(verdict), (counts.get(groupOf(verdict)) ?? 0) + 1)
  return groups.flatMap(group => ({ group, count: counts.get(group) ?? 0 })).filter(({ count }) => count > 0)
}

interface OwnerChecks {
  verdicts: readonly FlowVerdict[]
  /** Whether the first checks have finished. */
  isSorted: boolean
  checked: number
  /** Null if not all flows are loaded. */
  total: number | null
}

/** Summarizes an owner's flows in a heading: `9 of 18 flows need attention`. */
export function ownerHeading({ verdicts, isSorted, checked, total }: OwnerChecks): string {
  const counts = new Map(countGroups(verdicts).map(({ group, count }) => [group, count]))
  const attention = counts.get('attention') ?? 0
  if (!isSorted) {
    if (attention > 0) return attentionSoFarText(attention)
    return checked > 0 ? 'No problems found so far' : 'Checking flows…'
  }
  const isComplete = checked === total
  if (attention > 0) {
    if (total === 1) return 'This flow needs attention'
    if (attention === total) return `All ${formatNumber(total)} flows need attention`
    return attentionText(attention, checked, isComplete)
  }
  if (!isComplete) return `${checked} checked so far, no problems found`
  if (counts.has('unknown')) return 'No problems found'
  if (counts.get('ended') === total)
    return total === 1 ? 'This flow has ended' : `All ${formatNumber(total)} flows have ended`
  return total === 1 ? 'This flow is healthy' : `All ${formatNumber(total)} flows are healthy`
}
